//! Parameters of the solver.

use crate::{ModelConfig, Position, prior};
use facedown_ofc::Stakes;
use facedown_search::{Budget, ChanceConfig, ChanceParallel, SearchError};

/// Parameters of the solver.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct PlacementsConfig {
    /// Whether streets 1 and 2 are searched with estimates of the boards after street 3,
    /// instead of exact values of street 4 against the opponents: many more iterations in the
    /// same time. Not used against complete boards, nor where there is no [`Evaluator`](crate::Evaluator).
    pub estimated: bool,
    /// Whether the value networks estimate boards; otherwise those of `steady`, as under rules that have
    /// no others.
    pub networks: bool,
    /// Whether the value networks' estimates compare rows with what is expected of the opponents' boards
    /// as far as they are seen, instead of with usual boards.
    pub compare_rows: bool,
    /// Number of threads: 1 to 64. With one, no thread pool is used.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// The stakes against all opponents together; `None` for [`stakes`](crate::stakes) against each
    /// opponent.
    pub stakes: Option<Stakes>,
    /// Whether street 3 is solved exactly, however long it takes.
    pub exact: bool,
    /// Progressive widening ([`ChanceConfig::widening`]).
    pub widening: f64,
    /// Maximum number of placements that are compared: the best by their estimates.
    pub breadth: usize,
    /// How many points the estimate of a placement may lie behind the best one for the placement to be
    /// compared ([`ChanceConfig::margin`]).
    pub margin: f64,
    /// Weight of the estimate in the ranking of placements and the gaps between them, in iterations
    /// ([`ChanceConfig::prior`]); `None` for what the networks' errors say, 0 with classic dealing.
    pub prior: Option<f64>,
    /// Whether discards of opponents are inferred ([`ModelConfig::infer_discards`]).
    pub infer_discards: bool,
    /// Whether playing styles of opponents are inferred ([`ModelConfig::infer_styles`]).
    pub infer_styles: bool,
    /// Bytes of the transposition table of exact decisions; at most a quarter of `memory`.
    pub table: usize,
    /// Approximate memory limit in bytes, from 1 MiB on. A search that reaches it ends, or, with
    /// progressive widening, continues without new outcomes.
    pub memory: usize,
    /// What threads share the work of. Answers are equal.
    pub parallel: ChanceParallel,
    /// Whether placements are dropped by upper bounds ([`ChanceConfig::pruning`]).
    pub pruning: bool,
    /// How many points an upper bound has to lie below that
    /// ([`ChanceConfig::pruning_margin`]).
    pub pruning_margin: f64,
    /// If set, placements are dropped that lie behind the best by more than this many points with
    /// 95 % confidence ([`ChanceConfig::confidence_margin`]).
    pub confidence_margin: Option<f64>,
    /// Minimum number of iterations of a placement before that.
    pub pruning_visits: u64,
    /// Maximum number of samples of incomplete boards ([`ModelConfig::samples`]); `None` for 512, or
    /// 64 with less than two seconds. Sampling takes at most a seventh of the time.
    pub samples: Option<usize>,
    /// Whether streets that are enumerated against sampled boards get intervals, from the answers
    /// against parts of the samples: several times the work.
    pub sample_intervals: bool,
}

/// Minimum of [`PlacementsConfig::memory`].
const MIN_MEMORY: usize = 1 << 20;

impl Default for PlacementsConfig {
    fn default() -> Self {
        let (widening, breadth) = (1.0, 256);
        Self {
            estimated: false,
            networks: true,
            compare_rows: true,
            threads: 1,
            seed: 0,
            stakes: None,
            exact: false,
            widening,
            breadth,
            margin: f64::INFINITY,
            prior: None,
            infer_discards: false,
            infer_styles: false,
            table: 64 << 20,
            memory: 1 << 30,
            parallel: ChanceParallel::Root,
            pruning: true,
            pruning_margin: 0.0,
            confidence_margin: None,
            pruning_visits: 100,
            samples: None,
            sample_intervals: false,
        }
    }
}

impl PlacementsConfig {
    pub(super) fn validate(&self) -> Result<(), SearchError> {
        let check = |good: bool, param, value: &dyn ToString, expected: &str| {
            let (value, expected) = (value.to_string(), expected.to_owned());
            if good { Ok(()) } else { Err(SearchError::Config { param, value, expected }) }
        };
        let points = |margin: f64| (0.0..=1000.0).contains(&margin);
        check((1..=64).contains(&self.threads), "threads", &self.threads, "1 to 64")?;
        check(self.breadth > 0, "candidates", &self.breadth, "at least 1")?;
        let memory = &self.memory;
        check(*memory >= MIN_MEMORY, "memory", memory, "at least 1048576 bytes, 1 MiB")?;
        let (margin, expected) = (self.pruning_margin, "0 to 1000 points");
        check(points(margin), "pruning_margin", &margin, expected)?;
        match self.confidence_margin {
            Some(margin) => check(points(margin), "confidence_margin", &margin, expected),
            None => Ok(()),
        }
    }

    /// Returns the weight of the estimates of a position.
    pub(super) fn prior_in(&self, position: &Position) -> f64 {
        self.prior.unwrap_or_else(|| prior::of_position(position, self.networks))
    }

    /// Returns the bytes of the transposition table, at most.
    pub(super) fn table_bytes(&self) -> usize {
        self.table.min(self.memory / 4)
    }

    /// Returns the configuration of the opponent model.
    pub(super) fn model(&self, budget: Budget) -> ModelConfig {
        let short = budget.seconds.is_some_and(|seconds| seconds < 2.0);
        ModelConfig {
            samples: self.samples.unwrap_or(if short { 64 } else { 512 }),
            infer_discards: self.infer_discards,
            infer_styles: self.infer_styles,
            networks: self.networks,
            parallel: self.threads > 1,
        }
    }

    /// Returns the configuration of the search.
    pub(super) fn search(&self, position: &Position) -> ChanceConfig {
        ChanceConfig {
            threads: self.threads,
            seed: self.seed,
            widening: self.widening,
            breadth: self.breadth,
            margin: self.margin,
            prior: self.prior_in(position),
            memory: self.memory,
            parallel: self.parallel,
            pruning: self.pruning,
            pruning_margin: self.pruning_margin,
            confidence_margin: self.confidence_margin,
            pruning_visits: self.pruning_visits,
        }
    }
}
