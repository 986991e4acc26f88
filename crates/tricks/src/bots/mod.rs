//! Bots for trick games: `rule`, a decent beginner.
//!
//! A bot sees a [`View`](crate::View), never a state, and knows a game only by its rules.

mod bidding;
mod card_counting;
mod passing;
mod rule;

pub use rule::Rule;
