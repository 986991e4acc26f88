//! Open-face Chinese poker: rules, scores, exact Fantasyland and exact endgames.
//!
//! | part | what it holds |
//! |---|---|
//! | [`Rules`] | the options as one value, with presets |
//! | [`Board`], [`Row`] | thirteen cards in three rows |
//! | [`Scorer`], [`Rows`] | fouls, royalties, rows and scoop, who enters and stays in Fantasyland |
//! | [`fantasy`] | the best setting of 13 to 17 cards, exactly |
//! | [`endgame`] | streets 4 and 5 of a seat on its own, exactly |
//!
//! `docs/rules/ofc.md` states the rules with their sources.

mod board;
pub mod endgame;
pub mod fantasy;
mod rules;
mod scorer;

pub use board::{Board, ParseBoardError, Row};
pub use rules::{
    Dealing, Entry, Fantasyland, InvalidRules, JokerUse, LowRoyalties, Middle, RowRoyalties,
    Royalties, Rules, Stay, StayCards, StayHand, TopRoyalties, UnknownPreset,
};
pub use scorer::{Rows, Scorer};
