#![doc = include_str!("../README.md")]
//!
//! A [`Card`] is one byte and a [`CardSet`] one `u64`, so hands are compared,
//! joined and counted without loops. Notation is rank then suit: `9c`, `Th`, `As`.
//!
//! [`PackCard`] and [`PackSet`] are the same for the pack of 54, whose jokers are written `X`.
//! [`poker`] evaluates hands of five cards, or three.

mod card;
mod notation;
mod pack;
pub mod poker;
mod set;

pub use card::{Card, Rank, Suit};
pub use notation::{ParseCardError, ParseCardsError, card_tokens, parse_cards, write_cards};
pub use pack::{PackCard, PackCards, PackSet, parse_pack};
pub use set::{CardSet, Iter};
