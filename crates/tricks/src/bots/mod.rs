//! Bots that know trick games: `rule`, a decent beginner.
//!
//! A bot sees a [`View`](crate::View), never a state, and knows a game by its rules alone.

mod bidding;
mod chances;
mod passing;
mod rule;

pub use rule::Rule;
