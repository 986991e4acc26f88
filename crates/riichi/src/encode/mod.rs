//! Action ids and observations for networks.

mod actions;
mod planes;

pub use actions::Actions;
pub use planes::Planes;
