//! The solver for all streets, at once or in slices.

use super::answer::{PlacementsAnswer, PlacementsProgress};
use super::intervals::{PARTS, add_intervals, row};
use super::problem::StreetSearch;
use super::report::Reporter;
use super::{PlacementsConfig, PlacementsError};
use crate::{Evaluator, OpponentModel, OpponentSampling, Position, Streets, stakes};
use facedown_game::{Clock, Control};
use facedown_ofc::Dealing;
use facedown_ofc::endgame::{
    ClassicStreet, Endgame, EndgameError, Expectation, MAX_SINGLES, Partial, Street3,
};
use facedown_search::{Allowance, Budget, SearchError, Slice, Stepwise};
use rayon::ThreadPoolBuilder;
use std::time::Duration;

/// Approximate seconds of a street-4 decision on one thread.
const LEAF_SECONDS: f64 = 60e-6;
/// Bytes of the table for each decision that may go into it, with room to spare.
const SLOT_BYTES: f64 = 80.0;
/// Deals of street 3 that a thread solves between two checks of the clock.
const DEALS: usize = 16;
/// Cards to come after the street that are always enumerated with classic dealing, and against
/// modelled opponents.
const CLASSIC_SURE: usize = 4;
const CLASSIC_MODELLED: usize = 3;
/// Approximate seconds for a classic board with two cards to come on one thread, for each pair of
/// cards up to isomorphism.
const CLASSIC_PAIR_SECONDS: f64 = 50e-9;
/// Units of work of a thread between two checks of the control.
const STEP: u64 = 1024;

/// A solver in progress, continued slice by slice, so that a program without threads can cancel
/// it.
///
/// The unit of a slice is a sample of opponents' boards, a deal of street 3 solved exactly, or an
/// iteration of a search. With a budget of iterations the answer does not depend on the slices.
///
/// With more than one thread the work is done in the current rayon pool; with one, no pool is used.
///
/// ```
/// use facedown_game::ProcessClock;
/// use facedown_ofc::Rules;
/// use facedown_ofc_solver::Position;
/// use facedown_ofc_solver::placements::{PlacementsConfig, PlacementsSearch};
/// use facedown_search::{Allowance, Budget};
///
/// let position = Position::parse(&Rules::STANDARD, "", "As Kd 7h 7c 2s", &[], "")?;
/// let (config, budget) = (PlacementsConfig::default(), Budget::iterations(300));
/// let mut search = PlacementsSearch::begin(&position, &config, budget, &ProcessClock)?;
/// while search.advance(Allowance::units(50))? {}
/// assert_eq!(search.answer().unwrap().placements.len(), 232);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlacementsSearch {
    config: PlacementsConfig,
    budget: Budget,
    reporter: Reporter,
    phase: Phase,
    /// The time of the beginning.
    start: Duration,
    /// The time since then, at the end of the last slice.
    elapsed: Duration,
    cancelled: bool,
}

#[derive(Debug)]
enum Phase {
    /// Opponents' boards are being sampled.
    Sampling(Box<OpponentSampling>),
    /// A street is being solved exactly.
    Solving(Box<Solving>),
    /// Placements are being searched.
    Searching(Box<StreetSearch>),
    /// The answer is final.
    Done(Box<PlacementsAnswer>),
    /// There is no answer.
    Failed(PlacementsError),
}

/// A street that is being solved exactly, and the model with which it is searched if cancelled.
#[derive(Debug)]
struct Solving {
    street: ExactStreet,
    model: OpponentModel,
}

#[derive(Debug)]
enum ExactStreet {
    Pineapple(Street3),
    Classic(ClassicStreet),
}

impl ExactStreet {
    /// Prepares the street of a position.
    fn new(endgame: Endgame, position: &Position) -> Result<Self, EndgameError> {
        let (board, deal) = (position.board(), position.deal());
        let boards = position.opponents().iter();
        let dead = boards.fold(position.dead(), |dead, board| dead | board.cards());
        match (position.rules().dealing, deal) {
            (Dealing::Classic, [card]) => {
                ClassicStreet::new(endgame, board, *card, dead).map(Self::Classic)
            }
            _ => Street3::new(endgame, board, deal, dead).map(Self::Pineapple),
        }
    }

    fn done(&self) -> usize {
        match self {
            Self::Pineapple(street) => street.done(),
            Self::Classic(street) => street.done(),
        }
    }

    fn total(&self) -> usize {
        match self {
            Self::Pineapple(street) => street.total(),
            Self::Classic(street) => street.total(),
        }
    }

    /// Solves up to so many more deals; returns their number.
    fn advance(&mut self, deals: usize, threads: usize) -> usize {
        let before = self.done();
        match (&mut *self, threads) {
            (Self::Pineapple(street), 1) => street.advance(deals),
            (Self::Pineapple(street), _) => street.advance_parallel(deals),
            (Self::Classic(street), 1) => street.advance(deals),
            (Self::Classic(street), _) => street.advance_parallel(deals),
        }
        self.done() - before
    }

    /// Returns the number of deals between two checks of the clock.
    fn deals_at_once(&self) -> usize {
        match self {
            Self::Pineapple(_) => DEALS,
            // One card stands for all that may follow it.
            Self::Classic(_) => 1,
        }
    }
}

impl PlacementsSearch {
    /// Prepares the solver, with the clock of its slices.
    ///
    /// The budget is for streets that are searched; its time runs from now.
    pub fn begin(
        position: &Position,
        config: &PlacementsConfig,
        budget: Budget,
        clock: &dyn Clock,
    ) -> Result<Self, PlacementsError> {
        let start = clock.now();
        budget.validate()?;
        config.validate()?;
        let stakes = match config.stakes {
            Some(stakes) => stakes,
            None => stakes(position.rules())?.against(position.opponents().len()),
        };
        if position.rules().dealing == Dealing::Classic {
            check_classic(config)?;
        }
        let model = config.model(budget);
        let sampling = OpponentSampling::new(position, stakes, config.seed, model)?;
        if config.exact && is_exact_on_request(position) && !position.opponents_complete() {
            return Err(PlacementsError::Open);
        }
        let styles = sampling.styles().map(<[_]>::to_vec);
        let prior = config.prior_in(position);
        Ok(Self {
            config: *config,
            budget,
            reporter: Reporter { position: position.clone(), prior, stakes, samples: 0, styles },
            phase: Phase::Sampling(Box::new(sampling)),
            start,
            elapsed: Duration::ZERO,
            cancelled: false,
        })
    }

    /// Continues the solver; returns whether more remains to be done.
    pub fn advance(&mut self, mut left: Allowance<'_>) -> Result<bool, PlacementsError> {
        loop {
            self.elapsed = left.clock.now().saturating_sub(self.start);
            let is_over = left.is_over();
            let (cancelled, sampled) = (self.cancelled, self.has_sampled());
            match &mut self.phase {
                Phase::Done(_) => return Ok(false),
                Phase::Failed(error) => return Err(error.clone()),
                Phase::Searching(search) => {
                    let more = search.advance(left);
                    self.elapsed = left.clock.now().saturating_sub(self.start);
                    if more {
                        return Ok(true);
                    }
                    self.end_search();
                }
                Phase::Sampling(_) if sampled => self.end_sampling(left.clock),
                Phase::Solving(solving) if solving.street.done() == solving.street.total() => {
                    self.end_solving();
                }
                Phase::Solving(_) if cancelled => self.search_instead(),
                _ if is_over => return Ok(true),
                Phase::Sampling(sampling) => {
                    sampling.advance();
                    left.spend(OpponentSampling::AT_A_TIME as u64);
                }
                Phase::Solving(solving) => {
                    let (street, threads) = (&mut solving.street, self.config.threads);
                    let timed = left.until.is_some();
                    let deals = if timed { street.deals_at_once() } else { usize::MAX };
                    let deals = deals.saturating_mul(threads);
                    let deals = deals.min(usize::try_from(left.units).unwrap_or(usize::MAX));
                    left.spend(street.advance(deals, threads) as u64);
                }
            }
        }
    }

    /// Cancels the solver: it ends with the next slice, with the answer so far. A street that is being
    /// solved exactly has none, so every placement is tried once as in a search.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        if let Phase::Searching(search) = &mut self.phase {
            search.cancel();
        }
    }

    /// Returns the answer, or the answer so far of a search; `None` before there is one.
    pub fn answer(&self) -> Option<PlacementsAnswer> {
        match &self.phase {
            Phase::Searching(search) => {
                let seconds = self.elapsed.as_secs_f64();
                let (opponents, lookups) = (search.opponents(), search.lookups());
                Some(self.reporter.searched(&search.answer(), opponents, lookups, seconds))
            }
            Phase::Done(answer) => Some((**answer).clone()),
            _ => None,
        }
    }

    /// Returns a report on the progress; `None` if there is nothing to report.
    pub fn progress(&self) -> Option<PlacementsProgress> {
        match &self.phase {
            Phase::Solving(solving) => {
                let street = &solving.street;
                let part = street.done() as f64 / street.total().max(1) as f64;
                Some(PlacementsProgress::Solving(part))
            }
            _ => self.answer().map(|answer| PlacementsProgress::Searching(Box::new(answer))),
        }
    }

    /// Returns whether enough of the opponents' boards are sampled.
    fn has_sampled(&self) -> bool {
        let Phase::Sampling(sampling) = &self.phase else { return false };
        if self.is_estimated() {
            return true;
        }
        let seconds = self.budget.seconds.filter(|seconds| *seconds < 3600.0);
        let late = seconds.is_some_and(|all| self.elapsed >= Duration::from_secs_f64(all / 7.0));
        sampling.is_done() || (late || self.cancelled) && sampling.samples() > 0
    }

    /// Goes on from sampling to what the street needs.
    fn end_sampling(&mut self, clock: &dyn Clock) {
        let unused = Phase::Failed(PlacementsError::Cancelled);
        let Phase::Sampling(sampling) = std::mem::replace(&mut self.phase, unused) else { return };
        let next = sampling.finish().map_err(PlacementsError::from);
        self.phase = next.and_then(|model| self.solve(model)).unwrap_or_else(Phase::Failed);
        if let Phase::Done(answer) = &mut self.phase {
            answer.seconds = clock.now().saturating_sub(self.start).as_secs_f64();
        }
    }

    fn end_solving(&mut self) {
        let Phase::Solving(solving) = &self.phase else { return };
        let (reporter, seconds) = (&self.reporter, self.elapsed.as_secs_f64());
        let answer = match &solving.street {
            ExactStreet::Pineapple(street) => {
                street.placements().map(|found| reporter.enumerated(&found, seconds))
            }
            ExactStreet::Classic(street) => {
                street.placements().map(|found| reporter.classic(&found, seconds))
            }
        };
        if let Some(answer) = answer {
            self.phase = Phase::Done(Box::new(answer));
        }
    }

    /// Goes on from a street that is not solved to the end to a search.
    fn search_instead(&mut self) {
        let unused = Phase::Failed(PlacementsError::Cancelled);
        let Phase::Solving(solving) = std::mem::replace(&mut self.phase, unused) else { return };
        self.phase = self.search(solving.model).unwrap_or_else(Phase::Failed);
    }

    fn end_search(&mut self) {
        if let Some(answer) = self.answer() {
            self.phase = Phase::Done(Box::new(answer));
        }
    }

    /// Prepares the phase after sampling; streets 4 and 5 are solved at once.
    fn solve(&mut self, model: OpponentModel) -> Result<Phase, PlacementsError> {
        let position = &self.reporter.position;
        self.reporter.samples = model.samples();
        if position.rules().dealing == Dealing::Classic {
            return self.solve_classic(model);
        }
        let street = position.street();
        if street >= 4 {
            let placements = model.solve(position)?;
            let mut answer = self.reporter.enumerated(&placements, self.elapsed.as_secs_f64());
            let parts = self.parts(&model).into_iter();
            let parts =
                parts.map(|part| part.solve(position).map(|of| of.iter().map(row).collect()));
            add_intervals(&mut answer.placements, &parts.collect::<Result<Vec<_>, _>>()?);
            return Ok(Phase::Done(Box::new(answer)));
        }
        if street == 3 && !model.is_modelled() && (self.config.exact || self.fits()) {
            return Ok(self.solving(model)?);
        }
        self.search(model)
    }

    /// The same with classic dealing.
    fn solve_classic(&self, model: OpponentModel) -> Result<Phase, PlacementsError> {
        let position = &self.reporter.position;
        let left = position.places_left();
        if model.is_modelled() && left <= CLASSIC_MODELLED {
            let placements = model.solve_classic(position);
            let mut answer = self.reporter.classic(&placements, self.elapsed.as_secs_f64());
            let row = |(board, of): &(Partial, Expectation)| ((*board, None), *of);
            let parts = self.parts(&model).into_iter();
            let parts = parts.map(|part| part.solve_classic(position).iter().map(row).collect());
            add_intervals(&mut answer.placements, &parts.collect::<Vec<_>>());
            return Ok(Phase::Done(Box::new(answer)));
        }
        let wanted = left <= CLASSIC_SURE
            || left <= MAX_SINGLES && (self.config.exact || self.fits_classic());
        if !model.is_modelled() && wanted {
            return Ok(self.solving(model)?);
        }
        self.search(model)
    }

    fn solving(&self, model: OpponentModel) -> Result<Phase, EndgameError> {
        let street = ExactStreet::new(model.endgame().clone(), &self.reporter.position)?;
        Ok(Phase::Solving(Box::new(Solving { street, model })))
    }

    /// Returns the models of parts of the samples that intervals come from.
    fn parts(&self, model: &OpponentModel) -> Vec<OpponentModel> {
        if self.config.sample_intervals { model.parts(PARTS) } else { Vec::new() }
    }

    /// Prepares a search.
    fn search(&self, model: OpponentModel) -> Result<Phase, PlacementsError> {
        let position = &self.reporter.position;
        let rest = |seconds: f64| (seconds - self.elapsed.as_secs_f64()).max(1e-6);
        let budget = Budget { seconds: self.budget.seconds.map(rest), ..self.budget };
        let estimated = self.is_estimated();
        let payers = position.opponents().len();
        let mut streets = if self.config.networks {
            Streets::new(model, self.reporter.stakes)
        } else {
            Streets::steady(model, self.reporter.stakes)
        };
        if estimated {
            streets = streets.estimated_against(payers);
        }
        if self.config.compare_rows {
            streets = streets.comparing(position);
        }
        let (table, config) = (self.table_bytes(budget), self.config.search(position));
        let mut search = StreetSearch::new(position, streets, table, &config, estimated, budget)?;
        if self.cancelled {
            search.cancel();
        }
        Ok(Phase::Searching(Box::new(search)))
    }

    /// Returns whether boards after street 3 are estimated.
    fn is_estimated(&self) -> bool {
        let position = &self.reporter.position;
        let rules = position.rules();
        let complete = position.opponents().iter().any(|board| board.cards().len() == 13);
        self.config.estimated
            && self.config.networks
            && rules.dealing == Dealing::Pineapple
            && position.street() <= 2
            && !complete
            && Evaluator::of(rules).is_some()
    }

    /// Returns whether street 3 can be solved exactly in the time.
    fn fits(&self) -> bool {
        let Some(seconds) = self.seconds_alone() else { return false };
        let afters = Streets::afters(&self.reporter.position);
        let leaves: usize = afters.iter().map(Streets::distinct_deals).sum();
        leaves as f64 * LEAF_SECONDS / self.config.threads as f64 <= 0.8 * seconds
    }

    /// Returns whether a classic street with five cards to come can be solved exactly in the time.
    fn fits_classic(&self) -> bool {
        let Some(seconds) = self.seconds_alone() else { return false };
        let afters = Streets::afters(&self.reporter.position);
        let boards: f64 = afters.iter().map(|after| Streets::classic_pairs(after, 3)).sum();
        boards * CLASSIC_PAIR_SECONDS / self.config.threads as f64 <= 0.8 * seconds
    }

    /// Returns the seconds of a budget that has no other limit.
    fn seconds_alone(&self) -> Option<f64> {
        match self.budget {
            Budget { seconds, iterations: None, nodes: None } => seconds,
            _ => None,
        }
    }

    /// Returns the bytes of a table for all decisions that a search of this budget solves, and no
    /// more: allocating it takes time too.
    fn table_bytes(&self, budget: Budget) -> usize {
        if self.is_estimated() {
            return 0;
        }
        let threads = self.config.threads as f64;
        let by_time = budget.seconds.map(|seconds| seconds * threads / LEAF_SECONDS);
        let by_iterations = budget.iterations.map(|iterations| iterations as f64);
        let leaves = by_time.into_iter().chain(by_iterations).fold(f64::INFINITY, f64::min);
        self.config.table_bytes().min((leaves * SLOT_BYTES).max(SLOT_BYTES) as usize)
    }
}

impl Stepwise for PlacementsSearch {
    type Error = PlacementsError;
    type Report = PlacementsProgress;

    fn step_units(&self) -> u64 {
        match self.phase {
            // A sample takes longer than an iteration, and so does a deal that is solved exactly.
            Phase::Sampling(_) => STEP / 64,
            Phase::Solving(ref solving) => match solving.street {
                ExactStreet::Pineapple(_) => STEP / 16 * self.config.threads as u64,
                ExactStreet::Classic(_) => self.config.threads as u64,
            },
            _ => STEP * self.config.threads as u64,
        }
    }

    fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, PlacementsError> {
        self.advance(allowance)
    }

    fn cancel(&mut self) {
        Self::cancel(self);
    }

    fn report(&self) -> Option<PlacementsProgress> {
        self.progress()
    }
}

/// Returns whether a street is solved exactly on request only, or if it fits into the time.
fn is_exact_on_request(position: &Position) -> bool {
    match position.rules().dealing {
        Dealing::Pineapple => position.street() == 3,
        Dealing::Classic => (CLASSIC_MODELLED + 1..=MAX_SINGLES).contains(&position.places_left()),
    }
}

/// Checks options that need discards.
fn check_classic(config: &PlacementsConfig) -> Result<(), PlacementsError> {
    if config.infer_discards {
        return Err(PlacementsError::Classic("discards are inferred"));
    }
    if config.infer_styles {
        return Err(PlacementsError::Classic("styles are inferred"));
    }
    Ok(())
}

/// Returns every placement in a position with its expected value, the best first.
///
/// The budget is for streets that are searched. A street that is being solved exactly when it is
/// cancelled is answered as by a search that tries every placement once.
pub fn solve_placements(
    position: &Position,
    config: &PlacementsConfig,
    budget: Budget,
    mut control: Control<'_, PlacementsProgress>,
) -> Result<PlacementsAnswer, PlacementsError> {
    let mut solve = || {
        let mut search = PlacementsSearch::begin(position, config, budget, control.clock)?;
        search.drive(Slice::ALL, &mut control)?;
        search.answer().ok_or(PlacementsError::Cancelled)
    };
    if config.threads <= 1 {
        return solve();
    }
    config.validate()?;
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| SearchError::Threads(error.to_string()))?;
    pool.install(solve)
}
