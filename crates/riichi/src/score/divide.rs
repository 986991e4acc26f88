//! All divisions of closed tiles into sets and a pair.
//!
//! A suit is packed into octal digits, one for each kind, so that removing sets is a subtraction.
//! Three facts keep the search short and make tables unnecessary:
//! - Only the suit whose tiles number 2 modulo 3 can hold the pair, and since a set's numbers sum
//!   to a multiple of three, the sum of the suit fixes the pair's number modulo three.
//! - Once the pair is gone, a suit is either divided by taking as few runs as possible from the
//!   left, or not at all: three equal runs are as good as three triplets in a row.
//! - So all other divisions follow from that one by turning three triplets in a row into three
//!   equal runs.

use facedown_tiles::Kind;

/// A division of the closed tiles into sets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// Bit `kind` for each triplet.
    pub(super) triplets: u64,
    /// `runs[n]` has bit `kind` where at least `n + 1` runs start.
    pub(super) runs: [u32; 4],
    /// The pair.
    pub(super) pair: u8,
}

impl Division {
    /// Iterates over the kinds of its triplets.
    pub fn triplets(&self) -> impl Iterator<Item = Kind> + Clone {
        kinds(self.triplets)
    }

    /// Iterates over the lowest kinds of its runs, equal runs one after another.
    pub fn runs(&self) -> impl Iterator<Item = Kind> + Clone {
        let runs = self.runs;
        kinds(u64::from(runs[0])).flat_map(move |kind| {
            let times = runs.iter().filter(|plane| **plane >> kind.index() & 1 != 0).count();
            std::iter::repeat_n(kind, times)
        })
    }

    /// Returns the kind of the pair.
    pub fn pair(&self) -> Kind {
        Kind::new(self.pair)
    }

    #[inline]
    fn add(&mut self, suit: usize, sets: Sets) {
        self.triplets |= u64::from(sets.triplets) << (9 * suit);
        self.runs[0] |= sets.runs[0] << (9 * suit);
        self.runs[1] |= sets.runs[1] << (9 * suit);
    }

    /// Turns the triplets of `kind` and the next two into three runs.
    #[inline]
    fn with_equal_runs(mut self, kind: u32) -> Self {
        self.triplets &= !(0b111 << kind);
        let bit = 1 << kind;
        // One such run is possible already, of the tiles beyond the triplets; two are not.
        self.runs[3] |= self.runs[0] & bit;
        for plane in &mut self.runs[..3] {
            *plane |= bit;
        }
        self
    }
}

/// Iterates over the kinds of a bit set.
pub(super) fn kinds(mut bits: u64) -> impl Iterator<Item = Kind> + Clone {
    std::iter::from_fn(move || {
        let kind = Kind::from_index(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(kind)
    })
}

/// The lowest bits of the octal digits of a suit.
const DIGITS: u32 = 0o111_111_111;
/// The kinds where a run can start: 1 to 7 of each suit.
const RUN_STARTS: u64 = 0b0_0111_1111 | 0b0_0111_1111 << 9 | 0b0_0111_1111 << 18;

/// The closed tiles, suit by suit in octal digits.
#[derive(Clone, Copy)]
pub(super) struct Packed([u32; 4]);

impl Packed {
    #[inline]
    pub(super) fn new(counts: &[u8; Kind::COUNT]) -> Self {
        let suit = |from: usize| pack8(counts, from) | u32::from(counts[from + 8] & 7) << 24;
        Self([suit(0), suit(9), suit(18), pack8(counts, 26) >> 3])
    }

    /// Returns whether fourteen tiles are seven different pairs.
    #[inline]
    pub(super) fn is_seven_pairs(self) -> bool {
        let any = self.0[0] | self.0[1] | self.0[2] | self.0[3];
        any & (DIGITS | DIGITS << 2) == 0
    }

    /// Returns the number of tiles of a suit.
    #[inline]
    fn tiles(self, suit: usize) -> u32 {
        let digits = self.0[suit];
        // Two digits each in fields of six bits; 63 is one less than a field holds.
        ((digits & 0o707_070_707) + (digits >> 3 & 0o007_070_707)) % 63
    }

    /// Calls `visit` with every division into sets and a pair.
    #[inline]
    pub(super) fn for_each_division(self, mut visit: impl FnMut(Division)) {
        let mut division = Division { triplets: 0, runs: [0; 4], pair: 0 };
        let mut pair_suit = None;
        for suit in 0..4 {
            match self.tiles(suit) % 3 {
                0 if self.0[suit] == 0 => {}
                0 if suit == 3 => match honour_sets(self.0[3]) {
                    Some(sets) => division.add(3, sets),
                    None => return,
                },
                0 => match sets(self.0[suit]) {
                    Some(sets) => division.add(suit, sets),
                    None => return,
                },
                2 if pair_suit.is_none() => pair_suit = Some(suit),
                _ => return,
            }
        }
        let Some(suit) = pair_suit else { return };
        let mut pairs = self.pair_candidates(suit);
        while pairs != 0 {
            let shift = pairs.trailing_zeros();
            pairs &= pairs - 1;
            let rest = self.0[suit] - (2 << shift);
            let sets = if suit == 3 { honour_sets(rest) } else { sets(rest) };
            if let Some(sets) = sets {
                let mut whole = division;
                whole.add(suit, sets);
                whole.pair = (9 * suit as u32 + shift / 3) as u8;
                visit_with_equal_runs(whole, &mut visit);
            }
        }
    }

    /// Returns the lowest bits of the digits that can be the pair.
    #[inline]
    fn pair_candidates(self, suit: usize) -> u32 {
        let digits = self.0[suit];
        let two_or_more = (digits >> 1 | digits >> 2) & DIGITS;
        if suit == 3 {
            // Honours make triplets only, so the pair is the digit 2.
            return two_or_more & !digits;
        }
        // Digits whose place is 1 and 2 modulo 3, summed with their places as weights.
        let ones = digits >> 3 & 0o007_007_007;
        let twos = digits >> 6 & 0o007_007_007;
        let weight = (ones + 2 * twos) % 511 % 3;
        // Twice the pair's place is the weight modulo 3.
        two_or_more & 0o001_001_001 << (3 * (2 * weight % 3))
    }
}

#[inline]
fn visit_with_equal_runs(division: Division, visit: &mut impl FnMut(Division)) {
    visit(division);
    let t = division.triplets;
    let mut starts = t & t >> 1 & t >> 2 & RUN_STARTS;
    while starts != 0 {
        visit(division.with_equal_runs(starts.trailing_zeros()));
        starts &= starts - 1;
    }
}

/// Packs the low three bits of eight consecutive counts.
#[inline]
fn pack8(counts: &[u8; Kind::COUNT], from: usize) -> u32 {
    let x = chunk(counts, from) & 0x0707_0707_0707_0707;
    let x = (x | x >> 5) & 0x003F_003F_003F_003F;
    let x = (x | x >> 10) & 0x0000_0FFF_0000_0FFF;
    ((x | x >> 20) & 0x00FF_FFFF) as u32
}

#[inline]
fn chunk(counts: &[u8; Kind::COUNT], from: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&counts[from..from + 8]);
    u64::from_le_bytes(bytes)
}

/// Returns a bit set of the kinds with a positive count.
#[inline]
pub(super) fn present(counts: &[u8; Kind::COUNT]) -> u64 {
    let eight = |from: usize| {
        let some = (chunk(counts, from) + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
        // Moves the bit of byte i to bit 56 + i.
        some.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    eight(0) | eight(8) << 8 | eight(16) << 16 | eight(24) << 24 | eight(26) << 26
}

/// Returns the number of tiles.
#[inline]
pub(super) fn total(counts: &[u8; Kind::COUNT]) -> u32 {
    counts.iter().map(|&count| u32::from(count)).sum()
}

/// The sets of one suit, bits counted from its first kind.
#[derive(Clone, Copy, Default)]
struct Sets {
    triplets: u32,
    runs: [u32; 2],
}

/// Divides a suit into sets with as few runs as possible.
#[inline]
fn sets(mut rest: u32) -> Option<Sets> {
    let mut out = Sets::default();
    while rest != 0 {
        let place = rest.trailing_zeros() / 3;
        let shift = 3 * place;
        let here = rest >> shift;
        let count = here & 7;
        let triplet = u32::from(count >= 3);
        let runs = count - 3 * triplet;
        if runs > 2 || here >> 3 & 7 < runs || here >> 6 & 7 < runs {
            return None;
        }
        rest -= (count + runs * 0o110) << shift;
        out.triplets |= triplet << place;
        out.runs[0] |= u32::from(runs > 0) << place;
        out.runs[1] |= (runs >> 1) << place;
    }
    Some(out)
}

/// Divides honours into triplets.
#[inline]
fn honour_sets(digits: u32) -> Option<Sets> {
    let threes = digits & digits >> 1 & !(digits >> 2) & DIGITS;
    if threes * 3 != digits {
        return None;
    }
    let mut triplets = 0;
    let mut rest = threes;
    while rest != 0 {
        triplets |= 1 << (rest.trailing_zeros() / 3);
        rest &= rest - 1;
    }
    Some(Sets { triplets, runs: [0; 2] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair, the triplets and the runs of a division, the latter two in order.
    type Plain = (usize, Vec<usize>, Vec<usize>);

    /// Finds every division by plain recursion on the lowest tile.
    fn divide_slowly(
        counts: &mut [u8; Kind::COUNT],
        made: &mut Plain,
        paired: bool,
        out: &mut Vec<Plain>,
    ) {
        let Some(kind) = counts.iter().position(|&count| count > 0) else {
            if paired {
                let mut found = made.clone();
                found.1.sort_unstable();
                found.2.sort_unstable();
                out.push(found);
            }
            return;
        };
        if counts[kind] >= 2 && !paired {
            counts[kind] -= 2;
            made.0 = kind;
            divide_slowly(counts, made, true, out);
            counts[kind] += 2;
        }
        if counts[kind] >= 3 {
            counts[kind] -= 3;
            made.1.push(kind);
            divide_slowly(counts, made, paired, out);
            made.1.pop();
            counts[kind] += 3;
        }
        if kind < 27 && kind % 9 < 7 && counts[kind + 1] > 0 && counts[kind + 2] > 0 {
            (kind..kind + 3).for_each(|tile| counts[tile] -= 1);
            made.2.push(kind);
            divide_slowly(counts, made, paired, out);
            made.2.pop();
            (kind..kind + 3).for_each(|tile| counts[tile] += 1);
        }
    }

    /// Compares both methods on these counts, and returns the number of divisions.
    fn compare(counts: &[u8; Kind::COUNT]) -> usize {
        let mut expected = Vec::new();
        divide_slowly(&mut counts.clone(), &mut Plain::default(), false, &mut expected);
        expected.sort();
        expected.dedup();
        let mut got = Vec::new();
        Packed::new(counts).for_each_division(|division| {
            let triplets = division.triplets().map(Kind::index).collect();
            let runs = division.runs().map(Kind::index).collect();
            got.push((division.pair().index(), triplets, runs));
        });
        got.sort();
        assert_eq!(got, expected, "{counts:?}");
        got.len()
    }

    /// Calls `visit` with every way to have at most `left` tiles of the kinds from `kind` to `end`.
    fn every(
        counts: &mut [u8; Kind::COUNT],
        kind: usize,
        end: usize,
        left: u8,
        visit: &mut impl FnMut(&[u8; Kind::COUNT]),
    ) {
        if kind == end {
            visit(counts);
            return;
        }
        for count in 0..=left.min(4) {
            counts[kind] = count;
            every(counts, kind + 1, end, left - count, visit);
        }
        counts[kind] = 0;
    }

    #[test]
    fn every_hand_of_one_suit_divides_as_by_plain_recursion() {
        for (from, end, hands) in [(0, 9, 405_350), (9, 18, 405_350), (27, 34, 43_130)] {
            let (mut visited, mut divided) = (0, 0);
            every(&mut [0; Kind::COUNT], from, end, 14, &mut |counts| {
                visited += 1;
                divided += usize::from(compare(counts) > 0);
            });
            assert_eq!(visited, hands);
            assert!(divided > 100, "{divided} hands from kind {from} can be divided");
        }
    }

    #[test]
    fn a_pair_in_one_suit_and_sets_in_another_divide_together() {
        let mut divided = 0;
        every(&mut [0; Kind::COUNT], 18, 27, 9, &mut |bamboo| {
            let mut counts = *bamboo;
            counts[9..12].copy_from_slice(&[3, 3, 3]);
            divided += compare(&counts);
            counts[9..13].copy_from_slice(&[2, 1, 1, 1]);
            divided += compare(&counts);
        });
        assert!(divided > 3_000, "{divided}");
    }
}
