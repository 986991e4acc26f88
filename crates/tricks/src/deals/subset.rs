//! Uniformly random subsets of a set of cards.
//!
//! A subset of k of n cards is a word of n bits with k of them set. All words of up to 13 bits are
//! listed by their number of set bits and then by value, so that the words of n bits come first in
//! their list and one random rank selects one. Larger words are composed of pieces of 13 bits: the
//! rank also decides how many cards come from each piece. The word is then deposited on the cards of
//! the set, which is one instruction (`pdep`) on most x86-64 CPUs.

use crate::bits::BitOps;
use facedown_game::Rng;

const PIECE: usize = 13;

/// Maximum number of cards whose subsets are ranked by 64 bits.
const MOST: usize = 64;

/// `BINOMIALS[n][k]`: n choose k.
static BINOMIALS: [[u64; MOST + 1]; MOST + 1] = {
    let mut rows = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// The start of the words with k set bits in [`WORDS`].
static FIRST: [u16; PIECE + 1] = {
    let mut first = [0; PIECE + 1];
    let mut k = 0;
    while k < PIECE {
        first[k + 1] = first[k] + BINOMIALS[PIECE][k] as u16;
        k += 1;
    }
    first
};

/// The words of 13 bits by their number of set bits, then by value.
static WORDS: [u16; 1 << PIECE] = {
    let mut words = [0; 1 << PIECE];
    let mut next = FIRST;
    let mut word = 0u16;
    while word < 1 << PIECE {
        let k = word.count_ones() as usize;
        words[next[k] as usize] = word;
        next[k] += 1;
        word += 1;
    }
    words
};

/// Returns an exactly uniform number below `n`, which is not 0.
#[inline]
fn below(n: u64, rng: &mut Rng) -> u64 {
    // As `Rng::below`, for 64 bits.
    let mut wide = u128::from(rng.next_u64()) * u128::from(n);
    if (wide as u64) < n {
        let unfair = n.wrapping_neg() % n;
        while (wide as u64) < unfair {
            wide = u128::from(rng.next_u64()) * u128::from(n);
        }
    }
    (wide >> 64) as u64
}

/// 2^63 / d, rounded up, for each d = `BINOMIALS[13][k]`.
static RECIPROCALS: [u64; PIECE + 1] = {
    let mut all = [0; PIECE + 1];
    let mut k = 0;
    while k <= PIECE {
        all[k] = (1u64 << 63).div_ceil(BINOMIALS[PIECE][k]);
        k += 1;
    }
    all
};

/// Returns `rank / BINOMIALS[13][k]`. A division takes tens of cycles, a multiplication three.
#[inline]
fn divide(rank: u64, k: usize) -> u64 {
    // The product is too large by less than rank / 2^63, and the quotient is right as long as that
    // is below 1 / 1716: the largest divisor.
    if rank < 1 << 52 {
        ((u128::from(rank) * u128::from(RECIPROCALS[k])) >> 63) as u64
    } else {
        rank / BINOMIALS[PIECE][k]
    }
}

/// Returns a uniformly random word of `n` bits with `k` set.
#[inline]
fn word(mut n: usize, mut k: usize, rng: &mut Rng) -> u64 {
    let mut rank = below(BINOMIALS[n][k], rng);
    let (mut low, mut shift) = (0, 0);
    while n > PIECE {
        let rest = n - PIECE;
        let mut here = k.saturating_sub(rest);
        loop {
            let ways = BINOMIALS[PIECE][here] * BINOMIALS[rest][k - here];
            if rank < ways {
                break;
            }
            rank -= ways;
            here += 1;
        }
        let inside = BINOMIALS[PIECE][here];
        let quotient = divide(rank, here);
        low |=
            u64::from(WORDS[FIRST[here] as usize + (rank - quotient * inside) as usize]) << shift;
        rank = quotient;
        n = rest;
        k -= here;
        shift += PIECE;
    }
    low | u64::from(WORDS[FIRST[k] as usize + rank as usize]) << shift
}

/// Returns a uniformly random subset of `k` cards of `set`; `k` is at most their number.
#[inline]
pub(super) fn subset(set: u64, k: usize, bits: impl BitOps, rng: &mut Rng) -> u64 {
    let n = set.count_ones() as usize;
    if k == 0 {
        0
    } else if k == n {
        set
    } else {
        bits.deposit(word(n, k, rng), set)
    }
}

/// Returns a uniformly random subset of `k` cards of one or two packs.
#[inline]
pub(super) fn subset_of_planes<const P: usize>(
    planes: [u64; P],
    k: usize,
    bits: impl BitOps,
    rng: &mut Rng,
) -> [u64; P] {
    let mut chosen = [0; P];
    let n = planes.map(|plane| plane.count_ones() as usize);
    if P == 1 || n[P - 1] == 0 {
        chosen[0] = subset(planes[0], k, bits, rng);
    } else if k == n[0] + n[1] {
        chosen = planes;
    } else if k > 0 && n[0] + n[1] <= MOST {
        let word = word(n[0] + n[1], k, rng);
        // A plane has at most 52 cards, so the shifts are below 64.
        chosen[0] = bits.deposit(word & ((1 << n[0]) - 1), planes[0]);
        chosen[1] = bits.deposit(word >> n[0], planes[1]);
    } else if k > 0 {
        let here = in_first_plane(n[0], n[1], k, rng);
        chosen[0] = subset(planes[0], here, bits, rng);
        chosen[1] = subset(planes[1], k - here, bits, rng);
    }
    chosen
}

/// Samples the number of `k` random cards of two planes, with `a` and `b` cards, in the first.
fn in_first_plane(a: usize, b: usize, k: usize, rng: &mut Rng) -> usize {
    let (least, most) = (k.saturating_sub(b), k.min(a));
    let ways = |here: usize| BINOMIALS[a][here] as f64 * BINOMIALS[b][k - here] as f64;
    let mut left = rng.unit() * (least..=most).map(ways).sum::<f64>();
    let mut here = least;
    while here < most {
        left -= ways(here);
        if left < 0.0 {
            break;
        }
        here += 1;
    }
    here
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Portable;
    use facedown_testkit::stats;
    use std::collections::BTreeMap;

    #[test]
    fn words_of_n_bits_come_first_in_their_list() {
        for n in 0..=PIECE {
            for k in 0..=n {
                let list = &WORDS[FIRST[k] as usize..][..BINOMIALS[n][k] as usize];
                assert!(list.is_sorted_by(|a, b| a < b));
                let fits = |w: &u16| w.count_ones() as usize == k && u32::from(*w) < 1 << n;
                assert!(list.iter().all(fits), "{k} of {n}");
            }
        }
    }

    #[test]
    fn quotients_are_exact() {
        let mut rng = Rng::new(8);
        for (k, &divisor) in BINOMIALS[PIECE][..=PIECE].iter().enumerate() {
            for _ in 0..20_000 {
                let near = (rng.next_u64() >> rng.below(64)) / divisor * divisor;
                for rank in [near.wrapping_sub(1), near, near.saturating_add(1)] {
                    assert_eq!(divide(rank, k), rank / divisor, "{rank} / {divisor}");
                }
            }
        }
    }

    #[test]
    fn every_subset_is_equally_likely() {
        let mut rng = Rng::new(1);
        // Within one piece, and over two pieces.
        for (set, k) in [(0x000f_0f00_0000_0101, 3), (0x000f_ff00_000f_0001, 3)] {
            let mut counts = BTreeMap::new();
            let subsets = BINOMIALS[u64::count_ones(set) as usize][k];
            for _ in 0..200 * subsets {
                let chosen = subset(set, k, Portable, &mut rng);
                assert_eq!((chosen & !set, chosen.count_ones() as usize), (0, k));
                *counts.entry(chosen).or_insert(0) += 1;
            }
            assert_eq!(counts.len() as u64, subsets);
            stats::assert_uniform(&counts.into_values().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_subset_of_two_planes_is_equally_likely() {
        let mut rng = Rng::new(2);
        let (planes, mut counts) = ([0b111_0011, 0b1_0110], BTreeMap::new());
        for _ in 0..14_000 {
            *counts.entry(subset_of_planes(planes, 3, Portable, &mut rng)).or_insert(0) += 1;
        }
        assert_eq!(counts.len() as u64, BINOMIALS[8][3]);
        stats::assert_uniform(&counts.into_values().collect::<Vec<_>>());
    }

    #[test]
    fn subsets_of_nearly_two_packs_take_as_many_from_each_as_they_should() {
        let (mut rng, (a, b, k)) = (Rng::new(5), (52, 42, 9));
        let planes = [(1u64 << a) - 1, (1 << b) - 1];
        let mut counts = vec![0; k + 1];
        for _ in 0..50_000 {
            let chosen = subset_of_planes(planes, k, Portable, &mut rng).map(u64::count_ones);
            assert_eq!(chosen[0] + chosen[1], k as u32);
            counts[chosen[0] as usize] += 1;
        }
        let ways = |here| BINOMIALS[a][here] as f64 * BINOMIALS[b][k - here] as f64;
        stats::assert_fits(&counts, &(0..=k).map(ways).collect::<Vec<_>>());
    }

    #[test]
    fn large_subsets_take_each_card_as_often_as_any_other() {
        let mut rng = Rng::new(3);
        let mut counts = [0; 52];
        for _ in 0..40_000 {
            let chosen = subset((1 << 52) - 1, 20, Portable, &mut rng);
            assert_eq!(chosen.count_ones(), 20);
            (0..52).for_each(|card| counts[card] += chosen >> card & 1);
        }
        // Counts of cards in one draw depend on each other: the statistic is 32/51 of a chi-square.
        let statistic = stats::chi_square(&counts, &[40_000.0 * 20.0 / 52.0; 52]) * 51.0 / 32.0;
        assert!(stats::p_value(statistic, 51) > stats::MIN_P_VALUE, "{statistic}");
    }
}
