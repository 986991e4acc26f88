//! Whole moves: decisions that take several actions in a row, searched as one; and candidates that
//! are compared in the same way.

use super::search::SearchedGame;
use crate::chance::{ChanceConfig, ChanceProblem, ChanceSearch, ChoiceReport, ExactValue};
use crate::slice::{Allowance, Stepwise};
use crate::{ActionReport, Answer, Budget, SearchConfig, SearchError, Totals};
use facedown_game::stats::around;
use facedown_game::{Model, Rng, Seat};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Approximate iterations in a second of one thread.
const RATE: f64 = 100_000.0;
/// Iterations for each move that is compared.
const PER_MOVE: f64 = 8.0;
/// The least and the greatest number of moves that are compared.
const BREADTH: [f64; 2] = [24.0, 512.0];
/// Standard errors of a paired difference by which another action replaces the one with the best
/// prior.
const CLEAR: f64 = 2.0;

/// Compares whole moves by rollouts: the same sampled worlds and rollout streams for every move
/// (common random numbers), the worse half dropped in rounds.
struct MoveProblem<G: SearchedGame> {
    game: G,
    seat: Seat,
    moves: Vec<Vec<G::Action>>,
    /// Heuristic values of the moves.
    estimates: Vec<f64>,
    model: Model<G>,
}

/// A sampled world and the seed of its rollout.
#[derive(Clone, Copy)]
struct Sampled<S> {
    world: S,
    seed: u64,
}

impl<G: SearchedGame> ChanceProblem for MoveProblem<G> {
    /// The index of a move.
    type After = usize;
    type Outcome = Sampled<G::State>;
    type Detail = ();
    type Scratch = G::LegalActions;

    fn outcome(&self, _: &usize, rng: &mut Rng) -> Self::Outcome {
        let (world, _) = self.model.worlds.sample(rng);
        Sampled { world, seed: rng.next_u64() }
    }

    fn exact(
        &self,
        legal: &mut G::LegalActions,
        number: &usize,
        outcome: &Self::Outcome,
    ) -> Option<ExactValue<()>> {
        let mut state = outcome.world;
        for action in &self.moves[*number] {
            self.game.apply(&mut state, *action, &mut ());
        }
        self.game.playout(&mut state, legal, &mut Rng::new(outcome.seed));
        let scores = self.game.scores(&state).map(|score| score as f32);
        let value = f64::from(self.model.utility.utility(&scores)[self.seat]);
        Some(ExactValue { value, detail: () })
    }

    /// Every rollout is a leaf.
    fn choices(&self, _: &usize, _: &Self::Outcome, _: &mut Vec<usize>) {}

    fn estimate(&self, _: &mut G::LegalActions, number: &usize) -> f64 {
        self.estimates[*number]
    }

    fn exploration(&self) -> f64 {
        1.0
    }
}

/// A search for the best whole move, or for the best of some candidates.
pub(super) struct MoveSearch<G: SearchedGame> {
    search: ChanceSearch<MoveProblem<G>>,
    /// Actions that are not compared; none where whole moves are.
    others: Vec<G::Action>,
    /// The number of the candidate that is played unless another is clearly better.
    incumbent: Option<usize>,
    pool: Option<ThreadPool>,
}

impl<G: SearchedGame> MoveSearch<G> {
    /// Begins a search of these moves of a seat.
    pub(super) fn begin(
        (game, seat): (&G, Seat),
        moves: Vec<Vec<G::Action>>,
        model: Model<G>,
        config: &SearchConfig,
        budget: Budget,
    ) -> Result<Self, SearchError> {
        // The heuristic reads only the seat's own knowledge, so that any world will do.
        let (world, _) = model.worlds.sample(&mut Rng::stream(config.seed, 0));
        let value = |action: &G::Action| f64::from(game.heuristic(&world, *action));
        let estimates = moves.iter().map(|actions| actions.iter().map(value).sum()).collect();
        let problem = MoveProblem { game: game.clone(), seat, moves, estimates, model };
        Self::new(problem, (config, 0.0), budget)
    }

    /// Begins a comparison of candidates with these priors; `others` are the actions left out.
    pub(super) fn compare(
        (game, seat): (&G, Seat),
        candidates: Vec<(G::Action, f64)>,
        others: Vec<G::Action>,
        model: Model<G>,
        config: &SearchConfig,
        budget: Budget,
    ) -> Result<Self, SearchError> {
        let (moves, estimates): (Vec<_>, Vec<f64>) =
            candidates.into_iter().map(|(action, prior)| (vec![action], prior)).unzip();
        let best =
            (0..estimates.len()).rev().max_by(|a, b| estimates[*a].total_cmp(&estimates[*b]));
        let problem = MoveProblem { game: game.clone(), seat, moves, estimates, model };
        let config = (config, f64::from(config.prior_visits));
        Ok(Self { others, incumbent: best, ..Self::new(problem, config, budget)? })
    }

    fn new(
        problem: MoveProblem<G>,
        (config, prior): (&SearchConfig, f64),
        budget: Budget,
    ) -> Result<Self, SearchError> {
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
            prior,
            breadth: (iterations / PER_MOVE).clamp(BREADTH[0], BREADTH[1]) as usize,
            ..ChanceConfig::default()
        };
        let afters: Vec<usize> = (0..problem.moves.len()).collect();
        let search = ChanceSearch::new(problem, &afters, &chance, budget)?;
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| SearchError::Threads(error.to_string()))?;
        Ok(Self { search, others: Vec::new(), incumbent: None, pool })
    }

    /// Returns every move that was compared, the best first. The incumbent counts as the best unless
    /// another candidate is ahead of it by a paired difference of [`CLEAR`] standard errors.
    pub(super) fn answer(&self) -> Answer<G::Action> {
        let mut found = self.search.answer();
        let incumbent =
            found.choices.iter().position(|choice| Some(choice.after) == self.incumbent);
        if let Some(place) = incumbent.filter(|place| *place > 0) {
            let choice = &found.choices[place];
            let clear = choice.behind_error.is_some_and(|error| choice.behind > CLEAR * error);
            if !clear {
                found.choices[..=place].rotate_right(1);
            }
        }
        let MoveProblem { moves, seat, .. } = self.search.problem();
        let compares = self.incumbent.is_some();
        let mut reports: Vec<_> = found
            .choices
            .iter()
            .filter(|choice| compares || choice.visits > 0)
            .map(|choice| report(choice, &moves[choice.after], !compares))
            .collect();
        reports.extend(self.others.iter().map(|other| ActionReport::new(*other, 0, None, None)));
        let totals = Totals::new(found.totals.iterations, found.totals.seconds, found.totals.stop);
        Answer::new(*seat, reports, totals)
    }
}

impl<G: SearchedGame> Stepwise for MoveSearch<G> {
    type Error = SearchError;
    type Report = Answer<G::Action>;

    fn step_units(&self) -> u64 {
        self.search.step_units()
    }

    fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, SearchError> {
        let search = &mut self.search;
        let mut advance = || search.advance(allowance);
        Ok(match &self.pool {
            Some(pool) => pool.install(advance),
            None => advance(),
        })
    }

    fn cancel(&mut self) {
        self.search.cancel();
    }

    fn report(&self) -> Option<Answer<G::Action>> {
        Some(self.answer())
    }
}

fn report<A: Copy>(
    choice: &ChoiceReport<usize, ()>,
    actions: &[A],
    whole: bool,
) -> ActionReport<A> {
    let interval = choice.error.map(|error| around(choice.value, error));
    let value = (choice.visits > 0).then_some(choice.value);
    let mut report = ActionReport::new(actions[0], choice.visits, value, interval);
    report.line = actions.to_vec();
    if whole {
        report.moves = actions.to_vec();
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slice;
    use facedown_game::{Control, Game, Hidden, Points};
    use facedown_testkit::toys::{Kuhn, KuhnAction};
    use std::sync::Arc;

    /// Compares a call with a fold, which has the better prior, for a seat that holds the middle
    /// card: a call gains 1 on average, give or take 2.
    fn call_or_fold(iterations: u64) -> Answer<KuhnAction> {
        let mut states = (0..).map(|seed| Kuhn.deal(&(), &mut Rng::new(seed), &mut ()));
        let mut state = states.find(|state| state.cards()[1] == 1).unwrap();
        Kuhn.apply(&mut state, KuhnAction::Bet, &mut ());
        let worlds = Box::new(Kuhn.worlds(&Kuhn.view(&state, Seat::new(1))).unwrap());
        let model = Model { worlds, utility: Arc::new(Points) };
        let candidates = vec![(KuhnAction::Bet, 0.0), (KuhnAction::Pass, 0.1)];
        let seat = (&Kuhn, Seat::new(1));
        let budget = Budget::iterations(iterations);
        let config = SearchConfig { threads: 1, ..SearchConfig::default() };
        let search = MoveSearch::compare(seat, candidates, Vec::new(), model, &config, budget);
        let mut search = search.unwrap();
        while !search.drive(Slice::ALL, &mut Control::default()).unwrap() {}
        search.answer()
    }

    #[test]
    fn the_best_prior_is_played_until_another_action_is_clearly_better() {
        let few = call_or_fold(6);
        assert_eq!(few.best().action, KuhnAction::Pass);
        let many = call_or_fold(2_000);
        assert_eq!(many.best().action, KuhnAction::Bet);
        assert!(many.best().mean.unwrap().abs() < 0.3);
        assert_eq!(many.actions.len(), 2, "every action is reported");
    }
}
