//! The bots `efficient` and `sharp` (tile efficiency, hand value, calls and folding) and `tempo`
//! (discards by the expected value of the hand).
//!
//! A bot sees a [`View`](crate::View), never a state. Everything that a decision needs is derived
//! from the view once (`Position`); then every action gets an expected value in points
//! (`turn_evaluation.rs`, `call_evaluation.rs`) from the probability to deal in (`danger.rs`), the
//! probability to win in time (`win_probability.rs`) and the value of the hand (`hand_value.rs`).

mod call_evaluation;
mod danger;
mod efficient;
mod ev_options;
mod hand_value;
mod position;
mod tempo;
mod turn_evaluation;
mod win_probability;

pub use efficient::Efficient;
pub use ev_options::ev_options;
pub use position::Weights;
pub use tempo::Tempo;
