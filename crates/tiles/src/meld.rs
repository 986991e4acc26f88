//! Tiles laid open, or a closed kan.

use crate::{Kind, Tile};

/// What a meld is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MeldShape {
    /// Three in a row, from the left neighbour's discard.
    Chi,
    /// Three alike, from a discard.
    Pon,
    /// Four alike, from a discard (*daiminkan*).
    OpenKan,
    /// Four alike from one's own hand (*ankan*); the hand stays closed.
    ClosedKan,
    /// Four alike: a pon with the fourth tile added (*kakan*).
    AddedKan,
}

/// A meld. What a player can see of it is all there; which physical copies it holds is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meld {
    /// What it is.
    pub shape: MeldShape,
    /// The lowest kind of a chi, the kind of all others.
    pub first: Kind,
    /// How many of its tiles are red fives.
    pub reds: u8,
    /// The tile taken from another seat; of a closed kan, a plain tile of its kind.
    pub called: Tile,
    /// Whose discard it was, counted from the owner: 1 next (right), 2 across, 3 previous (left);
    /// 0 for a closed kan. With three seats 1 and 2.
    pub from: u8,
}

impl Meld {
    /// Whether it is one of the three kans.
    #[inline]
    pub const fn is_kan(self) -> bool {
        matches!(self.shape, MeldShape::OpenKan | MeldShape::ClosedKan | MeldShape::AddedKan)
    }

    /// Whether it opens the hand: all but a closed kan.
    #[inline]
    pub const fn is_open(self) -> bool {
        !matches!(self.shape, MeldShape::ClosedKan)
    }

    /// How many tiles it holds.
    #[inline]
    pub const fn len(self) -> usize {
        if self.is_kan() { 4 } else { 3 }
    }

    /// Never: a meld holds three or four tiles.
    #[inline]
    pub const fn is_empty(self) -> bool {
        false
    }
}
