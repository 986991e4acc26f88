//! Riichi by behaviour cloning: what strong players do in recorded games, and what the round brings.
//!
//! One policy head scores all kinds of decisions ([`CloneActions`]: discards, riichi, calls, kans,
//! wins), masked by what is legal; a value head estimates the points of the round. Inputs are planes
//! over the 34 kinds ([`ClonePlanes`]), encoded when a batch is read. See docs/guide/networks.md.

mod actions;
mod bot;
mod planes;
#[cfg(feature = "fs")]
mod samples;

pub use actions::CloneActions;
pub use bot::{CloneBot, CloneError, CloneExpert};
pub use planes::ClonePlanes;
#[cfg(feature = "fs")]
pub use samples::{CloneSamples, LoadError};

/// The encoder of the network.
pub const ENCODER: &str = "riichi-clone-1";
/// Points of one unit of the value head.
pub const VALUE_SCALE: f32 = 10_000.0;
