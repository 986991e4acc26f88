//! Whole moves: decisions that take several actions in a row, searched as one.

use crate::chance::{ChanceConfig, ChanceProblem, ChanceSearch, ChanceSlice, ExactValue};
use crate::{ActionReport, Answer, Budget, SearchConfig, SearchError, Slice, Totals};
use facedown_game::{Control, Rng, Searchable, Seat, Utility, Worlds};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Approximate iterations in a second of one thread.
const RATE: f64 = 100_000.0;
/// Iterations for each move that is compared.
const PER_MOVE: f64 = 8.0;
/// The least and the greatest number of moves that are compared.
const BREADTH: [f64; 2] = [24.0, 512.0];
/// Iterations between two looks at the control.
const STEP: u64 = 1_024;

/// Compares whole moves by rollouts: the same sampled worlds and rollout streams for every move
/// (common random numbers), the worse half dropped in rounds.
struct MoveProblem<G: Searchable> {
    game: G,
    seat: Seat,
    moves: Vec<Vec<G::Action>>,
    /// Heuristic values of the moves.
    estimates: Vec<f64>,
    worlds: Box<dyn Worlds<G>>,
    utility: Arc<dyn Utility>,
}

/// A sampled world and the seed of its rollout.
#[derive(Clone, Copy)]
struct Sampled<S> {
    world: S,
    seed: u64,
}

impl<G: Searchable<Actions: Send>> ChanceProblem for MoveProblem<G> {
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

    /// Every rollout is a leaf.
    fn choices(&self, _: &usize, _: &Self::Outcome, _: &mut Vec<usize>) {}

    fn estimate(&self, _: &mut G::Actions, number: &usize) -> f64 {
        self.estimates[*number]
    }

    fn exploration(&self) -> f64 {
        1.0
    }
}

/// A search for the best whole move.
pub(super) struct MoveSearch<G: Searchable<Actions: Send>> {
    search: ChanceSearch<MoveProblem<G>>,
    pool: Option<ThreadPool>,
    threads: usize,
}

impl<G: Searchable<Actions: Send>> MoveSearch<G> {
    /// Begins a search of these moves of a seat.
    pub(super) fn begin(
        (game, seat): (&G, Seat),
        moves: Vec<Vec<G::Action>>,
        worlds: Box<dyn Worlds<G>>,
        utility: Arc<dyn Utility>,
        config: &SearchConfig,
        budget: Budget,
    ) -> Result<Self, SearchError> {
        // The heuristic reads only the seat's own knowledge, so that any world will do.
        let (world, _) = worlds.sample(&mut Rng::stream(config.seed, 0));
        let value = |action: &G::Action| f64::from(game.heuristic(&world, *action));
        let estimates = moves.iter().map(|actions| actions.iter().map(value).sum()).collect();
        let threads = config.thread_count().min(64);
        let iterations = match (budget.iterations, budget.seconds) {
            (Some(iterations), _) => iterations as f64,
            (None, Some(seconds)) => seconds * RATE * threads as f64,
            (None, None) => RATE,
        };
        let chance = ChanceConfig {
            threads,
            seed: config.seed,
            widening: 1.0,
            breadth: (iterations / PER_MOVE).clamp(BREADTH[0], BREADTH[1]) as usize,
            ..ChanceConfig::default()
        };
        let afters: Vec<usize> = (0..moves.len()).collect();
        let game = game.clone();
        let problem = MoveProblem { game, seat, moves, estimates, worlds, utility };
        let search = ChanceSearch::new(problem, &afters, &chance, budget)?;
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| SearchError::Threads(error.to_string()))?;
        Ok(Self { search, pool, threads })
    }

    /// Advances by a slice; returns whether the search has ended.
    pub(super) fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> bool {
        let start = control.clock.now();
        let end = slice.seconds.map(|s| start + Slice::duration(s));
        let mut left = slice.iterations.unwrap_or(u64::MAX);
        let mut due = start + control.every;
        while left > 0 && end.is_none_or(|end| control.clock.now() < end) {
            let step = left.min(STEP * self.threads as u64);
            left -= step;
            let search = &mut self.search;
            let piece = ChanceSlice { iterations: step, until: end, clock: control.clock };
            let mut advance = || search.advance(piece);
            let more = match &self.pool {
                Some(pool) => pool.install(advance),
                None => advance(),
            };
            if !more {
                return true;
            }
            if control.is_cancelled() {
                self.search.cancel();
            }
            if control.progress.is_some() && control.clock.now() >= due {
                control.report(&self.answer());
                due = control.clock.now() + control.every;
            }
        }
        false
    }

    /// Returns every move that was compared, the best first.
    pub(super) fn answer(&self) -> Answer<G::Action> {
        let found = self.search.answer();
        let MoveProblem { moves, seat, .. } = self.search.problem();
        let reports = found.choices.iter().filter(|choice| choice.visits > 0).map(|choice| {
            let actions = &moves[choice.after];
            let interval = choice
                .error
                .map(|error| [choice.value - 1.96 * error, choice.value + 1.96 * error]);
            let mut report =
                ActionReport::new(actions[0], choice.visits, Some(choice.value), interval);
            report.line.clone_from(actions);
            report.moves.clone_from(actions);
            report
        });
        let totals = Totals::new(found.totals.iterations, found.totals.seconds, found.totals.stop);
        Answer::new(*seat, reports.collect(), totals)
    }
}
