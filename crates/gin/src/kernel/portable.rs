//! Vectors as plain arrays, for any CPU: the compiler makes of them what it can.

#![allow(
    clippy::inline_always,
    reason = "arrays become vector registers only where the operations meet in one function"
)]

use super::lanes::Lanes;
use super::passes;
use super::points::SUIT_POINTS;
use std::array::from_fn;

/// Sixteen lanes in an array.
#[derive(Clone, Copy)]
pub(super) struct Portable;

type Vector = [u16; 16];

/// See [`passes::min_deadwood`].
pub(super) fn min_deadwood<const CHECK: bool>(hands: &[u64], out: &mut [u8]) -> bool {
    passes::min_deadwood::<_, CHECK>(Portable, hands, out)
}

impl Lanes for Portable {
    const COUNT: usize = 16;
    type Vector = Vector;

    #[inline(always)]
    fn split(self, hands: &[u64]) -> [Vector; 4] {
        let hands = &hands[..16];
        from_fn(|suit| from_fn(|lane| (hands[lane] >> (13 * suit)) as u16 & 0x1fff))
    }

    #[inline(always)]
    fn store(self, v: Vector, out: &mut [u8]) {
        for (byte, lane) in out[..16].iter_mut().zip(v) {
            *byte = lane as u8;
        }
    }

    #[inline(always)]
    fn nonzero(self, v: Vector) -> u32 {
        (0..16).fold(0, |bits, lane| bits | u32::from(v[lane] != 0) << lane)
    }

    #[inline(always)]
    fn splat(self, lane: u16) -> Vector {
        [lane; 16]
    }

    #[inline(always)]
    fn and(self, a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane] & b[lane])
    }

    #[inline(always)]
    fn or(self, a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane] | b[lane])
    }

    #[inline(always)]
    fn and_not(self, a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane] & !b[lane])
    }

    #[inline(always)]
    fn shift_up(self, v: Vector) -> Vector {
        from_fn(|lane| v[lane] << 1)
    }

    #[inline(always)]
    fn shift_down(self, v: Vector) -> Vector {
        from_fn(|lane| v[lane] >> 1)
    }

    #[inline(always)]
    fn lowest(self, v: Vector) -> Vector {
        from_fn(|lane| v[lane] & v[lane].wrapping_neg())
    }

    #[inline(always)]
    fn min(self, a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane].min(b[lane]))
    }

    #[inline(always)]
    fn points(self, once: Vector, twice: Vector) -> Vector {
        let points = |ranks: u16| u16::from(SUIT_POINTS[ranks as usize & 0x1fff]);
        from_fn(|lane| points(once[lane]) + points(twice[lane]))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_on_arrays_equals_plain_arithmetic() {
        super::super::lanes::tests::check_operations(super::Portable);
    }
}
