//! A match of many hands.

use crate::errors::value_error;
use crate::game::Game;
use crate::state::{Origin, State};
use facedown_catalog::{AnyGame, AnyMatch};
use facedown_game::Turn;
use pyo3::prelude::{PyResult, pyclass, pymethods};
use std::sync::{Arc, Mutex};

/// A match in progress, begun by `Game.match`.
///
/// `next_hand` deals a hand, `finish` scores it once it is over; `next_hand` returns `None` when
/// the match is over. Matches can be pickled.
#[pyclass(module = "facedown")]
pub(crate) struct Match {
    game: Arc<dyn AnyGame>,
    // Python calls from any thread, and a match is not `Sync`.
    standing: Mutex<Box<dyn AnyMatch>>,
    seed: u64,
    hands: Vec<Vec<usize>>,
}

impl Match {
    pub(crate) fn new(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let standing = Mutex::new(game.begin_match(seed));
        Self { game, standing, seed, hands: Vec::new() }
    }

    fn with<R>(&self, f: impl FnOnce(&mut dyn AnyMatch) -> R) -> R {
        let mut standing = self.standing.lock().expect("a match does not panic");
        f(standing.as_mut())
    }

    fn origin(&self) -> Origin {
        Origin::Match { seed: self.seed, hands: self.hands.clone() }
    }
}

#[pymethods]
impl Match {
    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The random seed of all hands.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The actions of each finished hand.
    #[getter]
    fn hands(&self) -> Vec<Vec<usize>> {
        self.hands.clone()
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.with(|standing| standing.next_hand().is_none())
    }

    /// Deals the next hand, the same one until it is finished; `None` when the match is over.
    fn next_hand(&self) -> Option<State> {
        let hand = self.with(|standing| standing.next_hand())?;
        Some(State::new(Arc::clone(&self.game), hand, self.origin()))
    }

    /// Scores a hand of `next_hand` that is over.
    ///
    /// Raises `ValueError` for any other hand and leaves the match unchanged.
    fn finish(&mut self, hand: &State) -> PyResult<()> {
        if hand.origin() != &self.origin() || !hand.is_of(self.game.as_ref()) {
            return Err(value_error(format_args!(
                "not hand {} of this match",
                self.hands.len() + 1
            )));
        }
        if hand.hand().turn() != Turn::Over {
            return Err(value_error("the hand is not over"));
        }
        self.with(|standing| standing.finish_hand(hand.hand()));
        self.hands.push(hand.hand().history().to_vec());
        Ok(())
    }

    /// Returns the running score of each seat, with all bonuses when the match is over.
    fn scores(&self) -> Vec<i32> {
        self.with(|standing| standing.scores())
    }

    /// Returns the seats that have won: none until the match is over, several in a tie.
    fn winners(&self) -> Vec<usize> {
        self.with(|standing| standing.winners())
    }

    fn __repr__(&self) -> String {
        let (name, hands) = (self.game.info().name, self.hands.len());
        let plural = if hands == 1 { "" } else { "s" };
        format!("<Match of {name}: {:?} after {hands} hand{plural}>", self.scores())
    }
}
