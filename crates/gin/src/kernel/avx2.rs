//! Vectors of AVX2: sixteen hands at a time.

#![allow(unsafe_code, reason = "vector instructions that not every CPU has")]
#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

use super::lanes::{Lanes, NIBBLE_POINTS};
use super::passes;
use super::x86::lane_operations;
#[allow(clippy::wildcard_imports, reason = "the instructions have unmistakable names")]
use std::arch::x86_64::*;

/// Proof that the CPU has AVX2 and the bit instructions older than it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the CPU has the instructions.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }

    /// See [`passes::min_deadwood`].
    pub(super) fn min_deadwood<const CHECK: bool>(self, hands: &[u64], out: &mut [u8]) -> bool {
        // SAFETY: a value of this type exists only where the CPU has the features.
        unsafe { compiled::<CHECK>(self, hands, out) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn compiled<const CHECK: bool>(lanes: Avx2, hands: &[u64], out: &mut [u8]) -> bool {
    passes::min_deadwood::<_, CHECK>(lanes, hands, out)
}

/// Sixteen hands, two halves of eight; in each half pairs of hands alternate between the halves:
/// 0 1 4 5 8 9 12 13 and 2 3 6 7 10 11 14 15. That is how the shuffles, which do not cross
/// halves, deliver them.
impl Lanes for Avx2 {
    const COUNT: usize = 16;
    type Vector = __m256i;

    #[inline(always)]
    fn split(self, hands: &[u64]) -> [__m256i; 4] {
        let hands = &hands[..16];
        // SAFETY: AVX2 by the type; four hands are read from each of 0, 4, 8 and 12 of sixteen.
        unsafe {
            let load = |at: usize| _mm256_loadu_si256(hands.as_ptr().add(at).cast());
            // The low words of eight hands.
            let low_words = |x: __m256i, y: __m256i| {
                let (x, y) = (_mm256_castsi256_ps(x), _mm256_castsi256_ps(y));
                _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(x, y))
            };
            let suit = |words: __m256i| _mm256_and_si256(words, _mm256_set1_epi32(0x1fff));
            let next_suit = |words: __m256i| suit(_mm256_srli_epi32::<13>(words));
            let upper = |x: __m256i| _mm256_srli_epi64::<26>(x);
            let (x, y, z, w) = (load(0), load(4), load(8), load(12));
            let (ab_0, ab_1) = (low_words(x, y), low_words(z, w));
            let cd_0 = low_words(upper(x), upper(y));
            let cd_1 = low_words(upper(z), upper(w));
            [
                _mm256_packus_epi32(suit(ab_0), suit(ab_1)),
                _mm256_packus_epi32(next_suit(ab_0), next_suit(ab_1)),
                _mm256_packus_epi32(suit(cd_0), suit(cd_1)),
                _mm256_packus_epi32(next_suit(cd_0), next_suit(cd_1)),
            ]
        }
    }

    #[inline(always)]
    fn store(self, v: __m256i, out: &mut [u8]) {
        let out = &mut out[..16];
        // SAFETY: AVX2 by the type; sixteen bytes are written to sixteen.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), in_order(_mm256_packus_epi16(v, v))) }
    }

    #[inline(always)]
    fn nonzero(self, v: __m256i) -> u32 {
        // SAFETY: AVX2 by the type.
        unsafe {
            let zero = _mm256_cmpeq_epi16(v, _mm256_setzero_si256());
            !_mm_movemask_epi8(in_order(_mm256_packs_epi16(zero, zero))) as u32 & 0xffff
        }
    }

    lane_operations! {
        __m256i,
        zero: _mm256_setzero_si256,
        splat8: _mm256_set1_epi8,
        splat16: _mm256_set1_epi16,
        and: _mm256_and_si256,
        or: _mm256_or_si256,
        and_not: _mm256_andnot_si256,
        add8: _mm256_add_epi8,
        add16: _mm256_add_epi16,
        sub16: _mm256_sub_epi16,
        min16: _mm256_min_epu16,
        left16: _mm256_slli_epi16,
        right16: _mm256_srli_epi16,
        shuffle8: _mm256_shuffle_epi8,
        broadcast: _mm256_broadcastsi128_si256,
    }
}

/// Returns the bytes of lanes narrowed in each half, in the order of the hands.
#[inline(always)]
fn in_order(narrowed: __m256i) -> __m128i {
    // SAFETY: called by methods of `Avx2`, which prove the feature.
    unsafe {
        let (low, high) =
            (_mm256_castsi256_si128(narrowed), _mm256_extracti128_si256::<1>(narrowed));
        _mm_unpacklo_epi16(low, high)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_avx2_operation_equals_plain_arithmetic() {
        match super::Avx2::detect() {
            Some(lanes) => super::super::lanes::tests::check_operations(lanes),
            None => super::super::lanes::tests::report_skipped("AVX2"),
        }
    }
}
