//! Portable random streams.
//!
//! The generator is xoshiro256++ (Blackman and Vigna), and the distributions (`below`, `shuffle`, …)
//! are implemented here, so that a seed means the same deal next year, in Rust, in Python and in a
//! service.

/// A random stream, identified by a seed and a number.
///
/// ```
/// use facedown_game::Rng;
///
/// let mut hand_7 = Rng::stream(42, 7);
/// let mut pack: Vec<u8> = (0..52).collect();
/// hand_7.shuffle(&mut pack);
/// assert_eq!(Rng::stream(42, 7).below(52), Rng::stream(42, 7).below(52));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng([u64; 4]); // never all zeros

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64: a bijection that spreads every bit over the word.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Rng {
    /// Returns stream 0 of a seed.
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// Returns one of the 2^64 streams of a seed. Neighbouring seeds and streams are independent.
    #[inline]
    pub fn stream(seed: u64, stream: u64) -> Self {
        // Words 0 and 1 determine seed and stream, so no two pairs share a state.
        let a = mix(seed.wrapping_add(GOLDEN));
        let b = mix(stream.wrapping_add(a).wrapping_add(GOLDEN.wrapping_mul(2)));
        let c = mix(a.rotate_left(32) ^ b.wrapping_mul(GOLDEN));
        let d = mix(b.rotate_left(17).wrapping_add(c));
        Self::from_words([a, b, c, d])
    }

    /// Returns the generator's state.
    #[inline]
    pub(crate) const fn words(&self) -> [u64; 4] {
        self.0
    }

    /// Returns the generator with this state; all zeros, which have no successor, become others.
    #[inline]
    pub(crate) const fn from_words(words: [u64; 4]) -> Self {
        let [a, b, c, d] = words;
        if a | b | c | d == 0 { Self([GOLDEN, 0, 0, 0]) } else { Self(words) }
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let next = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        next
    }

    /// Returns a uniform number below `n`, without bias.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is below 0");
        // Lemire 2019, "Fast random integer generation in an interval": the high half of a product
        // is uniform once the few low halves that would favour small results are drawn again.
        let mut wide = u64::from(self.next_u64() as u32) * u64::from(n);
        if (wide as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (wide as u32) < unfair {
                wide = u64::from(self.next_u64() as u32) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// Returns a uniform number in [0, 1), a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Chooses an item uniformly; `None` if there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len() as u32) as usize]) }
    }

    /// Chooses a set bit uniformly and returns its index. The word must not be 0.
    #[inline]
    pub fn choose_bit(&mut self, mut word: u64) -> u32 {
        for _ in 0..self.below(word.count_ones()) {
            word &= word - 1;
        }
        word.trailing_zeros()
    }

    /// Shuffles the items uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Returns a new stream that depends on this one's state and on `n`.
    #[must_use]
    pub fn fork(&mut self, n: u64) -> Self {
        Self::stream(self.next_u64(), n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_deal_for_ever() {
        let mut pack: Vec<u8> = (0..52).collect();
        Rng::new(42).shuffle(&mut pack);
        assert_eq!(&pack[..10], GOLDEN_DEAL);
        assert_eq!(Rng::stream(7, 9).next_u64(), GOLDEN_WORD);
    }

    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        use rand_xoshiro::Xoshiro256PlusPlus;
        use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
        for stream in 0..100 {
            let mut ours = Rng::stream(17, stream);
            let mut seed = [0; 32];
            for (place, word) in seed.chunks_exact_mut(8).zip(ours.words()) {
                place.copy_from_slice(&word.to_le_bytes());
            }
            let mut theirs = Xoshiro256PlusPlus::from_seed(seed);
            assert!((0..100).all(|_| ours.next_u64() == theirs.next_u64()));
        }
    }

    // From the first run; a change here breaks every seed that users hold.
    const GOLDEN_DEAL: [u8; 10] = [40, 22, 27, 38, 36, 0, 16, 31, 21, 1];
    const GOLDEN_WORD: u64 = 385_830_826_457_001_087;

    #[test]
    fn neighbouring_seeds_and_streams_share_no_more_bits_than_chance() {
        // 512 pairs x 4 words x 64 bits: the number of differing bits has mean 65,536 and
        // deviation 181; six deviations are allowed.
        for neighbour in [(1, 0), (0, 1), (1, 1), (1, u64::MAX)] {
            let differing: u32 = (0..512u64)
                .map(|i| {
                    let mut x = Rng::stream(i, 3 * i);
                    let mut y = Rng::stream(i + neighbour.0, (3 * i).wrapping_add(neighbour.1));
                    (0..4).map(|_| (x.next_u64() ^ y.next_u64()).count_ones()).sum::<u32>()
                })
                .sum();
            assert!(differing.abs_diff(65_536) < 1_086, "{neighbour:?}: {differing}");
        }
    }

    #[test]
    fn below_is_uniform() {
        // Chi-square with 6 degrees of freedom: 22.5 is the 99.9 % point.
        let mut counts = [0f64; 7];
        let mut rng = Rng::new(1);
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1.0;
        }
        let chi: f64 = counts.iter().map(|c| (c - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{chi}");
    }

    #[test]
    fn every_order_of_a_shuffle_has_the_same_chance() {
        // Chi-square with 23 degrees of freedom: 49.7 is the 99.9 % point.
        let mut counts = std::collections::BTreeMap::new();
        let mut rng = Rng::new(2);
        for _ in 0..48_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0f64) += 1.0;
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|c| (c - 2_000.0).powi(2) / 2_000.0).sum();
        assert!(chi < 49.7, "{chi}");
    }

    #[test]
    fn a_chosen_bit_is_set() {
        let mut rng = Rng::new(3);
        let word = 0x8000_0100_0000_0003;
        let mut seen = 0;
        for _ in 0..200 {
            seen |= 1u64 << rng.choose_bit(word);
        }
        assert_eq!(seen, word);
    }
}
