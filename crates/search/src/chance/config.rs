//! Parameters of a search against chance.

use crate::SearchError;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What threads share the work of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ChanceParallel {
    /// Outcomes of root choices, each with its tree.
    #[default]
    Root,
    /// One outcome after the other: the problem divides the work of each exact value.
    Leaf,
}

/// Parameters of a search against chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceConfig {
    /// Number of threads: 1 to 64. With more than one, the work is done in the current pool.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// Progressive widening: a choice visited n times has n to this power outcomes; 0 to 1.
    pub widening: f64,
    /// Maximum number of root choices that are compared: the best by their estimates.
    pub breadth: usize,
    /// How far the estimate of a root choice may lie behind the best one for the choice to be compared;
    /// the best two are compared in any case.
    pub margin: f64,
    /// Weight of the estimate in the ranking of root choices, in outcomes: the variance of an outcome
    /// over that of the estimate's error.
    pub prior: f64,
    /// Approximate memory limit of the trees in bytes; beyond it no outcomes are added.
    pub memory: usize,
    /// What threads share the work of.
    pub parallel: ChanceParallel,
    /// Whether choices are dropped whose upper bound lies below the best mean by more than four
    /// standard errors.
    pub pruning: bool,
    /// By how much more it has to lie below.
    pub pruning_margin: f64,
    /// If set, choices are dropped at the end of a round, too, that lie behind the best by more than
    /// this with 95 % confidence.
    pub confidence_margin: Option<f64>,
    /// Minimum number of outcomes of a choice before that.
    pub pruning_visits: u64,
}

impl Default for ChanceConfig {
    fn default() -> Self {
        Self {
            threads: 1,
            seed: 0,
            widening: 0.85,
            breadth: 256,
            margin: f64::INFINITY,
            prior: 0.0,
            memory: 1 << 30,
            parallel: ChanceParallel::Root,
            pruning: true,
            pruning_margin: 0.0,
            confidence_margin: None,
            pruning_visits: 100,
        }
    }
}

impl ChanceConfig {
    /// Checks that every parameter is in its range.
    pub(super) fn validate(&self) -> Result<(), SearchError> {
        let bad = |param, value: String, expected: &str| {
            Err(SearchError::Config { param, value, expected: expected.to_owned() })
        };
        if !(1..=64).contains(&self.threads) {
            return bad("threads", self.threads.to_string(), "1 to 64");
        }
        if !(0.0..=1.0).contains(&self.widening) {
            return bad("widening", self.widening.to_string(), "0 to 1");
        }
        if self.margin.is_nan() || self.margin < 0.0 {
            return bad("margin", self.margin.to_string(), "0 or more");
        }
        if !(0.0..=1e9).contains(&self.prior) {
            return bad("prior", self.prior.to_string(), "0 to 1e9");
        }
        if !(0.0..=1e9).contains(&self.pruning_margin) {
            return bad("pruning_margin", self.pruning_margin.to_string(), "0 to 1e9");
        }
        if let Some(margin) = self.confidence_margin.filter(|m| !(0.0..=1e9).contains(m)) {
            return bad("confidence_margin", margin.to_string(), "0 to 1e9, or nothing");
        }
        if self.breadth == 0 {
            return bad("breadth", self.breadth.to_string(), "1 or more");
        }
        Ok(())
    }
}
