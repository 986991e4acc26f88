//! `greedy`: the placement of the best heuristic value; Fantasyland set exactly.

use super::{FantasylandBot, Heuristic};
use crate::{Action, Ofc, Phase, View};
use facedown_game::{Policy, Rng};

/// A bot that looks no further than its own board.
#[derive(Debug, Default)]
pub struct Greedy {
    fantasyland: FantasylandBot,
}

impl Policy<Ofc> for Greedy {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        if view.table().phase() == Phase::Fantasy {
            return self.fantasyland.choose(game, view, legal);
        }
        let heuristic = Heuristic::new(game, view.table(), view.seen(), view.seat());
        heuristic.best(view.rows(), view.hand(), legal)
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
    }
}
