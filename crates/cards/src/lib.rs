//! The 52-card pack: cards, sets of cards, and their notation.
//!
//! A [`Card`] is one byte and a [`CardSet`] one `u64`, so hands are compared,
//! joined and counted without loops. Notation is rank then suit: `9c`, `Th`, `As`.
//!
//! ```
//! use facedown_cards::{Card, CardSet};
//!
//! let hand: CardSet = "As 2s 3s, td".parse()?;
//! assert_eq!(hand.len(), 4);
//! assert!(hand.contains("Td".parse::<Card>()?));
//! assert_eq!(hand.to_string(), "Td As 2s 3s");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
