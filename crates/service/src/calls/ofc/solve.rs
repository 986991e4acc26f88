//! `ofc/solve`: every placement with its expected value.

use super::{SolveAnswer, default_rules, preset};
use crate::call::{Begun, Call, Work};
use crate::job::Spent;
use crate::{Budget, ErrorKind, Limits, Progress, ServiceError};
use facedown_game::{Clock, ProcessClock, excerpt};
use facedown_ofc::{Dealing, Stakes};
use facedown_ofc_solver::placements::{
    PlacementsConfig, PlacementsError, PlacementsProgress, PlacementsSearch,
};
use facedown_ofc_solver::{Position, SeenBoard, StyleModel, stakes, weights};
use facedown_search::{ChanceParallel, ChanceSlice, SearchError, Slice};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// Units of work of a thread between two looks at the flag that cancels: of a search on one thread and on
/// several, and of a street of classic dealing that is solved exactly, where a unit takes longer.
const UNITS: u64 = 64;
const UNITS_OF_A_THREAD: u64 = 1024;
const UNITS_OF_CLASSIC: u64 = 1;

/// A position of open-face Chinese poker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct SolveRequest {
    /// The seat's board so far, `top / middle / bottom`; none on street 1.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"))]
    pub board: String,
    /// The cards dealt: five on street 1, then three; with classic dealing one.
    #[cfg_attr(feature = "schema", schema(example = "Kd 2d 7s"))]
    pub deal: String,
    /// The visible parts of opponents' boards, as a whole or street by street (`… > …`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// Other cards that cannot come, such as the seat's own discards.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = ""))]
    pub dead: String,
    /// The preset of the rules.
    #[serde(default = "default_rules")]
    #[cfg_attr(feature = "schema", schema(example = "standard"))]
    pub rules: String,
    /// The values of Fantasyland with 13 to 17 cards; by default the royalties that it brings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fantasyland_values: Option<[f64; 5]>,
    /// Iterations of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// Seconds of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Milliseconds until the answer is there, waiting included; 1000 if no budget is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds and iterations give equal answers.
    #[serde(default)]
    pub seed: u64,
    /// Threads, where the service has several for a search. Answers do not depend on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub threads: Option<usize>,
    /// Solve street 3 (with classic dealing street 4) exactly, however long it takes.
    #[serde(default)]
    pub exact: bool,
    /// Infer the discards of opponents with incomplete boards from the cards they kept.
    #[serde(default)]
    pub infer_discards: bool,
    /// Infer the style of opponents with incomplete boards from their boards.
    #[serde(default)]
    pub infer_styles: bool,
    /// For each opponent its boards of earlier hands, street by street, evidence of its style.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Vec<String>>,
    /// Give streets that are enumerated against modelled opponents confidence intervals, by the samples
    /// of their boards: several times the work.
    #[serde(default = "yes")]
    pub sample_intervals: bool,
    /// Compare only this many placements, the best by their estimates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub candidates: Option<usize>,
    /// The memory of a search in bytes, at least 1 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1_048_576))]
    pub memory: Option<usize>,
    /// What threads share: `root`, sampled deals; `leaf`, the exact solution after each deal.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "root"))]
    pub parallel: ChanceParallel,
    /// Drop placements whose upper bound is below the best mean.
    #[serde(default = "yes")]
    pub pruning: bool,
    /// Points by which an upper bound must be below the best mean, beside four standard errors.
    #[serde(default)]
    pub pruning_margin: f64,
    /// Drop placements that are behind by more points than this with 95 % confidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_margin: Option<f64>,
    /// Iterations of a placement before that.
    #[serde(default = "pruning_visits")]
    pub pruning_visits: u64,
}

const fn yes() -> bool {
    true
}

fn pruning_visits() -> u64 {
    PlacementsConfig::default().pruning_visits
}

impl SolveRequest {
    /// Returns the request for a deal on the first street, with the defaults of every other field.
    pub fn new(deal: impl Into<String>) -> Self {
        Self {
            board: String::new(),
            deal: deal.into(),
            opponents: Vec::new(),
            dead: String::new(),
            rules: default_rules(),
            fantasyland_values: None,
            iterations: None,
            seconds: None,
            timeout_ms: None,
            seed: 0,
            threads: None,
            exact: false,
            infer_discards: false,
            infer_styles: false,
            past: Vec::new(),
            sample_intervals: true,
            candidates: None,
            memory: None,
            parallel: ChanceParallel::default(),
            pruning: true,
            pruning_margin: 0.0,
            confidence_margin: None,
            pruning_visits: pruning_visits(),
        }
    }

    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        let Self { iterations, seconds, timeout_ms, .. } = *self;
        Budget { iterations, seconds, timeout_ms }
    }

    /// Reads the position.
    pub fn position(&self) -> Result<Position, ServiceError> {
        let rules = preset(&self.rules)?;
        let opponents: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
        Position::parse(&rules, &self.board, &self.deal, &opponents, &self.dead)
            .map_err(|error| ServiceError::new(ErrorKind::Invalid, error))
    }

    fn stakes(&self, position: &Position) -> Result<Option<Stakes>, ServiceError> {
        let Some(entry) = self.fantasyland_values else { return Ok(None) };
        if let Some(i) = entry.iter().position(|points| !(0.0..=500.0).contains(points)) {
            let why = format!("{}, expected 0 to 500 points", entry[i]);
            return Err(ServiceError::invalid(format!("fantasyland_values[{i}]"), why));
        }
        Ok(Some(Stakes { entry, ..usual_stakes(position)? }))
    }

    /// Returns the position with the styles that boards of earlier hands give its opponents.
    fn styled(
        &self,
        position: Position,
        values: Option<Stakes>,
        limits: &Limits,
    ) -> Result<Position, ServiceError> {
        if self.past.iter().all(Vec::is_empty) {
            return Ok(position);
        }
        let boards = self.past.iter().map(Vec::len).sum();
        if boards > limits.boards {
            return Err(ServiceError::too_large("past", boards, limits.boards));
        }
        let (given, opponents) = (self.past.len(), position.opponents().len());
        if given > opponents {
            let why = format!("boards of {given} opponents: there are {opponents}");
            return Err(ServiceError::invalid("past", why));
        }
        let values = values.map_or_else(|| usual_stakes(&position), Ok)?;
        let model = StyleModel::new(position.rules(), values)
            .map_err(|error| ServiceError::invalid("rules", error))?;
        let mut odds = Vec::with_capacity(given);
        for (i, texts) in self.past.iter().enumerate() {
            let read = |(j, text): (usize, &String)| {
                text.parse::<SeenBoard>().map_err(|error| {
                    let why = format!("'{}': {error}", excerpt(text));
                    ServiceError::invalid(format!("past[{i}][{j}]"), why)
                })
            };
            let boards: Result<Vec<SeenBoard>, _> = texts.iter().enumerate().map(read).collect();
            odds.push(model.odds(&boards?));
        }
        Ok(position.with_styles(&odds))
    }

    fn config(
        &self,
        stakes: Option<Stakes>,
        limits: &Limits,
    ) -> Result<PlacementsConfig, ServiceError> {
        let default = PlacementsConfig::default();
        Ok(PlacementsConfig {
            threads: limits.threads_of(self.threads)?,
            seed: self.seed,
            stakes,
            exact: self.exact,
            infer_discards: self.infer_discards,
            infer_styles: self.infer_styles,
            sample_intervals: self.sample_intervals,
            breadth: self.candidates.unwrap_or(default.breadth),
            memory: limits.memory_of(self.memory)?,
            parallel: self.parallel,
            pruning: self.pruning,
            pruning_margin: self.pruning_margin,
            confidence_margin: self.confidence_margin,
            pruning_visits: self.pruning_visits,
            ..default
        })
    }
}

/// Returns the stakes of the position's rules.
fn usual_stakes(position: &Position) -> Result<Stakes, ServiceError> {
    stakes(position.rules()).map_err(|error| ServiceError::invalid("rules", error))
}

fn failed(error: &PlacementsError) -> ServiceError {
    match error {
        PlacementsError::Search(SearchError::Config { param, value, expected }) => {
            ServiceError::invalid(*param, format!("{value}, expected {expected}"))
        }
        _ => ServiceError::new(ErrorKind::Invalid, error),
    }
}

impl Call for SolveRequest {
    type Answer = SolveAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<SolveAnswer>, ServiceError> {
        let budget = self.budget().checked(limits)?;
        let position = self.position()?;
        weights::require().map_err(|error| ServiceError::new(ErrorKind::Internal, error))?;
        let stakes = self.stakes(&position)?;
        let position = self.styled(position, stakes, limits)?;
        let config = self.config(stakes, limits)?;
        let begin = || PlacementsSearch::begin(&position, &config, budget, &ProcessClock);
        let exact_units = match position.rules().dealing {
            Dealing::Pineapple => UNITS,
            Dealing::Classic => UNITS_OF_CLASSIC,
        };
        let pool = pool(config.threads)?;
        let search = match &pool {
            Some(pool) => pool.install(begin),
            None => begin(),
        };
        let search = search.map_err(|error| failed(&error))?;
        let (searching, iterations) = (false, 0);
        Ok(Begun::Work(Box::new(Solving { search, pool, exact_units, searching, iterations })))
    }
}

/// Returns the threads of a search; none for a single one, which needs no pool.
fn pool(threads: usize) -> Result<Option<ThreadPool>, ServiceError> {
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|error| ServiceError::new(ErrorKind::Internal, error))
}

struct Solving {
    search: PlacementsSearch,
    /// The threads of the search, if it has several.
    pool: Option<ThreadPool>,
    /// Units of work of a thread between two looks at the flag that cancels, before the search begins.
    exact_units: u64,
    /// Whether placements are being searched: boards are sampled, and streets solved exactly, before.
    searching: bool,
    iterations: u64,
}

impl Solving {
    /// Returns the units of work between two looks at the flag that cancels.
    fn units(&mut self) -> u64 {
        let threads = self.pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        self.searching = self.searching
            || matches!(self.search.progress(), Some(PlacementsProgress::Searching(_)));
        let of_a_thread = match (self.searching, threads) {
            (false, _) => self.exact_units,
            (true, 1) => UNITS,
            (true, _) => UNITS_OF_A_THREAD,
        };
        of_a_thread * threads as u64
    }
}

impl Work<SolveAnswer> for Solving {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let clock = &ProcessClock;
        let until = slice.seconds.map(|seconds| clock.now() + Slice::duration(seconds));
        let mut left = slice.iterations.unwrap_or(u64::MAX);
        loop {
            if cancel.load(Ordering::Relaxed) {
                self.search.cancel();
            }
            let units = left.min(self.units());
            let slice = ChanceSlice { iterations: units, until, clock };
            let Self { search, pool, .. } = self;
            let mut advance = || search.advance(slice);
            let more = match pool {
                Some(pool) => pool.install(advance),
                None => advance(),
            };
            if !more.map_err(|error| failed(&error))? {
                return Ok(true);
            }
            left -= units;
            if left == 0 || slice.is_over() {
                return Ok(false);
            }
        }
    }

    fn progress(&self) -> Option<Progress<SolveAnswer>> {
        Some(match self.search.progress()? {
            PlacementsProgress::Solving(share) => Progress::Share(share),
            PlacementsProgress::Searching(answer) => {
                Progress::Answer(Box::new(SolveAnswer::from(&*answer)))
            }
            _ => return None,
        })
    }

    /// A street that is being solved exactly is searched instead: every placement is tried once.
    fn answer(&mut self) -> Result<SolveAnswer, ServiceError> {
        if self.search.answer().is_none() {
            while !self.advance(Slice::ALL, &AtomicBool::new(true))? {}
        }
        let answer = self.search.answer();
        let answer =
            answer.ok_or_else(|| ServiceError::new(ErrorKind::Internal, "there is no answer"))?;
        self.iterations = answer.iterations;
        Ok(SolveAnswer::from(&answer))
    }

    fn spent(&self) -> Spent {
        let iterations = self.search.answer().map_or(self.iterations, |a| a.iterations);
        Spent { iterations, worlds: 0 }
    }
}
