//! Fantasyland of fourteen cards by policy networks: which cards go to the top row, then to the
//! middle row.
//!
//! One network scores the 364 tops of a hand, another the 462 middles of what a top leaves; the best
//! of both are combined, the six bottoms of each tried, and every setting is evaluated exactly
//! ([`PolicySolver`]). The exact solver (`facedown_ofc::fantasy`) is faster and never wrong; it makes
//! the training samples. See docs/guide/networks.md.
//!
//! An input is fourteen cards of eighteen numbers: thirteen for the rank (ace first, king last), four
//! for the suit, one for a joker, whose others are zero. Suits are numbered by their length in the
//! hand, the longest first, and by their ranks among equals: hands that differ by an exchange of
//! suits are one. Networks are trained on hands in [`sorted`] order: jokers, aces, kings and so on,
//! suits by their numbers. The middle network sees what the top leaves, then the top, both in that
//! order.

mod encode;
mod lines;
mod policy;
mod samples;
mod settings;

pub use encode::{HAND, HandError, INPUTS, MIDDLES, TOPS, encode_hand, sorted};
pub use lines::{FantasyRows, LineError};
pub use policy::{Middles, PolicyAnswer, PolicyError, PolicySolver};
pub use samples::{FantasyRow, FantasySamples, STAY_VALUE, deal, fantasy_solver};
pub use settings::exhaustive;

/// The encoder of the top network.
pub const TOP_ENCODER: &str = "fantasyland-top-1";
/// The encoder of the middle network.
pub const MIDDLE_ENCODER: &str = "fantasyland-middle-1";
