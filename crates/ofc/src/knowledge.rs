//! Domain knowledge for search: Fantasyland is set exactly.

use crate::bots::FantasylandBot;
use crate::{Action, Ofc, Phase, View};
use facedown_game::DomainKnowledge;

impl DomainKnowledge for Ofc {
    /// Returns the next card's place in the best setting of a Fantasyland hand and the value of that
    /// setting, as long as the cards placed before are part of it.
    fn solved(&self, view: &View, legal: &[Action]) -> Option<(Action, f64)> {
        if view.table().phase() != Phase::Fantasy {
            return None;
        }
        let mut bot = FantasylandBot::default();
        let action = bot.next(self, view, legal)?;
        Some((action, bot.best(self, view)?.value))
    }
}
