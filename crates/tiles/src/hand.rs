//! The closed tiles of a seat, with the indices that shanten needs.
//!
//! A game adds and removes tiles far more often than it evaluates hands, and evaluates many hands
//! of the same kind. So a [`Hand`] maintains, beside the counts, the inputs of evaluation: an index
//! for each suit into the shanten tables, a tally of kinds and pairs, and the sets of kinds held
//! once and twice. Adding or removing a tile is a handful of additions to 80 bytes.

use crate::key::Key;
use crate::notation;
use crate::{Counts, FifthCopy, Kind, KindSet, ParseHandError, Suit, Tile};
use facedown_game::packed_struct;
use std::fmt;
use std::str::FromStr;

/// The closed tiles of a seat, red fives distinguished.
///
/// ```
/// use facedown_tiles::{Hand, Pack, Tile};
///
/// let mut hand: Hand = "123m406p789s1123z".parse()?;
/// assert_eq!((hand.len(), hand.shanten(Pack::Four)), (13, 1));
/// hand.add("1z".parse::<Tile>()?);
/// hand.remove("2z".parse::<Tile>()?);
/// assert_eq!(hand.to_string(), "123m406p789s1113z");
/// assert_eq!(hand.shanten(Pack::Four), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    pub(crate) kinds: KindSet,
    pub(crate) pairs: KindSet,
    pub(crate) key: Key,
    pub(crate) counts: Counts,
    reds: [u8; 3],
}
packed_struct!(Hand { kinds, pairs, key, counts, reds });

const _: () = assert!(size_of::<Hand>() == 80, "a game keeps one for each seat");

/// A tile that is not in the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotHeld(pub Tile);

impl fmt::Display for NotHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} in the hand", self.0)
    }
}

impl std::error::Error for NotHeld {}

impl Hand {
    /// Builds the hand of some tiles.
    pub fn from_tiles(tiles: impl IntoIterator<Item = Tile>) -> Result<Self, FifthCopy> {
        let mut hand = Self::default();
        tiles.into_iter().try_for_each(|tile| hand.try_add(tile))?;
        Ok(hand)
    }

    /// Returns the number of tiles.
    #[inline]
    pub const fn len(&self) -> usize {
        self.key.tally.tiles()
    }

    /// Returns whether the hand is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of tiles of a kind, red ones included.
    #[inline]
    pub fn count(&self, kind: Kind) -> u8 {
        self.counts[kind]
    }

    /// Returns the number of copies of a tile, red fives distinguished.
    #[inline]
    pub fn count_tile(&self, tile: Tile) -> u8 {
        let kind = tile.kind();
        let reds = if kind.is_five() { self.reds[kind.suit().index()] } else { 0 };
        if tile.is_red() { reds } else { self.counts[kind] - reds }
    }

    /// Returns the number of red fives of a suit.
    #[inline]
    pub fn reds(&self, suit: Suit) -> u8 {
        self.reds.get(suit.index()).copied().unwrap_or(0)
    }

    /// Returns the number of red fives.
    #[inline]
    pub const fn red_fives(&self) -> u8 {
        self.reds[0] + self.reds[1] + self.reds[2]
    }

    /// Returns the number of tiles of each kind.
    #[inline]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the kinds.
    #[inline]
    pub const fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// Returns the kinds held twice or more.
    #[inline]
    pub const fn pairs(&self) -> KindSet {
        self.pairs
    }

    /// Adds a tile. The caller guarantees that fewer than four of the kind are held.
    ///
    /// # Panics
    /// On a fifth copy.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        let kind = tile.kind();
        let held = self.counts[kind];
        self.key.add(kind, held);
        self.counts.increase(kind);
        self.kinds.insert(kind);
        self.pairs |= KindSet::from_valid(u64::from(held > 0) << kind.index());
        if tile.is_red() {
            self.reds[kind.suit().index()] += 1;
        }
    }

    /// Removes a tile. The caller guarantees that it is held.
    ///
    /// # Panics
    /// If no tile of the kind is held.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        let kind = tile.kind();
        debug_assert!(self.count_tile(tile) > 0, "no {tile} in {self}");
        self.counts.decrease(kind);
        let held = self.counts[kind];
        self.key.remove(kind, held);
        self.kinds -= KindSet::from_valid(u64::from(held == 0) << kind.index());
        self.pairs -= KindSet::from_valid(u64::from(held < 2) << kind.index());
        if tile.is_red() {
            self.reds[kind.suit().index()] -= 1;
        }
    }

    /// Adds a tile, unless four of the kind are held.
    #[inline]
    pub fn try_add(&mut self, tile: Tile) -> Result<(), FifthCopy> {
        let kind = tile.kind();
        if self.counts[kind] == 4 {
            return Err(FifthCopy { kind, count: 5 });
        }
        self.add(tile);
        Ok(())
    }

    /// Removes a tile, if it is held.
    #[inline]
    pub fn try_remove(&mut self, tile: Tile) -> Result<(), NotHeld> {
        if self.count_tile(tile) == 0 {
            return Err(NotHeld(tile));
        }
        self.remove(tile);
        Ok(())
    }

    /// Returns the tiles in ascending order, a red five after the plain ones.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds.iter().flat_map(|kind| {
            let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
            let plain = Tile::plain(kind);
            let reds = red.map_or(0, |red| self.count_tile(red));
            std::iter::repeat_n(plain, self.count_tile(plain) as usize)
                .chain(std::iter::repeat_n(red.unwrap_or(plain), reds as usize))
        })
    }
}

impl From<Counts> for Hand {
    /// Builds a hand without red fives.
    fn from(counts: Counts) -> Self {
        Self {
            kinds: crate::key::held_at_least(1, counts.as_array()),
            pairs: crate::key::held_at_least(2, counts.as_array()),
            key: Key::of(counts.as_array()),
            counts,
            reds: [0; 3],
        }
    }
}

impl FromStr for Hand {
    type Err = ParseHandError;

    fn from_str(text: &str) -> Result<Self, ParseHandError> {
        let mut hand = Self::default();
        notation::read_tiles(text, |tile| Ok::<(), ParseHandError>(hand.try_add(tile)?))?;
        Ok(hand)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_tiles(f, self.tiles())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
