//! What a search against chance found.

use super::TOLD;
use crate::Stop;

/// Every choice at the root, the best first, and what the search spent.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ChanceAnswer<A> {
    /// The choices.
    pub choices: Vec<Choices<A>>,
    /// What it spent.
    pub totals: ChanceTotals,
}

/// What is known of a choice at the root.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Choices<A> {
    /// What it leads to.
    pub after: A,
    /// How often it was tried.
    pub visits: u64,
    /// How many outcomes it was tried with.
    pub outcomes: u64,
    /// The mean over outcomes, or the guess where there are none.
    pub value: f64,
    /// The standard error of the mean; nothing where there are fewer than two outcomes.
    pub error: Option<f64>,
    /// How far it is behind the best choice over the outcomes that both met.
    pub behind: f64,
    /// The standard error of that.
    pub behind_error: Option<f64>,
    /// The means of what the plan tells.
    pub told: [f64; TOLD],
    /// The guess at the value.
    pub guess: f64,
}

/// What a search against chance spent.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ChanceTotals {
    /// Visits of root choices.
    pub iterations: u64,
    /// Outcomes at the root, over all choices.
    pub outcomes: u64,
    /// Decisions in the tree.
    pub decisions: u64,
    /// The greatest number of decisions below the root.
    pub depth: u64,
    /// Seconds by the clock.
    pub seconds: f64,
    /// Why it ended.
    pub stop: Stop,
}
