//! Domain knowledge for search: Fantasyland is set exactly.

use crate::bots::FantasylandBot;
use crate::{Ofc, Phase, Stakes};
use facedown_game::{Approach, DecisionPoint, ImpossibleView, Knowledge, Model};

/// What every search of open-face Chinese poker leaves to exact arithmetic: the next card's place in
/// the best setting of a Fantasyland hand, as long as the cards placed before are part of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactFantasyland {
    /// The stakes of a seat against each opponent, which say what staying is worth.
    pub stakes: Stakes,
}

impl Knowledge<Ofc> for ExactFantasyland {
    fn approach(&self, decision: &DecisionPoint<'_, Ofc>) -> Result<Approach<Ofc>, ImpossibleView> {
        let DecisionPoint { game, view, legal, .. } = *decision;
        if view.table().phase() == Phase::Fantasy {
            let mut bot = FantasylandBot::default();
            bot.play_for(self.stakes);
            let solved = bot.next(game, view, legal).zip(bot.best(game, view));
            if let Some((action, setting)) = solved {
                let value = Some(setting.value);
                return Ok(Approach::Play { action, value, ratings: Vec::new() });
            }
        }
        Ok(Approach::Search { priors: Vec::new(), model: Model::uniform(decision)? })
    }
}
