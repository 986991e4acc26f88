//! Tiles: the 37 distinguishable ones, and the 136 of a wall.

use crate::{Kind, Suit};
use facedown_game::packed_byte;
use std::fmt;

/// A distinguishable tile: one of the 34 kinds, or a red five. 37 in all, ordered by kind, the red
/// five after the plain one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile(u8); // a kind below 34; 34, 35, 36 are the red fives of m, p, s
packed_byte!(Tile, Tile::COUNT);

impl Tile {
    /// Number of distinguishable tiles.
    pub const COUNT: usize = 37;
    /// The red fives of characters, circles and bamboo.
    pub const RED_FIVES: [Self; 3] = [Self(34), Self(35), Self(36)];

    /// Returns the tile with this index: the kinds, then 34, 35, 36 for red 5m, 5p, 5s; `None` from
    /// 37 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the tile with this index.
    ///
    /// # Panics
    /// If the index is not below 37; [`Tile::from_index`] checks it.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 37, "a tile's index is below 37");
        Self(index)
    }

    /// Returns the plain tile of a kind.
    #[inline]
    pub const fn plain(kind: Kind) -> Self {
        Self(kind.index() as u8)
    }

    /// Returns the red five of a suit; the honours have none.
    #[inline]
    pub const fn red_five(suit: Suit) -> Option<Self> {
        match suit {
            Suit::Honor => None,
            _ => Some(Self(34 + suit as u8)),
        }
    }

    /// Returns the tile's index, below 37.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind; a red five is a five.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new(if self.0 < 34 { self.0 } else { (self.0 - 34) * 9 + 4 })
    }

    /// Returns whether the tile is a red five.
    #[inline]
    pub const fn is_red(self) -> bool {
        self.0 >= 34
    }
}

impl Ord for Tile {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.kind(), self.is_red()).cmp(&(other.kind(), other.is_red()))
    }
}

impl PartialOrd for Tile {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Kind> for Tile {
    fn from(kind: Kind) -> Self {
        Self::plain(kind)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_red() {
            write!(f, "0{}", self.kind().suit().letter())
        } else {
            self.kind().fmt(f)
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 136 physical tiles: `id / 4` is its kind; 16, 52 and 88 are the red fives where the
/// rules have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileId(u8);

impl TileId {
    /// Number of tiles in a wall.
    pub const COUNT: usize = 136;

    /// Returns the tile with this id, or `None` from 136 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the tile with this id.
    ///
    /// # Panics
    /// If the id is not below 136; [`TileId::from_index`] checks it.
    #[inline]
    pub const fn new(id: u8) -> Self {
        assert!(id < 136, "a tile's id is below 136");
        Self(id)
    }

    /// Returns the id, below 136.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new(self.0 / 4)
    }

    /// Returns the tile that players see by rules with one red five in each suit.
    #[inline]
    pub const fn tile(self) -> Tile {
        match self.0 {
            16 => Tile(34),
            52 => Tile(35),
            88 => Tile(36),
            id => Tile(id / 4),
        }
    }
}
