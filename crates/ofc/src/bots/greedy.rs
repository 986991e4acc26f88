//! `greedy`: the placement of the best heuristic value; Fantasyland set exactly.

use super::{FantasylandBot, Heuristic, RowPoints};
use crate::{Action, Ofc, Phase, Stakes, View};
use facedown_game::{Policy, Rng};

/// A bot that looks no further than its own board. It plays for [`Stakes::estimate`] unless
/// [`Greedy::play_for`] sets other stakes.
#[derive(Debug, Default)]
pub struct Greedy {
    fantasyland: FantasylandBot,
    /// Stakes in place of the estimate, and the points of rows for them, once they are needed.
    stakes: Option<(Stakes, Option<Box<RowPoints>>)>,
}

impl Greedy {
    /// Sets the stakes of the game that it plays.
    pub fn play_for(&mut self, stakes: Stakes) {
        self.fantasyland.play_for(stakes);
        if self.stakes.as_ref().is_none_or(|(known, _)| *known != stakes) {
            self.stakes = Some((stakes, None));
        }
    }
}

impl Policy<Ofc> for Greedy {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        if view.table().phase() == Phase::Fantasy {
            return self.fantasyland.choose(game, view, legal);
        }
        let points = match &mut self.stakes {
            Some((stakes, points)) => {
                points.get_or_insert_with(|| Box::new(RowPoints::new(game.scorer(), *stakes)))
            }
            None => game.row_points(),
        };
        let (table, seen) = (view.table(), view.seen());
        let heuristic = Heuristic::with_points(game, points, table, seen, view.seat());
        heuristic.best(view.rows(), view.hand(), legal)
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
    }
}
