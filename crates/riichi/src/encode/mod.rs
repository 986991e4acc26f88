//! Action ids and observations for networks.

mod actions;
mod planes;

pub use actions::ActionIds;
pub use planes::PlaneEncoder;
