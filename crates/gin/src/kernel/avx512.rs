//! Vectors of AVX-512: thirty-two hands at a time.

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

/// Proof that the CPU has AVX-512 with byte and word instructions, and the older bit instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the CPU has the instructions.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
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

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
fn compiled<const CHECK: bool>(lanes: Avx512, hands: &[u64], out: &mut [u8]) -> bool {
    passes::min_deadwood::<_, CHECK>(lanes, hands, out)
}

/// For each of sixteen hands in two vectors the lowest of its four words.
const LOW_WORDS: [u16; 32] = {
    let mut words = [0; 32];
    let mut hand = 0;
    while hand < 16 {
        words[hand] = 4 * hand as u16;
        hand += 1;
    }
    words
};

/// Thirty-two hands in order.
impl Lanes for Avx512 {
    const COUNT: usize = 32;
    type Vector = __m512i;

    #[inline(always)]
    fn split(self, hands: &[u64]) -> [__m512i; 4] {
        let hands = &hands[..32];
        // SAFETY: AVX-512 by the type; eight hands are read from each of 0, 8, 16 and 24 of
        // thirty-two, and the table has the thirty-two words that are read.
        unsafe {
            let load = |at: usize| _mm512_loadu_si512(hands.as_ptr().add(at).cast());
            let (x, y, z, w) = (load(0), load(8), load(16), load(24));
            let index = _mm512_loadu_si512(LOW_WORDS.as_ptr().cast());
            let suit = |x: __m512i, y: __m512i, z: __m512i, w: __m512i| {
                let low = _mm512_permutex2var_epi16(x, index, y);
                let high = _mm512_castsi512_si256(_mm512_permutex2var_epi16(z, index, w));
                let words = _mm512_inserti64x4::<1>(low, high);
                _mm512_and_si512(words, _mm512_set1_epi16(0x1fff))
            };
            let b = |v: __m512i| _mm512_srli_epi64::<13>(v);
            let c = |v: __m512i| _mm512_srli_epi64::<26>(v);
            let d = |v: __m512i| _mm512_srli_epi64::<39>(v);
            [
                suit(x, y, z, w),
                suit(b(x), b(y), b(z), b(w)),
                suit(c(x), c(y), c(z), c(w)),
                suit(d(x), d(y), d(z), d(w)),
            ]
        }
    }

    #[inline(always)]
    fn store(self, v: __m512i, out: &mut [u8]) {
        let out = &mut out[..32];
        // SAFETY: AVX-512 by the type; thirty-two bytes are written to thirty-two.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(v)) }
    }

    #[inline(always)]
    fn nonzero(self, v: __m512i) -> u32 {
        // SAFETY: AVX-512 by the type.
        unsafe { _mm512_test_epi16_mask(v, v) }
    }

    lane_operations! {
        __m512i,
        zero: _mm512_setzero_si512,
        splat8: _mm512_set1_epi8,
        splat16: _mm512_set1_epi16,
        and: _mm512_and_si512,
        or: _mm512_or_si512,
        and_not: _mm512_andnot_si512,
        add8: _mm512_add_epi8,
        add16: _mm512_add_epi16,
        sub16: _mm512_sub_epi16,
        min16: _mm512_min_epu16,
        left16: _mm512_slli_epi16,
        right16: _mm512_srli_epi16,
        shuffle8: _mm512_shuffle_epi8,
        broadcast: _mm512_broadcast_i32x4,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_avx512_operation_equals_plain_arithmetic() {
        match super::Avx512::detect() {
            Some(lanes) => super::super::lanes::tests::check_operations(lanes),
            None => super::super::lanes::tests::report_skipped("AVX-512"),
        }
    }
}
