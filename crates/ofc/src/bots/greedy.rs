//! `greedy`: the placement that promises most by a rough outlook; Fantasyland set exactly.

use super::{Setter, light_street};
use crate::{Action, Ofc, Phase, View};
use facedown_game::{Policy, Rng};

/// A bot that looks no further than its own board.
#[derive(Debug, Default)]
pub struct Greedy {
    setter: Setter,
}

impl Policy<Ofc> for Greedy {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        match view.table().phase() {
            Phase::Fantasy => self.setter.put(game, view, legal),
            _ => light_street(game, view, legal),
        }
    }

    fn new_hand(&mut self) {
        self.setter.forget();
    }
}
