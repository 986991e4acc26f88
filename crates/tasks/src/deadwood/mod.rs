//! The least deadwood of a gin hand, estimated by a small network.
//!
//! The input is the hand as 52 zeros and ones; the outputs are scores of every deadwood from 0 to 106,
//! so that the network says how sure it is, and an estimate can be on the safe side
//! ([`Side`]). The exact kernel (`facedown_gin::kernel`) is faster and never wrong; it makes the
//! training samples. See docs/guide/networks.md.

mod estimator;
mod samples;

pub use estimator::{DeadwoodEstimator, EstimateError, Side};
pub use samples::{DeadwoodSamples, group, hands_from_play, random_hand};

/// The encoder of the network.
pub const ENCODER: &str = "gin-hand-1";
/// The inputs: one for each card.
pub const INPUTS: usize = 52;
/// The outputs: every deadwood up to the greatest of eleven cards.
pub const OUTPUTS: usize = 107;

/// Writes a hand as zeros and ones; `out` has [`INPUTS`] elements.
pub fn encode(hand: u64, out: &mut [f32]) {
    for (card, out) in out[..INPUTS].iter_mut().enumerate() {
        *out = (hand >> card & 1) as f32;
    }
}
