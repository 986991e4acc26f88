//! Bit instructions that not every CPU has, and what to do where they are missing.
//!
//! Code that is generic over [`Spread`] is compiled twice: for any CPU, and within [`bmi2::Bmi2::run`] for those
//! with the instructions that count, find and spread bits.

/// How a word is spread over the set bits of a mask.
pub(crate) trait Spread: Copy {
    /// The set bits of `mask` whose place among the set bits is set in `word`.
    fn spread(self, word: u64, mask: u64) -> u64;

    /// The set bit of `mask` that so many others are below.
    fn nth(self, n: u32, mask: u64) -> u32;
}

/// For any CPU.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Spread for Plain {
    #[inline]
    fn spread(self, mut word: u64, mut mask: u64) -> u64 {
        let mut chosen = 0;
        while word != 0 {
            let bit = mask & mask.wrapping_neg();
            chosen |= bit & (word & 1).wrapping_neg();
            mask ^= bit;
            word >>= 1;
        }
        chosen
    }

    #[inline]
    fn nth(self, n: u32, mut mask: u64) -> u32 {
        for _ in 0..n {
            mask &= mask - 1;
        }
        mask.trailing_zeros()
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod bmi2 {
    //! The instructions of most x86-64 CPUs.

    #![allow(unsafe_code, reason = "instructions that not every CPU has")]
    #![allow(
        clippy::inline_always,
        reason = "must become part of the caller, which is compiled for the instructions"
    )]

    use super::Spread;

    /// Proof that the CPU has the bit instructions.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Bmi2(());

    impl Bmi2 {
        /// The proof, where the CPU has them.
        #[inline]
        pub(crate) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Self(()))
        }

        /// Runs `work`, compiled for the bit instructions.
        #[inline]
        pub(crate) fn run<T>(self, work: impl FnOnce(Self) -> T) -> T {
            // SAFETY: a value of this type exists only where the CPU has the features.
            unsafe { compiled(self, work) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn compiled<T>(bits: Bmi2, work: impl FnOnce(Bmi2) -> T) -> T {
        work(bits)
    }

    impl Spread for Bmi2 {
        #[inline(always)]
        fn spread(self, word: u64, mask: u64) -> u64 {
            // SAFETY: as for `run`.
            unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
        }

        #[inline(always)]
        fn nth(self, n: u32, mask: u64) -> u32 {
            self.spread(1 << n, mask).trailing_zeros()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_instructions_do_what_the_plain_code_does() {
        let Some(bits) = bmi2::Bmi2::detect() else {
            return println!("skipped: this CPU has no pdep");
        };
        let mut rng = Rng::new(4);
        for _ in 0..1_000 {
            let mask = rng.next_u64() & rng.next_u64() | 1;
            let word = rng.next_u64() & ((1 << mask.count_ones()) - 1);
            assert_eq!(bits.spread(word, mask), Plain.spread(word, mask));
            let n = rng.below(mask.count_ones());
            assert_eq!(bits.nth(n, mask), Plain.nth(n, mask));
        }
    }
}
