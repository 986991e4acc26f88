//! Budgets of searches.

use crate::SearchError;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The budget of a search, which ends with the first of these that is used up. At least one is set.
///
/// ```
/// use facedown_search::Budget;
///
/// assert!(Budget::seconds(0.025).validate().is_ok());
/// assert!(Budget::iterations(0).validate().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Budget {
    /// Seconds by the clock.
    pub seconds: Option<f64>,
    /// Iterations in all trees together.
    pub iterations: Option<u64>,
    /// Nodes in all trees together. A search that has nothing left to expand ends too.
    pub nodes: Option<u64>,
}

impl Budget {
    /// Returns a budget of this many seconds.
    pub const fn seconds(seconds: f64) -> Self {
        Self { seconds: Some(seconds), iterations: None, nodes: None }
    }

    /// Returns a budget of this many iterations.
    pub const fn iterations(iterations: u64) -> Self {
        Self { seconds: None, iterations: Some(iterations), nodes: None }
    }

    /// Returns a budget of this many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { seconds: None, iterations: None, nodes: Some(nodes) }
    }

    /// Checks that the budget has a limit and allows at least something.
    pub fn validate(&self) -> Result<(), SearchError> {
        match *self {
            Self { seconds: None, iterations: None, nodes: None } => {
                Err(SearchError::Budget("seconds, iterations or nodes must be given"))
            }
            Self { seconds: Some(s), .. } if !(s.is_finite() && s > 0.0) => {
                Err(SearchError::Budget("seconds must be a number above 0"))
            }
            Self { iterations: Some(0), .. } => {
                Err(SearchError::Budget("iterations must be above 0"))
            }
            Self { nodes: Some(0), .. } => Err(SearchError::Budget("nodes must be above 0")),
            Self { .. } => Ok(()),
        }
    }

    /// Returns the seconds as a duration. More than a year is no limit.
    pub(crate) fn duration(&self) -> Option<Duration> {
        const YEAR: f64 = 3.2e7;
        self.seconds.filter(|s| *s < YEAR).map(Duration::from_secs_f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_budget_is_an_error_that_says_why() {
        let text = |budget: Budget| budget.validate().unwrap_err().to_string();
        assert!(text(Budget::default()).contains("must be given"));
        assert!(text(Budget::seconds(0.0)).contains("seconds must be"));
        assert!(text(Budget::seconds(f64::NAN)).contains("seconds must be"));
        assert!(text(Budget::seconds(-1.0)).contains("seconds must be"));
        assert!(text(Budget::iterations(0)).contains("iterations must be"));
        assert!(text(Budget::nodes(0)).contains("nodes must be"));
    }

    #[test]
    fn a_very_long_time_is_no_limit() {
        assert_eq!(Budget::seconds(1e300).duration(), None);
        assert_eq!(Budget::seconds(0.5).duration(), Some(Duration::from_millis(500)));
    }
}
