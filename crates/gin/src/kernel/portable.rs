//! Vectors as plain words, four lanes of 16 bits in each, for any CPU.
//!
//! Lanes never use their highest bit, so additions and subtractions can be kept from running into
//! the next lane. The compiler vectorises the words for the registers of the CPU.

#![allow(
    clippy::inline_always,
    reason = "words become vector registers only where the operations meet in one function"
)]

use super::lanes::Lanes;
use super::passes;
use super::points::SUIT_POINTS;
use std::array::from_fn;

/// Lanes in words.
#[derive(Clone, Copy)]
pub(super) struct Portable;

const WORDS: usize = 2;
type Vector = [u64; WORDS];

/// One in each lane of a word.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each lane of a word.
const HIGHEST: u64 = ONES << 15;

/// See [`passes::min_deadwood`].
pub(super) fn min_deadwood<const CHECK: bool>(hands: &[u64], out: &mut [u8]) -> bool {
    passes::min_deadwood::<_, CHECK>(Portable, hands, out)
}

impl Lanes for Portable {
    const COUNT: usize = 4 * WORDS;
    type Vector = Vector;

    #[inline(always)]
    fn split(self, hands: &[u64]) -> [Vector; 4] {
        let hands = &hands[..Self::COUNT];
        from_fn(|suit| {
            from_fn(|word| {
                let lane =
                    |lane: usize| (hands[4 * word + lane] >> (13 * suit) & 0x1fff) << (16 * lane);
                lane(0) | lane(1) | lane(2) | lane(3)
            })
        })
    }

    #[inline(always)]
    fn store(self, v: Vector, out: &mut [u8]) {
        for (lane, byte) in out[..Self::COUNT].iter_mut().enumerate() {
            *byte = (v[lane / 4] >> (16 * (lane % 4))) as u8;
        }
    }

    #[inline(always)]
    fn nonzero(self, v: Vector) -> u32 {
        let mut bits = 0;
        for (word, lanes) in v.into_iter().enumerate() {
            // A lane that is not zero carries into its highest bit; the product gathers the four.
            let carried = (lanes + !HIGHEST) & HIGHEST;
            bits |= ((carried >> 15).wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48
                & 0xf)
                << (4 * word);
        }
        bits as u32
    }

    #[inline(always)]
    fn splat(self, lane: u16) -> Vector {
        [u64::from(lane) * ONES; WORDS]
    }

    #[inline(always)]
    fn and(self, a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn and_not(self, a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn shift_up(self, v: Vector) -> Vector {
        from_fn(|i| v[i] << 1)
    }

    #[inline(always)]
    fn shift_down(self, v: Vector) -> Vector {
        from_fn(|i| v[i] >> 1 & !HIGHEST)
    }

    #[inline(always)]
    fn lowest(self, v: Vector) -> Vector {
        from_fn(|i| v[i] & ((!v[i] & !HIGHEST) + ONES))
    }

    #[inline(always)]
    fn min(self, a: Vector, b: Vector) -> Vector {
        from_fn(|i| {
            // The highest bit stays where the lane of `a` is not less.
            let not_less = (((a[i] | HIGHEST) - b[i]) & HIGHEST) >> 15;
            let from_b = not_less * 0xffff;
            b[i] & from_b | a[i] & !from_b
        })
    }

    #[inline(always)]
    fn points(self, once: Vector, twice: Vector) -> Vector {
        from_fn(|i| {
            let points = |lane: usize| {
                let ranks = |v: u64| (v >> (16 * lane) & 0x1fff) as usize;
                let both = SUIT_POINTS[ranks(once[i])] + SUIT_POINTS[ranks(twice[i])];
                u64::from(both) << (16 * lane)
            };
            points(0) | points(1) | points(2) | points(3)
        })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_on_words_equals_plain_arithmetic() {
        super::super::lanes::tests::check_operations(super::Portable);
    }
}
