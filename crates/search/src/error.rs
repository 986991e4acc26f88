//! Errors of searches.

use facedown_game::ImpossibleView;
use std::fmt;

/// A search that cannot begin or continue.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// The seat has no decision: it is not to act, or the hand is over.
    NoLegalAction,
    /// There are more legal actions than a node can have.
    TooManyActions(usize),
    /// A search parameter is out of its range.
    Config {
        /// The parameter's name.
        param: &'static str,
        /// Its value.
        value: String,
        /// The values that it can have.
        expected: String,
    },
    /// The budget is empty or allows nothing.
    Budget(&'static str),
    /// No deal explains the view.
    Impossible(ImpossibleView),
    /// Threads could not be started.
    Threads(String),
    /// A game's own solver failed.
    Solver(String),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLegalAction => write!(f, "no legal action: the seat is not to act"),
            Self::TooManyActions(count) => write!(
                f,
                "{count} legal actions, expected at most {}: play them in several steps",
                crate::tree::node_alloc::LONGEST_BLOCK
            ),
            Self::Config { param, value, expected } => {
                write!(f, "{param} is {value}, expected {expected}")
            }
            Self::Budget(problem) => write!(f, "no search without a budget: {problem}"),
            Self::Impossible(view) => view.fmt(f),
            Self::Threads(reason) => write!(f, "no threads to search with: {reason}"),
            Self::Solver(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<ImpossibleView> for SearchError {
    fn from(view: ImpossibleView) -> Self {
        Self::Impossible(view)
    }
}
