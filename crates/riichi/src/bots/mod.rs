//! The bots `efficient` and `sharp`: tile efficiency, hand value, calls and folding.
//!
//! A bot sees a [`View`](crate::View), never a state. Everything that a decision needs is derived
//! from the view once (`Position`); then every action gets an expected value in points
//! (`turn_evaluation.rs`, `call_evaluation.rs`) from the probability to deal in (`danger.rs`), the
//! probability to win in time (`win_probability.rs`) and the value of the hand (`hand_value.rs`).
//!
//! The bots are frozen, because baselines, beliefs and measurements were made by their play. So they
//! keep their own estimates of danger and of a hand's value; those of `facedown-riichi-analysis` are
//! better, and take far longer.

mod call_evaluation;
mod danger;
mod efficient;
mod hand_value;
mod position;
mod turn_evaluation;
mod win_probability;

pub use efficient::{Efficient, Risks};
pub use position::Weights;
