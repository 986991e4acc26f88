//! Tiles of each kind, at most four.

use crate::notation::{self, ParseTileError};
use crate::{Kind, KindSet, Tile};
use facedown_game::{Packed, Packer, Unpacker};
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

/// Number of tiles of each kind, red fives not distinguished: at most four of each.
///
/// ```
/// use facedown_tiles::{Counts, Kind};
///
/// let counts: Counts = "1123m0p".parse()?;
/// assert_eq!((counts.total(), counts[Kind::new(0)]), (5, 2));
/// assert_eq!("11111m".parse::<Counts>().unwrap_err().to_string(), "5 tiles 1m: there are four");
/// # Ok::<(), facedown_tiles::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts([u8; Kind::COUNT]); // each at most four

impl Packed for Counts {
    const SIZE: usize = Kind::COUNT;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.0.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let mut most = 0;
        for (count, byte) in self.0.iter_mut().zip(input.take::<{ Kind::COUNT }>()) {
            *count = (*byte).min(4);
            most = most.max(*byte);
        }
        input.check(most <= 4);
    }
}

/// A fifth copy: more tiles of a kind than there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FifthCopy {
    /// The kind.
    pub kind: Kind,
    /// The count that it would have.
    pub count: u8,
}

impl fmt::Display for FifthCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tiles {}: there are four", self.count, self.kind)
    }
}

impl std::error::Error for FifthCopy {}

impl Counts {
    /// No tile.
    pub const EMPTY: Self = Self([0; Kind::COUNT]);

    /// Builds counts by kind, if none is above four.
    #[inline]
    pub fn new(counts: [u8; Kind::COUNT]) -> Result<Self, FifthCopy> {
        if crate::key::are_counts(&counts) {
            return Ok(Self(counts));
        }
        let kind = counts.iter().position(|&count| count > 4).unwrap_or(0);
        Err(FifthCopy { kind: Kind::new(kind as u8), count: counts[kind] })
    }

    /// Counts tiles.
    pub fn from_tiles(tiles: impl IntoIterator<Item = Tile>) -> Result<Self, FifthCopy> {
        let mut counts = Self::EMPTY;
        tiles.into_iter().try_for_each(|tile| counts.try_add(tile.kind()))?;
        Ok(counts)
    }

    /// Returns the counts by kind.
    #[inline]
    pub const fn as_array(&self) -> &[u8; Kind::COUNT] {
        &self.0
    }

    /// Returns the total number of tiles.
    #[inline]
    pub fn total(&self) -> usize {
        self.0.iter().sum::<u8>() as usize // at most 136
    }

    /// Returns the kinds with at least one tile.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        crate::key::held_at_least(1, &self.0)
    }

    /// Adds a tile of a kind, unless there are four.
    #[inline]
    pub fn try_add(&mut self, kind: Kind) -> Result<(), FifthCopy> {
        let count = &mut self.0[kind.index()];
        if *count >= 4 {
            return Err(FifthCopy { kind, count: *count + 1 });
        }
        *count += 1;
        Ok(())
    }

    /// Removes a tile of a kind; returns `false` if there is none.
    #[inline]
    #[must_use = "returns `false` if no tile was removed"]
    pub fn try_remove(&mut self, kind: Kind) -> bool {
        let count = &mut self.0[kind.index()];
        let held = *count > 0;
        *count -= u8::from(held);
        held
    }

    /// Adds a tile of a kind of which there are fewer than four.
    #[inline]
    pub(crate) const fn increase(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    /// Removes a tile of a kind of which there is one.
    #[inline]
    pub(crate) const fn decrease(&mut self, kind: Kind) {
        self.0[kind.index()] -= 1;
    }

    /// Returns the tiles, plain, in ascending order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        Kind::all()
            .flat_map(|kind| std::iter::repeat_n(Tile::plain(kind), self.0[kind.index()] as usize))
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Index<Kind> for Counts {
    type Output = u8;
    #[inline]
    fn index(&self, kind: Kind) -> &u8 {
        &self.0[kind.index()]
    }
}

impl TryFrom<[u8; Kind::COUNT]> for Counts {
    type Error = FifthCopy;
    fn try_from(counts: [u8; Kind::COUNT]) -> Result<Self, FifthCopy> {
        Self::new(counts)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_tiles(f, self.tiles())
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseHandError {
    /// It is not a list of tiles.
    Tile(ParseTileError),
    /// It names a tile a fifth time.
    Fifth(FifthCopy),
}

impl fmt::Display for ParseHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(error) => error.fmt(f),
            Self::Fifth(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseHandError {}

impl From<ParseTileError> for ParseHandError {
    fn from(error: ParseTileError) -> Self {
        Self::Tile(error)
    }
}

impl From<FifthCopy> for ParseHandError {
    fn from(error: FifthCopy) -> Self {
        Self::Fifth(error)
    }
}

impl FromStr for Counts {
    type Err = ParseHandError;

    fn from_str(text: &str) -> Result<Self, ParseHandError> {
        let mut counts = Self::EMPTY;
        notation::read_tiles(text, |tile| Ok::<(), ParseHandError>(counts.try_add(tile.kind())?))?;
        Ok(counts)
    }
}
