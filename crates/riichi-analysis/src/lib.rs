#![doc = include_str!("../README.md")]
//!
//! | module | content |
//! |---|---|
//! | [`hand_ev`] | the value of a hand by discard: chances to win and to be tenpai, expected points |
//! | [`danger`] | the probability that a discard deals in, with reasons |
//! | `review` | the bot's opinion at every decision of a recorded game; needs the feature `review` |
//! | [`Tempo`] | a bot that discards by [`hand_ev`] |

pub mod danger;
pub mod hand_ev;
#[cfg(feature = "review")]
pub mod review;
mod tempo;

pub use tempo::Tempo;
