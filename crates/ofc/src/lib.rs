#![doc = include_str!("../README.md")]
//!
//! | part | contents |
//! |---|---|
//! | [`Rules`] | the options as one value, with presets |
//! | [`Board`], [`Row`] | thirteen cards in three rows |
//! | [`Ofc`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches of many hands, Fantasyland carried over |
//! | [`Stakes`] | the value of Fantasyland and the cost of a foul |
//! | [`PlaneEncoder`], [`ActionIds`] | observations and action ids for networks |
//! | [`OfcWorlds`] | hidden worlds, uniform |
//! | [`bots`] | `greedy`, and Fantasyland set exactly |
//! | [`wire`] | views as serialisable records |
//! | [`Scorer`], [`Rows`] | fouls, royalties, rows and scoop, who enters and stays in Fantasyland |
//! | [`Showdown`] | given boards with their hands, royalties and points |
//! | [`fantasy`] | the best setting of 13 to 17 cards, exactly |
//! | [`endgame`] | the last streets, alone or against boards, exactly |
//!
//! `facedown-ofc-solver` solves every street, and has the stronger bots.
//!
//! `docs/reference/rules/ofc.md` states the rules with their sources.

// Kernels.
pub mod endgame;
pub mod fantasy;
mod scorer;
mod showdown;

// Rules and play.
mod action;
mod board;
mod bounds;
mod game;
mod legal;
mod matches;
mod moves;
mod rules;
mod stakes;
mod state;
mod table;

// Hidden information.
mod redraw;
mod worlds;

// Search.
mod knowledge;
mod rollout;

// Networks, records, players, texts.
pub mod bots;
mod encode;
mod render;
#[cfg(feature = "serde")]
pub mod wire;

pub use action::{Action, Event, Place};
pub use board::{Board, ParseBoardError, Row};
pub use encode::{ActionIds, PlaneEncoder};
pub use game::{BadPack, Ofc};
pub use knowledge::ExactFantasyland;
pub use legal::Legal;
pub use matches::Standing;
pub use rules::{
    Dealing, Entry, Fantasyland, JokerUse, LowRoyalties, Matches, Middle, RowRoyalties, Royalties,
    Rules, Stay, StayCards, StayHand, TopRoyalties,
};
pub use scorer::{Rows, Scorer};
pub use showdown::{BoardScore, PairScore, RowScore, Showdown, ShowdownError};
pub use stakes::Stakes;
pub use state::{State, View};
pub use table::{Laid, MAX_SEATS, Phase, Setup, Table};
pub use worlds::OfcWorlds;
