//! A tile as players tell tiles apart, and as a wall holds them.

use crate::{Kind, Suit};
use std::fmt;

/// A tile as players tell tiles apart: one of the 34 kinds, or a red five. 37 in all, ordered by
/// kind, the red five after the plain one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile(u8); // a kind below 34; 34, 35, 36 are the red fives of m, p, s

impl Tile {
    /// How many different tiles there are.
    pub const COUNT: usize = 37;
    /// The red fives of characters, circles and bamboo.
    pub const RED_FIVES: [Self; 3] = [Self(34), Self(35), Self(36)];

    /// Returns the tile with this number: the kinds, then 34, 35, 36 for red 5m, 5p, 5s. `None`
    /// from 37 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the tile with this number.
    ///
    /// # Panics
    /// From 37 on: that is a programmer's error. Use [`Tile::from_index`] for what users give.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 37, "a tile's number is below 37");
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

    /// Returns the tile's number, below 37.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its kind, the red five being a five.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new(if self.0 < 34 { self.0 } else { (self.0 - 34) * 9 + 4 })
    }

    /// Returns whether it is a red five.
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
    /// How many tiles a wall has.
    pub const COUNT: usize = 136;

    /// Returns the tile with this id, or `None` from 136 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the tile with this id.
    ///
    /// # Panics
    /// From 136 on: that is a programmer's error. Use [`TileId::from_index`] for what users give.
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

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new(self.0 / 4)
    }

    /// Returns the tile a player sees where one five of each suit is red.
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
