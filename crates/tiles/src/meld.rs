//! Melds: called tiles, and closed kans.
//!
//! As text, a meld is its tiles with a mark after the called one, which shows whose discard it was:
//! `+` the next seat's (right), `=` the one's across, `-` the previous one's (left). `4-06p` is a
//! chi of the left neighbour's 4p with a red five, `555=s` a pon, `5550+p` an open kan of a red
//! five, `111=1z` an added kan (the added tile follows the mark), `5550m` a closed kan (no mark).

use crate::{Kind, Tile};
use facedown_game::{packed_enum, packed_struct};
use std::fmt;

/// The kind of a meld.
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
packed_enum!(MeldShape { Chi, Pon, OpenKan, ClosedKan, AddedKan });

/// A meld, with all that a player can see of it; physical copies are not distinguished.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meld {
    /// The kind of meld.
    pub shape: MeldShape,
    /// The lowest kind of a chi, the kind of all others.
    pub first: Kind,
    /// Number of red fives among its tiles.
    pub reds: u8,
    /// The called tile; of a closed kan, a plain tile of its kind.
    pub called: Tile,
    /// The seat of the discard, counted from the owner: 1 next (right), 2 across, 3 previous
    /// (left); 0 for a closed kan. With three seats 1 and 2.
    pub from: u8,
}
packed_struct!(Meld { shape, first, reds, called, from });

impl Meld {
    /// Returns whether the meld is one of the three kans.
    #[inline]
    pub const fn is_kan(self) -> bool {
        matches!(self.shape, MeldShape::OpenKan | MeldShape::ClosedKan | MeldShape::AddedKan)
    }

    /// Returns whether the meld opens the hand: all but a closed kan.
    #[inline]
    pub const fn is_open(self) -> bool {
        !matches!(self.shape, MeldShape::ClosedKan)
    }

    /// Returns the number of tiles.
    #[inline]
    pub const fn len(self) -> usize {
        if self.is_kan() { 4 } else { 3 }
    }

    /// Returns `false`: a meld has three or four tiles.
    #[inline]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Returns the tiles in ascending order, red fives after plain ones.
    #[inline]
    pub fn tiles(self) -> impl ExactSizeIterator<Item = Tile> + Clone {
        let length = self.len();
        (0..length).map(move |i| {
            let first = self.first.index() as u8;
            let (kind, red) = match self.shape {
                MeldShape::Chi => {
                    let kind = Kind::new(first + i as u8);
                    (kind, kind.is_five() && self.reds > 0)
                }
                _ => (self.first, i + self.reds as usize >= length),
            };
            Tile::red_five(kind.suit()).filter(|_| red).unwrap_or(Tile::plain(kind))
        })
    }

    /// Adds the tiles to counts by kind.
    #[inline]
    pub fn count_into(self, counts: &mut [u8; Kind::COUNT]) {
        if self.shape == MeldShape::Chi {
            let first = self.first.index();
            counts[first..first + 3].iter_mut().for_each(|count| *count += 1);
        } else {
            counts[self.first.index()] += self.len() as u8;
        }
    }

    /// Returns the number of tiles of this kind.
    #[inline]
    pub fn count(self, kind: Kind) -> usize {
        if self.shape == MeldShape::Chi {
            usize::from((0..3).contains(&kind.index().wrapping_sub(self.first.index())))
        } else if kind == self.first {
            self.len()
        } else {
            0
        }
    }

    /// Builds a chi of the previous seat's discard with two own tiles.
    pub fn chi(called: Tile, own: [Tile; 2]) -> Result<Self, MeldError> {
        let tiles = [called, own[0], own[1]];
        let mut kinds = tiles.map(Tile::kind);
        kinds.sort_unstable();
        let [first, second, third] = kinds.map(Kind::index);
        let in_a_row = second == first + 1 && third == first + 2;
        if !in_a_row || kinds[0].suit() != kinds[2].suit() || kinds[0].is_honor() {
            return Err(MeldError::NotARow(tiles));
        }
        Ok(Self { shape: MeldShape::Chi, first: kinds[0], reds: reds(&tiles), called, from: 3 })
    }

    /// Builds a pon of a discard with two own tiles; `from` as in [`Meld::from`].
    pub fn pon(called: Tile, own: [Tile; 2], from: u8) -> Result<Self, MeldError> {
        let tiles = [called, own[0], own[1]];
        Self::alike(MeldShape::Pon, &tiles, seat(from)?)
    }

    /// Builds an open kan of a discard with three own tiles; `from` as in [`Meld::from`].
    pub fn open_kan(called: Tile, own: [Tile; 3], from: u8) -> Result<Self, MeldError> {
        let tiles = [called, own[0], own[1], own[2]];
        Self::alike(MeldShape::OpenKan, &tiles, seat(from)?)
    }

    /// Builds a closed kan of four own tiles.
    pub fn closed_kan(tiles: [Tile; 4]) -> Result<Self, MeldError> {
        let kan = Self::alike(MeldShape::ClosedKan, &tiles, 0)?;
        Ok(Self { called: Tile::plain(kan.first), ..kan })
    }

    /// Returns the added kan that this pon becomes with its fourth tile.
    pub fn with_added(self, tile: Tile) -> Result<Self, MeldError> {
        if self.shape != MeldShape::Pon {
            return Err(MeldError::NotAPon(self));
        }
        if tile.kind() != self.first {
            return Err(MeldError::NotAlike(Tile::plain(self.first), tile));
        }
        Ok(Self { shape: MeldShape::AddedKan, reds: self.reds + u8::from(tile.is_red()), ..self })
    }

    fn alike(shape: MeldShape, tiles: &[Tile], from: u8) -> Result<Self, MeldError> {
        let first = tiles[0].kind();
        match tiles.iter().find(|tile| tile.kind() != first) {
            Some(&other) => Err(MeldError::NotAlike(tiles[0], other)),
            None => Ok(Self { shape, first, reds: reds(tiles), called: tiles[0], from }),
        }
    }
}

fn reds(tiles: &[Tile]) -> u8 {
    tiles.iter().filter(|tile| tile.is_red()).count() as u8
}

fn seat(from: u8) -> Result<u8, MeldError> {
    if matches!(from, 1..=3) { Ok(from) } else { Err(MeldError::From(from)) }
}

/// Why tiles are not a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeldError {
    /// Not three in a row of one suit.
    NotARow([Tile; 3]),
    /// Not of the same kind.
    NotAlike(Tile, Tile),
    /// Not a pon, so no tile can be added.
    NotAPon(Meld),
    /// Not the number of another seat counted from the owner: 1, 2 or 3.
    From(u8),
}

impl fmt::Display for MeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotARow([a, b, c]) => write!(f, "{a} {b} {c} are not three in a row of a suit"),
            Self::NotAlike(a, b) => write!(f, "{a} and {b} are not alike"),
            Self::NotAPon(meld) => write!(f, "{meld} is not a pon: no tile can be added"),
            Self::From(from) => {
                write!(f, "from seat {from}: expected 1 (next), 2 (across) or 3 (previous)")
            }
        }
    }
}

impl std::error::Error for MeldError {}
