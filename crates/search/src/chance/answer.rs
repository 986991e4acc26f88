//! The answer of a search against chance.

use crate::Stop;

/// Every choice at the root, the best first, and the totals of the search. `A` is the position
/// after a choice, `D` the details of a value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ChanceAnswer<A, D> {
    /// The choices.
    pub choices: Vec<ChoiceReport<A, D>>,
    /// The totals.
    pub totals: ChanceTotals,
}

/// The results of a choice at the root.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ChoiceReport<A, D> {
    /// The position after the choice.
    pub after: A,
    /// Visits.
    pub visits: u64,
    /// Sampled outcomes.
    pub outcomes: u64,
    /// The mean over outcomes, or the estimate if there are none.
    pub value: f64,
    /// The standard error of the mean; `None` with fewer than two outcomes.
    pub error: Option<f64>,
    /// The gap to the best choice, over the outcomes that both have.
    pub behind: f64,
    /// The standard error of the gap.
    pub behind_error: Option<f64>,
    /// The means of the details.
    pub detail: D,
    /// Their standard errors; `None` with fewer than two outcomes.
    pub detail_error: Option<D>,
    /// The estimate of the value before the search.
    pub estimate: f64,
}

/// The totals of a search against chance.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ChanceTotals {
    /// Visits of root choices.
    pub iterations: u64,
    /// Outcomes at the root, over all choices.
    pub outcomes: u64,
    /// Decision nodes in the trees.
    pub decisions: u64,
    /// The maximum depth in decisions below the root.
    pub depth: u64,
    /// Elapsed seconds.
    pub seconds: f64,
    /// Why the search ended.
    pub stop: Stop,
}
