//! Whole moves: decisions that take several actions in a row, searched as one.

use crate::chance::{ChanceConfig, ChanceProblem, ChanceSearch, ExactValue};
use crate::{ActionReport, Answer, Budget, SearchConfig, SearchError, Slice, Totals};
use facedown_game::{Control, Game, Rng, Searchable, Seat, Utility, Worlds};
use std::sync::Arc;

/// Compares whole moves by rollouts: the same sampled worlds and the same rollout streams for every
/// move (common random numbers), the worse half dropped in rounds.
pub(crate) struct MoveProblem<G: Searchable> {
    game: G,
    seat: Seat,
    moves: Vec<Vec<G::Action>>,
    worlds: Box<dyn Worlds<G>>,
    utility: Arc<dyn Utility>,
}

/// A sampled world and the seed of its rollout.
#[derive(Clone, Copy)]
pub(crate) struct Sampled<S> {
    world: S,
    seed: u64,
}

impl<G: Searchable> ChanceProblem for MoveProblem<G> {
    /// The index of a move.
    type After = usize;
    type Outcome = Sampled<G::State>;
    type Detail = ();
    type Scratch = G::Actions;

    fn outcome(&self, _: &usize, rng: &mut Rng) -> Self::Outcome {
        let (world, _) = self.worlds.sample(rng);
        Sampled { world, seed: rng.next_u64() }
    }

    fn exact(
        &self,
        legal: &mut G::Actions,
        number: &usize,
        outcome: &Self::Outcome,
    ) -> Option<ExactValue<()>> {
        let mut state = outcome.world;
        for action in &self.moves[*number] {
            self.game.apply(&mut state, *action, &mut ());
        }
        self.game.playout(&mut state, legal, &mut Rng::new(outcome.seed));
        let scores = self.game.scores(&state).map(|score| score as f32);
        let value = f64::from(self.utility.utility(&scores)[self.seat]);
        Some(ExactValue { value, detail: () })
    }

    fn choices(&self, _: &usize, _: &Self::Outcome, _: &mut Vec<usize>) {}

    /// Sums the heuristic values of the actions, so that a short search compares the likely moves.
    fn estimate(&self, _: &mut G::Actions, _: &usize) -> f64 {
        0.0
    }

    fn exploration(&self) -> f64 {
        1.0
    }
}
