//! What a search of this game knows beyond the rules: Fantasyland is set exactly.

use crate::bots::FantasylandBot;
use crate::{Action, Ofc, Phase, View};
use facedown_game::DomainKnowledge;

impl DomainKnowledge for Ofc {
    /// Returns the next card's place in the best setting of a Fantasyland hand, as long as the cards
    /// placed before are part of it; and forced actions.
    fn decided(&self, view: &View, legal: &[Action]) -> Option<Action> {
        match legal {
            [only] => Some(*only),
            _ if view.table().phase() == Phase::Fantasy => {
                FantasylandBot::default().next(self, view, legal)
            }
            _ => None,
        }
    }
}
