//! The search: rounds of equal visits, each with half as many choices as the one before.

use super::root::Root;
use super::{ChanceAnswer, ChanceConfig, ChanceProblem};
use crate::slice::{Allowance, Slice, Stepwise};
use crate::{Budget, SearchError, Stop};
use facedown_game::Control;
use rayon::ThreadPoolBuilder;
use std::fmt;
use std::time::Duration;

/// The maximum number of visits of each choice in one step.
const LONGEST_STEP: u64 = 512;
/// Visits of a thread between two looks at the control.
const STEP: u64 = 1024;
/// Visits of one of several threads between two looks at the clock, in a slice that ends at a time.
const TIMED: u64 = 64;

/// A search in progress, advanced in slices.
///
/// Pieces do not change the answer: the steps follow from the budget of the whole search. A piece
/// may end in the middle of a step, when some choices have more outcomes than others.
///
/// With more than one thread the work is done in the current rayon pool; with one, no pool is used.
pub struct ChanceSearch<P: ChanceProblem> {
    root: Root<P>,
    budget: Budget,
    threads: usize,
    round: u32,
    rounds: u32,
    /// The time of the first slice.
    start: Option<Duration>,
    /// The time since then, at the end of the last slice.
    elapsed: Duration,
    cancelled: bool,
    stop: Stop,
}

impl<P: ChanceProblem> ChanceSearch<P> {
    /// Prepares a search that compares choices, given as the positions after them.
    ///
    /// The budget's nodes are outcomes of root choices. Its time runs from the first slice.
    pub fn new(
        problem: P,
        afters: &[P::After],
        config: &ChanceConfig,
        budget: Budget,
    ) -> Result<Self, SearchError> {
        budget.validate()?;
        config.validate()?;
        if afters.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        let root = Root::new(problem, config, afters);
        let rounds = root.active.max(2).ilog2() + u32::from(!root.active.is_power_of_two());
        Ok(Self {
            root,
            budget,
            threads: config.threads,
            round: 0,
            rounds,
            start: None,
            elapsed: Duration::ZERO,
            cancelled: false,
            stop: Stop::Running,
        })
    }

    /// Returns the problem.
    pub const fn problem(&self) -> &P {
        self.root.problem()
    }

    /// Returns whether the search has ended.
    pub fn is_done(&self) -> bool {
        self.stop != Stop::Running
    }

    /// Continues the search; returns whether more remains to be done.
    pub fn advance(&mut self, mut left: Allowance<'_>) -> bool {
        let start = *self.start.get_or_insert_with(|| left.clock.now());
        while !self.is_done() {
            self.elapsed = left.clock.now().saturating_sub(start);
            if !self.root.has_step() {
                self.next_step();
                continue;
            }
            if left.is_over() {
                return true;
            }
            let timed = match (left.until, self.threads as u64) {
                (None, _) => u64::MAX,
                (Some(_), 1) => 1,
                (Some(_), threads) => TIMED * threads,
            };
            left.spend(self.root.work(left.units.min(timed)));
        }
        false
    }

    /// Cancels the search: it ends when it is advanced again, once every choice was tried.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        if self.root.iterations > 0 {
            self.root.abandon_step();
        }
    }

    /// Returns the answer so far: every choice, the best first.
    pub fn answer(&self) -> ChanceAnswer<P::After, P::Detail> {
        self.root.answer(self.elapsed.as_secs_f64(), self.stop)
    }

    /// Begins the next step, and ends rounds whose part of the budget is used up.
    fn next_step(&mut self) {
        let part = f64::from(self.round + 1) / f64::from(self.rounds);
        if !self.is_round_over(part) {
            if !self.root.begin_step(self.visits(part)) {
                self.stop = if self.cancelled { Stop::Cancelled } else { Stop::Exhausted };
            }
            return;
        }
        let active = self.root.active;
        let last = self.round + 1 == self.rounds;
        self.root.halve(if last { active } else { active.div_ceil(2).max(2) });
        self.round += 1;
        // A single choice is left only if bounds rule out all others.
        if last || self.is_settled() {
            self.stop = self.reason();
        }
    }

    fn is_settled(&self) -> bool {
        self.root.active == 1 && self.root.candidates.len() > 1
    }

    /// Returns whether this part of the budget is used up.
    fn is_round_over(&self, part: f64) -> bool {
        let Budget { iterations, nodes, .. } = self.budget;
        let over = |limit: Option<u64>, used: u64| {
            limit.is_some_and(|limit| used as f64 >= limit as f64 * part)
        };
        // Every choice is tried once, however short the time.
        self.root.iterations > 0
            && (over(iterations, self.root.iterations)
                || over(nodes, self.root.outcomes())
                || self.budget.duration().is_some_and(|all| self.elapsed >= all.mul_f64(part))
                || self.cancelled)
    }

    /// Returns the visits of each active choice in the next step: few enough not to miss the time,
    /// not more than the iterations left for this part, and not more than the choice has had, so that
    /// an answer in the middle of a step ranks choices whose means are about as certain.
    fn visits(&self, part: f64) -> u64 {
        if self.root.iterations == 0 {
            return 1;
        }
        let active = self.root.active as f64;
        let mut step = f64::from(u32::MAX);
        if let Some(limit) = self.budget.iterations {
            step = step.min((limit as f64 * part - self.root.iterations as f64) / active);
        }
        if let Some(duration) = self.budget.duration() {
            let elapsed = self.elapsed.as_secs_f64();
            let rate = self.root.iterations as f64 / elapsed.max(1e-6);
            let left = (duration.as_secs_f64() * part - elapsed).max(0.0);
            step = step.min(left * rate / active / 3.0);
        }
        let had = self.root.visits_of_active().max(1);
        (step.ceil() as u64).clamp(1, LONGEST_STEP.min(had))
    }

    fn reason(&self) -> Stop {
        let Budget { iterations, nodes, .. } = self.budget;
        if self.cancelled {
            Stop::Cancelled
        } else if self.is_settled() {
            Stop::Settled
        } else if iterations.is_some_and(|limit| self.root.iterations >= limit) {
            Stop::Iterations
        } else if nodes.is_some_and(|limit| self.root.outcomes() >= limit) {
            Stop::Nodes
        } else {
            Stop::Time
        }
    }
}

impl<P: ChanceProblem> Stepwise for ChanceSearch<P> {
    type Error = SearchError;
    type Report = ChanceAnswer<P::After, P::Detail>;

    fn step_units(&self) -> u64 {
        STEP * self.threads as u64
    }

    fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, SearchError> {
        Ok(self.advance(allowance))
    }

    fn cancel(&mut self) {
        Self::cancel(self);
    }

    fn report(&self) -> Option<Self::Report> {
        Some(self.answer())
    }
}

impl<P: ChanceProblem> fmt::Debug for ChanceSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("ChanceSearch");
        form.field("budget", &self.budget).field("round", &self.round).field("stop", &self.stop);
        form.finish_non_exhaustive()
    }
}

/// Compares choices, given as the positions after them: every one is reported, the best first.
///
/// With more than one thread it makes a pool of its own; [`ChanceSearch`] works in that of its
/// caller. The budget's nodes are outcomes of root choices.
pub fn search_chance<P: ChanceProblem>(
    problem: &P,
    afters: &[P::After],
    config: &ChanceConfig,
    budget: Budget,
    mut control: Control<'_, ChanceAnswer<P::After, P::Detail>>,
) -> Result<ChanceAnswer<P::After, P::Detail>, SearchError> {
    let mut search = ChanceSearch::new(problem, afters, config, budget)?;
    if config.threads == 1 {
        search.drive(Slice::ALL, &mut control)?;
        return Ok(search.answer());
    }
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| SearchError::Threads(error.to_string()))?;
    pool.install(|| search.drive(Slice::ALL, &mut control))?;
    Ok(search.answer())
}
