//! Judging hands that are not over.

use crate::{Game, PerSeat};

/// Judges worlds that are not over, so that a playout need not be played out.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What each seat can expect to score at the end, from where this world stands.
    fn evaluate(&self, game: &G, state: &G::State) -> PerSeat<f32>;
}

/// Expects that scores stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoresSoFar;

impl<G: Game> Evaluator<G> for ScoresSoFar {
    fn evaluate(&self, game: &G, state: &G::State) -> PerSeat<f32> {
        game.scores(state).map(|score| score as f32)
    }
}
