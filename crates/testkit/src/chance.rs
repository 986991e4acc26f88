//! Chance turns that can be enumerated.

use facedown_game::{Game, Rng, Sink};
use std::fmt::Debug;
use std::hash::Hash;

/// A game whose chance turns can be enumerated. Outcomes are visited, not listed.
pub trait Chance: Game {
    /// A chance outcome.
    type Outcome: Copy + Eq + Hash + Debug;

    /// Samples an outcome by its probability. Called only at [`Turn::Chance`](facedown_game::Turn).
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> Self::Outcome;

    /// Visits every outcome with its weight; weights are proportional to probabilities.
    fn outcomes(&self, state: &Self::State, each: &mut dyn FnMut(Self::Outcome, u64));

    /// Applies an outcome.
    fn resolve(
        &self,
        state: &mut Self::State,
        outcome: Self::Outcome,
        log: &mut impl Sink<Self::Event>,
    );
}
