//! Placements of open-face Chinese poker with what each is worth: exact where that can be, searched
//! elsewhere.
//!
//! | street | how |
//! |---|---|
//! | 5, 4 | every placement, every draw: exact, against complete boards too |
//! | 3 | exact where it is asked for or fits into the time; otherwise searched |
//! | 1, 2 | searched, with exact values of street 4 at the leaves |
//!
//! Opponents whose boards are not complete are modelled, and then no answer is called exact. The
//! answer says how it was come by.

mod answer;
mod plan;
mod solve;

pub use answer::{How, PlacementReport, PlacementsAnswer};
pub use solve::{PlacementsConfig, PlacementsError, PlacementsWatch, solve_placements};
