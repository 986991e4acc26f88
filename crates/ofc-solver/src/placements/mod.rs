//! Every placement of a position with its expected value: exact where possible, searched elsewhere.
//!
//! | street | method |
//! |---|---|
//! | 5, 4 | every placement, every draw: exact, against complete boards too |
//! | 3 | exact if requested, or if it fits into the time; otherwise searched |
//! | 1, 2 | searched, with exact values of street 4 at the leaves |
//!
//! With classic dealing streets 6 to 9 are enumerated, street 5 too unless an opponent is modelled,
//! street 4 if requested or if it fits into the time, and the others searched with exact values of the
//! last three cards at the leaves.
//!
//! Incomplete boards of opponents are modelled, and then no answer is called exact. The answer names
//! its method. [`solve_placements`] answers at once, [`PlacementsSearch`] in slices.

mod answer;
mod config;
mod error;
mod intervals;
mod problem;
mod report;
mod search;

pub use answer::{Method, PlacementReport, PlacementsAnswer, PlacementsProgress};
pub use config::PlacementsConfig;
pub use error::PlacementsError;
pub use search::{PlacementsSearch, solve_placements};
