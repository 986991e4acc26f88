//! Bit instructions that not every CPU has, and portable replacements.
//!
//! Code that is generic over [`BitOps`] is compiled twice: for any CPU, and within
//! [`bmi2::Bmi2::run`] for those with the instructions that count, find and deposit bits.

/// Bit operations of some CPUs.
pub(crate) trait BitOps: Copy {
    /// Deposits the low bits of `word` at the set bits of `mask` (`pdep`).
    fn deposit(self, word: u64, mask: u64) -> u64;

    /// Returns the position of the set bit of `mask` with this rank, from 0.
    fn select(self, n: u32, mask: u64) -> u32;
}

/// Portable code for any CPU.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl BitOps for Portable {
    #[inline]
    fn deposit(self, mut word: u64, mut mask: u64) -> u64 {
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
    fn select(self, n: u32, mut mask: u64) -> u32 {
        for _ in 0..n {
            mask &= mask - 1;
        }
        mask.trailing_zeros()
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod bmi2 {
    //! BMI2, on most x86-64 CPUs.

    #![allow(unsafe_code, reason = "instructions that not every CPU has")]
    #![allow(
        clippy::inline_always,
        reason = "must become part of the caller, which is compiled for the instructions"
    )]

    use super::BitOps;

    /// Proof that the CPU has BMI1, BMI2 and `popcnt`.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Bmi2(());

    impl Bmi2 {
        /// Returns the proof if the CPU has them.
        #[inline]
        pub(crate) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Self(()))
        }

        /// Runs `work`, compiled for these instructions.
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

    impl BitOps for Bmi2 {
        #[inline(always)]
        fn deposit(self, word: u64, mask: u64) -> u64 {
            // SAFETY: as for `run`.
            unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
        }

        #[inline(always)]
        fn select(self, n: u32, mask: u64) -> u32 {
            self.deposit(1 << n, mask).trailing_zeros()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_instructions_do_what_the_portable_code_does() {
        let Some(bits) = bmi2::Bmi2::detect() else {
            return println!("skipped: this CPU has no pdep");
        };
        let mut rng = Rng::new(4);
        for _ in 0..1_000 {
            let mask = rng.next_u64() & rng.next_u64() | 1;
            let word = rng.next_u64() & ((1 << mask.count_ones()) - 1);
            assert_eq!(bits.deposit(word, mask), Portable.deposit(word, mask));
            let n = rng.below(mask.count_ones());
            assert_eq!(bits.select(n, mask), Portable.select(n, mask));
        }
    }
}
