//! Static evaluation of unfinished hands.

use crate::{Game, PerSeat};

/// Estimates the final scores of unfinished hands, many at a time: a network evaluates a batch in
/// one pass, and a search collects leaves for it.
pub trait Evaluator<G: Game>: Send + Sync {
    /// Writes each seat's expected final score in each of the states; `values` has an entry for
    /// every state.
    fn evaluate(&self, game: &G, states: &[G::State], values: &mut [PerSeat<f32>]);
}

/// Evaluates a hand by its scores so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoresSoFar;

impl<G: Game> Evaluator<G> for ScoresSoFar {
    fn evaluate(&self, game: &G, states: &[G::State], values: &mut [PerSeat<f32>]) {
        for (value, state) in values.iter_mut().zip(states) {
            *value = game.scores(state).map(|score| score as f32);
        }
    }
}
