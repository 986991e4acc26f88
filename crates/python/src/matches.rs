//! A match of many hands.

use crate::errors::value_error;
use crate::game::Game;
use crate::state::{Origin, State};
use facedown_catalog::{AnyGame, AnyMatch};
use facedown_game::Turn;
use pyo3::prelude::{PyResult, pyclass, pymethods};
use std::sync::{Arc, Mutex};

/// A match in progress: what `Game.match` gives.
///
/// `next_hand` deals, `finish` enters a hand that was played to its end; `next_hand` gives `None`
/// when the match is over. Matches can be pickled.
#[pyclass(module = "facedown")]
pub(crate) struct Match {
    game: Arc<dyn AnyGame>,
    // Python calls from any thread, which a match alone does not allow.
    standing: Mutex<Box<dyn AnyMatch>>,
    seed: u64,
    hands: Vec<Vec<usize>>,
}

impl Match {
    pub(crate) fn new(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let standing = Mutex::new(game.begin_match(seed));
        Self { game, standing, seed, hands: Vec::new() }
    }

    fn with<R>(&self, ask: impl FnOnce(&mut dyn AnyMatch) -> R) -> R {
        let mut standing = self.standing.lock().expect("a match does not panic");
        ask(standing.as_mut())
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

    /// What all hands come from.
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

    /// Deals the next hand; `None` when the match is over. The same hand until it is finished.
    fn next_hand(&self) -> Option<State> {
        let hand = self.with(|standing| standing.next_hand())?;
        Some(State::new(Arc::clone(&self.game), hand, self.origin()))
    }

    /// Enters a hand that `next_hand` gave and that is over.
    ///
    /// Raises `ValueError` for any other, and then leaves the match as it was.
    fn finish(&mut self, hand: &State) -> PyResult<()> {
        if hand.origin() != &self.origin() || !hand.is_of(self.game.as_ref()) {
            return Err(value_error(format_args!(
                "not the hand number {} of this match",
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

    /// The running score of each seat, with all bonuses when the match is over.
    fn scores(&self) -> Vec<i32> {
        self.with(|standing| standing.scores())
    }

    /// The seats that have won: none until the match is over, several in a tie.
    fn winners(&self) -> Vec<usize> {
        self.with(|standing| standing.winners())
    }

    fn __repr__(&self) -> String {
        let (name, hands) = (self.game.info().name, self.hands.len());
        let plural = if hands == 1 { "" } else { "s" };
        format!("<Match of {name}: {:?} after {hands} hand{plural}>", self.scores())
    }
}
