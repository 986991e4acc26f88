//! The operations that AVX2 and AVX-512 share: the same instructions on vectors of another width.

/// Expands to the methods of [`Lanes`](super::lanes::Lanes) that differ only in the names of the
/// intrinsics. Used inside an `impl` whose type proves that the CPU has them.
macro_rules! lane_operations {
    (
        $vector:ty,
        zero: $zero:ident, splat8: $splat8:ident, splat16: $splat16:ident,
        and: $and:ident, or: $or:ident, and_not: $and_not:ident,
        add8: $add8:ident, add16: $add16:ident, sub16: $sub16:ident, min16: $min16:ident,
        left16: $left16:ident, right16: $right16:ident,
        shuffle8: $shuffle8:ident, broadcast: $broadcast:ident $(,)?
    ) => {
        #[inline(always)]
        fn splat(self, lane: u16) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $splat16(lane as i16) }
        }

        #[inline(always)]
        fn and(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $and(a, b) }
        }

        #[inline(always)]
        fn or(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $or(a, b) }
        }

        #[inline(always)]
        fn and_not(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $and_not(b, a) }
        }

        #[inline(always)]
        fn shift_up(self, v: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $add16(v, v) }
        }

        #[inline(always)]
        fn shift_down(self, v: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $right16::<1>(v) }
        }

        #[inline(always)]
        fn lowest(self, v: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $and(v, $sub16($zero(), v)) }
        }

        #[inline(always)]
        fn min(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: the type proves the instructions.
            unsafe { $min16(a, b) }
        }

        #[inline(always)]
        fn points(self, once: $vector, twice: $vector) -> $vector {
            // SAFETY: the type proves the instructions; a table has the sixteen bytes that are read.
            unsafe {
                let nibbles = |v: $vector| $and(v, $splat8(0x0f));
                let count = |nibble: usize, v: $vector| {
                    let table = _mm_loadu_si128(NIBBLE_POINTS[nibble].as_ptr().cast());
                    $shuffle8($broadcast(table), v)
                };
                let low_bytes = $or($and(once, $splat16(0x00ff)), $left16::<8>(twice));
                let high_bytes = $or($right16::<8>(once), $and_not($splat16(0x00ff), twice));
                let low = $add8(
                    count(0, nibbles(low_bytes)),
                    count(1, nibbles($right16::<4>(low_bytes))),
                );
                let high = $add8(
                    count(2, nibbles(high_bytes)),
                    count(3, nibbles($right16::<4>(high_bytes))),
                );
                // Each byte is at most 85, so the sum of two fits in one.
                let both = $add8(low, high);
                let sum = $add8(both, $right16::<8>(both));
                $and(sum, $splat16(0x00ff))
            }
        }
    };
}

pub(super) use lane_operations;
