//! Parameters of the solver.

use crate::ModelConfig;
use facedown_ofc::Stakes;
use facedown_search::{Budget, ChanceConfig, SearchError};

/// Parameters of the solver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlacementsConfig {
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
    /// Weight of the estimate in the ranking of placements ([`ChanceConfig::prior`]).
    pub prior: f64,
    /// Whether discards of opponents are inferred ([`ModelConfig::infer_discards`]).
    pub infer_discards: bool,
    /// Whether playing styles of opponents are inferred ([`ModelConfig::infer_styles`]).
    pub infer_styles: bool,
    /// Bytes of the transposition table of street-4 decisions.
    pub table: usize,
    /// Maximum number of samples of incomplete boards ([`ModelConfig::samples`]); `None` for 512, or
    /// 64 with less than two seconds. Sampling takes at most a seventh of the time.
    pub samples: Option<usize>,
}

impl Default for PlacementsConfig {
    fn default() -> Self {
        let (widening, breadth) = (1.0, 256);
        Self {
            threads: 1,
            seed: 0,
            stakes: None,
            exact: false,
            widening,
            breadth,
            prior: 0.0,
            infer_discards: false,
            infer_styles: false,
            table: 64 << 20,
            samples: None,
        }
    }
}

impl PlacementsConfig {
    pub(super) fn validate(&self) -> Result<(), SearchError> {
        if (1..=64).contains(&self.threads) {
            return Ok(());
        }
        let value = self.threads.to_string();
        Err(SearchError::Config { param: "threads", value, expected: "1 to 64".to_owned() })
    }

    /// Returns the configuration of the opponent model.
    pub(super) fn model(&self, budget: Budget) -> ModelConfig {
        let short = budget.seconds.is_some_and(|seconds| seconds < 2.0);
        ModelConfig {
            samples: self.samples.unwrap_or(if short { 64 } else { 512 }),
            infer_discards: self.infer_discards,
            infer_styles: self.infer_styles,
            parallel: self.threads > 1,
        }
    }

    /// Returns the configuration of the search.
    pub(super) fn search(&self) -> ChanceConfig {
        ChanceConfig {
            threads: self.threads,
            seed: self.seed,
            widening: self.widening,
            breadth: self.breadth,
            prior: self.prior,
            ..ChanceConfig::default()
        }
    }
}
