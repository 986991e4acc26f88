//! Mahjong tiles: kinds, red fives, physical tiles and melds.

mod kind;
mod meld;
mod tile;

pub use kind::{Kind, Suit};
pub use meld::{Meld, MeldShape};
pub use tile::{Tile, TileId};
