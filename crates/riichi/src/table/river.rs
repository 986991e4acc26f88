//! All discards of a round in order.
//!
//! One list for all seats, because the order among them is informative: a byte for each tile with
//! its flags, and two bits for the seat.

use facedown_game::{Seat, packed_struct};
use facedown_tiles::{Kind, Tile};

/// The maximal number of discards of a round: 70 tiles are drawn from the wall (replacements shorten
/// it), and each chi or pon, at most four for each seat, gives a discard without a draw.
pub const MAX_DISCARDS: usize = 86;

/// The capacity: a multiple of eight.
const CAPACITY: usize = MAX_DISCARDS.next_multiple_of(8);

const DRAWN: u8 = 1 << 6;
const CALLED: u8 = 1 << 7;

/// A discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    /// The seat that discarded.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
    /// Whether it was the tile just drawn (*tsumogiri*).
    pub drawn: bool,
    /// Whether it declared riichi.
    pub riichi: bool,
    /// Whether another seat called it.
    pub called: bool,
}

/// The discards of a round in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct River {
    tiles: [u8; CAPACITY], // a tile and its flags; 0 from `len` on
    seats: [u8; MAX_DISCARDS.div_ceil(4)],
    len: u8,
    riichi: [u8; 4], // the index of each seat's riichi discard
    latest: Latest,
}
packed_struct!(River { tiles, seats, len, riichi, latest });

/// The latest eight discards of each seat, the newest first: encoders need them at every decision,
/// and finding them in the list takes longer than the rest of their work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Latest([[u8; 8]; 4]);
packed_struct!(Latest { 0 });

impl std::hash::Hash for Latest {
    /// Hashes nothing: it follows from the discards.
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl River {
    const NEVER: u8 = u8::MAX;

    pub(crate) const EMPTY: Self = Self {
        tiles: [0; CAPACITY],
        seats: [0; MAX_DISCARDS.div_ceil(4)],
        len: 0,
        riichi: [Self::NEVER; 4],
        latest: Latest([[0; 8]; 4]),
    };

    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, tile: Tile, drawn: bool, riichi: bool) {
        let place = usize::from(self.len);
        let byte = tile.index() as u8 | if drawn { DRAWN } else { 0 };
        self.tiles[place] = byte;
        let latest = &mut self.latest.0[seat.index()];
        *latest = (u64::from_le_bytes(*latest) << 8 | u64::from(byte)).to_le_bytes();
        self.seats[place / 4] |= (seat.index() as u8) << (place % 4 * 2);
        if riichi {
            self.riichi[seat.index()] = self.len;
        }
        self.len += 1;
    }

    /// Marks the last discard as called, and returns it.
    #[inline]
    pub(crate) fn mark_called(&mut self) -> Tile {
        let last = &mut self.tiles[usize::from(self.len) - 1];
        *last |= CALLED;
        Tile::new(*last & 63)
    }

    /// Returns the number of discards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no discards.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the discard at this index.
    ///
    /// # Panics
    /// Panics if the index is out of bounds.
    #[inline]
    pub fn at(&self, place: usize) -> Discard {
        let byte = self.tiles[..self.len()][place];
        let seat = Seat::new(usize::from(self.seats[place / 4] >> (place % 4 * 2) & 3));
        Discard {
            seat,
            tile: Tile::new(byte & 63),
            drawn: byte & DRAWN != 0,
            riichi: usize::from(self.riichi[seat.index()]) == place,
            called: byte & CALLED != 0,
        }
    }

    /// Iterates over all discards in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Discard> + ExactSizeIterator + '_ {
        (0..self.len()).map(|place| self.at(place))
    }

    /// Iterates over the discards of one seat in order, called ones included.
    pub fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Discard> + '_ {
        self.iter().filter(move |discard| discard.seat == seat)
    }

    /// Iterates over the latest discards of one seat, the newest first, with whether each was
    /// tsumogiri; called ones included. Meaningless beyond the seat's first discard.
    #[inline]
    pub fn latest(&self, seat: Seat) -> impl Iterator<Item = (Tile, bool)> + use<> {
        let bytes = self.latest.0[seat.index()];
        bytes.into_iter().map(|byte| (Tile::new(byte & 63), byte & DRAWN != 0))
    }

    /// Counts the discards of a kind by each seat: those not called, and those called.
    #[inline]
    pub fn count(&self, kind: Kind) -> [[u8; 2]; 4] {
        let plain = kind.index() as u8;
        let red = if kind.is_five() { 34 + plain / 9 } else { plain };
        let mut counts = [[0; 2]; 4];
        let (eights, _) = self.tiles.as_chunks::<8>();
        for (number, eight) in eights[..self.len().div_ceil(8)].iter().enumerate() {
            let word = u64::from_le_bytes(*eight);
            let mut hits = bytes_equal(word & (63 * EACH), plain);
            if red != plain {
                hits |= bytes_equal(word & (63 * EACH), red);
            }
            while hits != 0 {
                let shift = hits.trailing_zeros() & !7;
                let place = 8 * number + shift as usize / 8;
                if place >= self.len() {
                    break;
                }
                let seat = usize::from(self.seats[place / 4] >> (place % 4 * 2) & 3);
                counts[seat][usize::from((word >> shift) as u8 & CALLED != 0)] += 1;
                hits &= hits - 1;
            }
        }
        counts
    }

    /// Returns the index of a seat's riichi discard among all.
    pub fn riichi_place(&self, seat: Seat) -> Option<usize> {
        let place = self.riichi[seat.index()];
        (place != Self::NEVER).then_some(usize::from(place))
    }
}

/// A one in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Returns a word with the top bit of each byte set that has this value; all bytes are below 64.
#[inline]
const fn bytes_equal(word: u64, value: u8) -> u64 {
    const TOPS: u64 = 0x80 * EACH;
    // A byte that differs is from 1 to 63, so no byte borrows from the next.
    (TOPS - (word ^ (value as u64 * EACH))) & TOPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discards_keep_their_order_seats_and_flags() {
        let mut river = River::EMPTY;
        let tile = |i: usize| Tile::new((i * 7 % 37) as u8);
        for i in 0..MAX_DISCARDS {
            river.push(Seat::new(i * 3 % 4), tile(i), i % 2 == 0, i == 5);
            if i % 9 == 0 {
                river.mark_called();
            }
        }
        for (i, discard) in river.iter().enumerate() {
            let expected = Discard {
                seat: Seat::new(i * 3 % 4),
                tile: tile(i),
                drawn: i % 2 == 0,
                riichi: i == 5,
                called: i % 9 == 0,
            };
            assert_eq!(discard, expected);
        }
        assert_eq!(river.riichi_place(Seat::new(3)), Some(5));
        assert_eq!(river.of(Seat::new(0)).count(), 22);
        for seat in Seat::all(4) {
            let latest: Vec<_> = river.latest(seat).collect();
            let expected = river.of(seat).rev().map(|discard| (discard.tile, discard.drawn));
            assert_eq!(latest, expected.take(8).collect::<Vec<_>>());
            for kind in Kind::all() {
                let of = river.of(seat).filter(|discard| discard.tile.kind() == kind);
                let (called, left): (Vec<_>, Vec<_>) = of.partition(|discard| discard.called);
                let counted = river.count(kind)[seat.index()].map(usize::from);
                assert_eq!(counted, [left.len(), called.len()]);
            }
        }
    }
}
