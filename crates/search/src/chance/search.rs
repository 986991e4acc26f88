//! The search: rounds of equal visits, each with half as many choices as the one before.

use super::root::Root;
use super::{ChanceAnswer, ChanceConfig, ChanceProblem};
use crate::{Budget, SearchError, Stop};
use facedown_game::{Clock, Control, ProcessClock};
use rayon::ThreadPoolBuilder;
use std::fmt;
use std::time::Duration;

/// The maximum number of visits of each choice in one step.
const LONGEST_STEP: u64 = 512;
/// Visits of a thread between two looks at the control.
const SLICE: u64 = 1024;
/// Visits of one of several threads between two looks at the clock, in a slice that ends at a time.
const TIMED: u64 = 64;

/// How much one call of [`ChanceSearch::advance`] does: the first limit that is reached ends it.
#[derive(Clone, Copy)]
pub struct ChanceSlice<'a> {
    /// The number of iterations.
    pub iterations: u64,
    /// The time at which no further work is begun.
    pub until: Option<Duration>,
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
}

impl ChanceSlice<'static> {
    /// Returns a slice of so many iterations, timed by the clock of the process.
    pub const fn iterations(iterations: u64) -> Self {
        Self { iterations, until: None, clock: &ProcessClock }
    }
}

impl<'a> ChanceSlice<'a> {
    /// Returns a slice that ends at a time of a clock.
    pub const fn until(time: Duration, clock: &'a dyn Clock) -> Self {
        Self { iterations: u64::MAX, until: Some(time), clock }
    }

    /// Returns whether no time is left.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| self.clock.now() >= until)
    }
}

impl fmt::Debug for ChanceSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("ChanceSlice");
        form.field("iterations", &self.iterations).field("until", &self.until);
        form.finish_non_exhaustive()
    }
}

/// A search in progress, advanced in slices.
///
/// Slices do not change the answer: the steps follow from the budget of the whole search. A slice
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
    pub fn advance(&mut self, slice: ChanceSlice<'_>) -> bool {
        let start = *self.start.get_or_insert_with(|| slice.clock.now());
        let mut left = slice.iterations;
        while !self.is_done() {
            self.elapsed = slice.clock.now().saturating_sub(start);
            if !self.root.has_step() {
                self.next_step();
                continue;
            }
            if left == 0 || slice.is_over() {
                return true;
            }
            let timed = match (slice.until, self.threads as u64) {
                (None, _) => u64::MAX,
                (Some(_), 1) => 1,
                (Some(_), threads) => TIMED * threads,
            };
            left -= self.root.work(left.min(timed));
        }
        false
    }

    /// Cancels the search: it ends with the next slice, once every choice was tried.
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
            if !self.root.begin_step(self.step(part)) {
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
    fn step(&self, part: f64) -> u64 {
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

    /// Runs the search to its end.
    fn run(
        &mut self,
        control: &mut Control<'_, ChanceAnswer<P::After, P::Detail>>,
    ) -> ChanceAnswer<P::After, P::Detail> {
        let mut reported = Duration::ZERO;
        let slice = ChanceSlice {
            iterations: SLICE * self.threads as u64,
            until: None,
            clock: control.clock,
        };
        while self.advance(slice) {
            if control.is_cancelled() && !self.cancelled {
                self.cancel();
            }
            if control.progress.is_some() && self.elapsed >= reported + control.every {
                reported = self.elapsed;
                control.report(&self.answer());
            }
        }
        self.answer()
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
        return Ok(search.run(&mut control));
    }
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| SearchError::Threads(error.to_string()))?;
    Ok(pool.install(|| search.run(&mut control)))
}
