#![doc = include_str!("../README.md")]
//!
//! | module | content |
//! |---|---|
//! | [`hand_ev`] | the value of a hand by discard: chances to win and to be tenpai, expected points |
//! | [`danger`] | the probability that a discard deals in, with reasons |
//! | [`Tempo`] | a bot that discards by [`hand_ev`] |

pub mod danger;
pub mod hand_ev;
mod tempo;

pub use tempo::Tempo;
