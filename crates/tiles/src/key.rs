//! The features of a hand that shanten needs: four suit indices and a tally.

use crate::layout::{HONOR_UNITS, UNITS};
use crate::{Kind, KindSet};
use facedown_game::packed_struct;

/// Suit indices as `layout` defines them, and a [`Tally`]. Adding or removing a tile is two
/// additions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Key {
    pub(crate) suits: [u32; 4],
    pub(crate) tally: Tally,
}
packed_struct!(Key { suits, tally });

/// Five packed counts: tiles (a byte); kinds, and kinds held twice or more (four bits each, since
/// 14 tiles never have more than 14 kinds or 7 pairs); and the same two for terminals and honours.
/// Seven pairs and thirteen orphans need no more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Tally(u32);
packed_struct!(Tally { 0 });

impl Tally {
    const TILE: u32 = 1;
    const KIND: u32 = 1 << 8;
    const PAIR: u32 = 16 << 8;
    const OUTSIDE: u32 = 1 << 16;
    const OUTSIDE_PAIR: u32 = 16 << 16;

    /// Returns the number of tiles.
    #[inline]
    pub(crate) const fn tiles(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// Returns the number of kinds held.
    #[inline]
    pub(crate) const fn kinds(self) -> i8 {
        (self.0 >> 8 & 0xf) as i8
    }

    /// Returns the number of kinds held twice or more.
    #[inline]
    pub(crate) const fn pairs(self) -> i8 {
        (self.0 >> 12 & 0xf) as i8
    }

    /// Returns the number of terminals and honours held.
    #[inline]
    pub(crate) const fn outside(self) -> i8 {
        (self.0 >> 16 & 0xf) as i8
    }

    /// Returns the number of terminals and honours held twice or more.
    #[inline]
    pub(crate) const fn outside_pairs(self) -> i8 {
        (self.0 >> 20 & 0xf) as i8
    }
}

/// The increment of the next tile of a kind, by the number held.
#[derive(Clone, Copy)]
struct Step {
    index: u32,
    tally: u32,
}

static STEPS: [[Step; 4]; Kind::COUNT] = steps();

const fn steps() -> [[Step; 4]; Kind::COUNT] {
    let mut steps = [[Step { index: 0, tally: 0 }; 4]; Kind::COUNT];
    let mut k = 0;
    while k < Kind::COUNT {
        let kind = Kind::new(k as u8);
        let mut held = 0;
        while held < 4 {
            let mut tally = Tally::TILE;
            if held == 0 {
                tally += Tally::KIND + if kind.is_outside() { Tally::OUTSIDE } else { 0 };
            }
            if held == 1 {
                tally += Tally::PAIR + if kind.is_outside() { Tally::OUTSIDE_PAIR } else { 0 };
            }
            let index = if kind.is_honor() { HONOR_UNITS[held] } else { UNITS[k % 9] };
            steps[k][held] = Step { index, tally };
            held += 1;
        }
        k += 1;
    }
    steps
}

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the sum of the bytes, below 256.
#[inline]
const fn sum(bytes: u64) -> u64 {
    bytes.wrapping_mul(ONES) >> 56
}

/// Returns 1 in every byte that is at least `n`, for bytes up to 100.
#[inline]
const fn at_least(n: u64, bytes: u64) -> u64 {
    (bytes + ONES * (0x80 - n)) >> 7 & ONES
}

/// All bits for terminals and honours, none for the others.
const OUTSIDE: [u8; Kind::COUNT] = {
    let mut mask = [0; Kind::COUNT];
    let mut k = 0;
    while k < Kind::COUNT {
        mask[k] = if Kind::new(k as u8).is_outside() { 0xff } else { 0 };
        k += 1;
    }
    mask
};

/// Returns the counts of eight kinds as one word, the first in the lowest byte.
#[inline]
fn word(counts: &[u8; Kind::COUNT], from: usize) -> u64 {
    u64::from_le_bytes(*counts[from..].first_chunk().expect("eight kinds"))
}

/// Returns whether all counts are at most four.
#[inline]
pub(crate) fn are_counts(counts: &[u8; Kind::COUNT]) -> bool {
    // No early exit, so that the compiler compares sixteen at a time. LLVM 22 miscompiles the
    // comparison for WebAssembly (llvm/llvm-project#190358); there the sum of a larger count has the
    // highest bit.
    if cfg!(target_family = "wasm") {
        return counts.iter().fold(0, |all, &count| all | count | count.wrapping_add(0x7b)) < 0x80;
    }
    counts.iter().fold(0, |bad, &count| bad | u8::from(count > 4)) == 0
}

/// Returns the index of nine counts, the first eight in a word. Each product adds to every digit
/// the weighted one below it, which joins pairs of digits, then fours.
#[inline]
const fn suit_index(eight: u64, ninth: u8) -> u32 {
    let pairs = eight.wrapping_mul(0x0100 + 5) >> 8 & 0x001f_001f_001f_001f;
    let fours = pairs.wrapping_mul(0x0001_0000 + 25) >> 16 & 0x0000_03ff_0000_03ff;
    let high = (fours >> 32) as u32 + 625 * ninth as u32;
    fours as u32 | high << crate::layout::LOW_BITS
}

/// Returns the index of seven honours, which stand in the low seven bytes.
#[inline]
const fn honor_index(seven: u64) -> u32 {
    let steps = at_least(1, seven) + 8 * at_least(2, seven);
    (sum(steps) + 64 * sum(at_least(3, seven))) as u32
}

impl Key {
    /// Builds the key of counts, each at most four.
    #[inline]
    pub(crate) fn of(counts: &[u8; Kind::COUNT]) -> Self {
        // Kinds and kinds held twice or more are counted together, the latter times 16. More than
        // 14 tiles would overflow; they have no shanten anyway.
        let (mut tiles, mut held, mut outside) = (0u8, 0u8, 0u8);
        for (&count, mask) in counts.iter().zip(OUTSIDE) {
            let both = u8::from(count > 0) | u8::from(count > 1) << 4;
            tiles = tiles.wrapping_add(count);
            held = held.wrapping_add(both);
            outside = outside.wrapping_add(both & mask);
        }
        Self {
            suits: [
                suit_index(word(counts, 0), counts[8]),
                suit_index(word(counts, 9), counts[17]),
                suit_index(word(counts, 18), counts[26]),
                honor_index(word(counts, 26) >> 8),
            ],
            tally: Tally(u32::from_le_bytes([tiles, held, outside, 0])),
        }
    }

    /// Adds a tile of a kind of which `held` (below four) are held.
    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, held: u8) {
        let step = STEPS[kind.index()][held as usize];
        self.suits[kind.suit().index()] += step.index;
        self.tally.0 += step.tally;
    }

    /// Removes a tile of a kind of which `held` (below four) remain.
    #[inline]
    pub(crate) fn remove(&mut self, kind: Kind, held: u8) {
        let step = STEPS[kind.index()][held as usize];
        self.suits[kind.suit().index()] -= step.index;
        self.tally.0 -= step.tally;
    }

    /// Returns the index of a kind's suit, and the tally, without a tile of the kind, of which
    /// `held` remain.
    #[inline]
    pub(crate) fn without(&self, suit: usize, kind: Kind, held: u8) -> (u32, Tally) {
        let step = STEPS[kind.index()][held as usize];
        (self.suits[suit] - step.index, Tally(self.tally.0 - step.tally))
    }
}

/// Returns the kinds held at least `n` times.
#[inline]
pub(crate) fn held_at_least(n: u64, counts: &[u8; Kind::COUNT]) -> KindSet {
    // The product gathers the low bits of eight bytes in the highest byte.
    let gather = |word| at_least(n, word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let tail = u64::from(counts[32]) | u64::from(counts[33]) << 8;
    let words = [word(counts, 0), word(counts, 8), word(counts, 16), word(counts, 24), tail];
    let [a, b, c, d, e] = words.map(gather);
    KindSet::from_bits(a | b << 8 | c << 16 | d << 24 | e << 32)
}
