#![doc = include_str!("../README.md")]
//!
//! | type | what it is |
//! |---|---|
//! | [`Kind`], [`Suit`], [`KindSet`] | the 34 kinds, and sets of them as one number |
//! | [`Tile`], [`TileId`] | the 37 distinguishable tiles, and the 136 of a wall |
//! | [`Meld`] | chi, pon and the three kans, validated |
//! | [`notation`] | `123m406p99s1z` and the names of MJAI, read and written |
//! | [`Counts`] | tiles of each kind, at most four |
//! | [`Hand`] | the closed tiles of a seat, updated incrementally |
//! | [`Pack`] | four seats, or three who play without 2m-8m |
//! | [`shanten()`], [`Forms`] | tiles away from tenpai: standard, seven pairs, thirteen orphans |
//! | [`Acceptance`], [`Discards`], [`Unseen`] | acceptance (*ukeire*): draws that help, and how many are left |
//! | [`shanten_batch`] and others | many hands at once, each checked |
//!
//! # Why this representation
//!
//! A complete hand is groups and a pair, and a group lies within a suit. So a hand decomposes into
//! four suits that interact only in how the groups and the pair are shared. The contribution of a
//! suit is ten numbers: the tiles it lacks of 0-4 groups, and of 0-4 groups and a pair. The 405,350
//! vectors of nine counts with 14 tiles or fewer have only 126 different sets of ten numbers, the
//! honours 55, and their combinations 180. Shanten is therefore seven loads from tables that the
//! build script writes: a class for each suit, three merges, one final lookup. No search, no loop,
//! no initialisation at startup.
//!
//! A vector is found by an index to which each tile adds a constant, and a [`Hand`] updates the
//! four indices as tiles come and go. A draw or a discard changes one suit, so
//! [acceptance](Acceptance) merges the other three once, and looks up one class for each draw.
//! Three seats play without 2m-8m: there 1m and 9m make no sequences and are looked up as honours.
//!
//! # Conventions
//!
//! - Only closed tiles count; the number of melds follows from the number of tiles (13 or 14 beside
//!   none, 1 or 2 beside four).
//! - Shanten never counts on a fifth copy of a tile held four times: `1111m` beside three groups is
//!   one away. [`Hand::waits`] excludes such a tile; [`Hand::shape_waits`] includes it.
//! - Copies in melds and elsewhere make a wait empty, not a hand incomplete: [`Acceptance::kinds`]
//!   goes by the closed tiles, [`Acceptance::live`] and [`Acceptance::left`] by what is visible.

mod acceptance;
mod batch;
mod counts;
mod hand;
mod key;
mod kind;
mod kind_set;
mod layout;
mod meld;
mod meld_text;
pub mod notation;
mod pack;
mod shanten;
mod spare;
mod tables;
mod tile;
mod unseen;
mod waits;

pub use acceptance::{Acceptance, Discard, Discards};
pub use batch::{
    BatchError, RawCounts, acceptance_batch, discards_batch, shanten_batch, try_acceptance,
    try_discards,
};
pub use counts::{Counts, FifthCopy, ParseHandError};
pub use hand::{Hand, NotHeld};
pub use kind::{Kind, Suit};
pub use kind_set::{KindSet, Kinds};
pub use meld::{Meld, MeldError, MeldShape};
pub use meld_text::ParseMeldError;
pub use notation::ParseTileError;
pub use pack::Pack;
pub use shanten::{Forms, InvalidHand, forms, shanten, try_shanten};
pub use tile::{Tile, TileId};
pub use unseen::Unseen;
