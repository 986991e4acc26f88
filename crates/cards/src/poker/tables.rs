//! The tables behind [`Strength`](super::Strength): built at first use, in a few milliseconds.
//!
//! Ranks are 0 for a deuce to 12 for an ace. The ranks of a hand, sorted, are a multiset; its index
//! is the sum over its cards of `PLACES[rank][k]`, where `k` is the card's place in sorted order.
//! The indices of multisets of one size are 0, 1, 2, … without gaps.

use super::Category;
use std::sync::LazyLock;

/// Returns the term of the `k`-th lowest card in a hand's index: a binomial coefficient.
const fn place(k: usize, rank: usize) -> u16 {
    let (mut product, mut i) = (1, 0);
    while i <= k {
        product = product * (rank + k - i) / (i + 1);
        i += 1;
    }
    product as u16
}

/// [`place`] for each rank and each `k`.
pub(super) const PLACES: [[u16; 5]; 13] = {
    let mut places = [[0; 5]; 13];
    let mut rank = 0;
    while rank < 13 {
        let mut k = 0;
        while k < 5 {
            places[rank][k] = place(k, rank);
            k += 1;
        }
        rank += 1;
    }
    places
};

/// Number of cards of each rank.
type Counts = [u8; 13];

/// By index of a multiset: the strengths that jokers can make of it, in no order.
pub(super) type Wild<const N: usize> = Vec<[u16; N]>;

/// Strengths by index of multisets; 0 if there is no such hand.
///
/// Arrays that hot loops read are as long as a power of two, so that a masked index needs no check.
pub(super) struct Tables {
    /// Five cards that are no flush.
    pub(super) five: [u16; 8192],
    /// Four cards and a joker, no flush.
    pub(super) four: [u16; 2048],
    /// Three cards and two jokers, no flush.
    pub(super) three_of_five: [u16; 512],
    /// Three cards, the whole hand.
    pub(super) three: [u16; 512],
    /// Two cards and a joker.
    pub(super) two: [u16; 128],
    /// A card and two jokers.
    pub(super) one: [u16; 16],
    /// By the 13 bits of the ranks: a flush of five, of four and a joker, of three and two jokers.
    pub(super) flush: [u16; 8192],
    /// All that a joker can make of four cards, no flush.
    pub(super) four_wild: Wild<13>,
    /// All that two jokers can make of three cards, no flush.
    pub(super) three_wild: Wild<91>,
    /// All that a joker can make of two cards.
    pub(super) two_wild: Wild<13>,
    /// All that two jokers can make of one card.
    pub(super) one_wild: Wild<91>,
    /// For each strength its category and ranks, as [`key`] packs them.
    pub(super) keys: Vec<u32>,
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(build()));

/// Returns the tables, built at first use.
#[inline]
pub(super) fn tables() -> &'static Tables {
    &TABLES
}

/// Returns the index of a multiset.
fn number(counts: &Counts) -> usize {
    let (mut sum, mut k) = (0, 0);
    for (places, &count) in PLACES.iter().zip(counts) {
        let next = k + usize::from(count);
        sum += places[k..next].iter().map(|place| usize::from(*place)).sum::<usize>();
        k = next;
    }
    sum
}

/// Returns all multisets of `size` ranks with at most four of each.
fn multisets(size: u8) -> Vec<Counts> {
    fn grow(rank: usize, left: u8, counts: &mut Counts, found: &mut Vec<Counts>) {
        if rank == 13 {
            if left == 0 {
                found.push(*counts);
            }
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count;
            grow(rank + 1, left - count, counts, found);
        }
        counts[rank] = 0;
    }
    let mut found = Vec::new();
    grow(0, size, &mut [0; 13], &mut found);
    found
}

/// Returns the highest rank of a straight of these ranks, as 13 bits.
pub(super) fn straight(ranks: u16) -> Option<u8> {
    const WHEEL: u16 = 0b1_0000_0000_1111;
    if ranks == WHEEL {
        return Some(3);
    }
    (4..13).find(|high| ranks == 0b1_1111 << (high - 4))
}

/// Packs category and ranks into a number: the larger, the stronger. A missing card counts 0, a
/// deuce 2, an ace 14; a straight has its highest card only.
fn key(counts: &Counts, is_flush: bool) -> u32 {
    // Ranks by count, then by height; `most` and `next` are the largest two groups.
    let (mut ranks, mut size, mut bits) = (0, 0, 0);
    let (mut most, mut next) = (0, 0);
    for count in (1..=4).rev() {
        for rank in (0..13).rev().filter(|&rank| counts[rank] == count) {
            ranks = ranks << 4 | (rank as u32 + 2);
            bits |= 1 << rank;
            size += 1;
            match size {
                1 => most = count,
                2 => next = count,
                _ => {}
            }
        }
    }
    let category = match (most, next) {
        (4, _) => Category::FourOfAKind,
        (3, 2) => Category::FullHouse,
        (3, _) => Category::ThreeOfAKind,
        (2, 2) => Category::TwoPair,
        (2, _) => Category::Pair,
        _ if is_flush => Category::Flush,
        _ => Category::HighCard,
    };
    if let Some(high) = straight(bits) {
        let category = match (is_flush, high) {
            (false, _) => Category::Straight,
            (true, 12) => Category::RoyalFlush,
            (true, _) => Category::StraightFlush,
        };
        return (category.index() as u32) << 20 | (u32::from(high) + 2) << 16;
    }
    (category.index() as u32) << 20 | ranks << (4 * (5 - size))
}

/// Returns, for each multiset, the entries of `larger` with one more rank.
fn with_joker(size: u8, larger: &[u16]) -> Wild<13> {
    let sets = multisets(size);
    let mut table = vec![[0; 13]; sets.len()];
    for counts in sets {
        let row = &mut table[number(&counts)];
        for rank in (0..13).filter(|&rank| counts[rank] < 4) {
            let mut more = counts;
            more[rank] += 1;
            row[rank] = larger[number(&more)];
        }
    }
    table
}

/// Returns, for each multiset, the entries of `larger` with two more ranks.
fn with_two_jokers(size: u8, larger: &[u16]) -> Wild<91> {
    let sets = multisets(size);
    let mut table = vec![[0; 91]; sets.len()];
    for counts in sets {
        let row = &mut table[number(&counts)];
        let pairs = (0..13).flat_map(|a| (a..13).map(move |b| (a, b)));
        for (place, (a, b)) in row.iter_mut().zip(pairs) {
            let mut more = counts;
            more[a] += 1;
            more[b] += 1;
            if more.iter().all(|count| *count <= 4) {
                *place = larger[number(&more)];
            }
        }
    }
    table
}

/// Returns the strongest entry of each row.
fn strongest<const N: usize, const M: usize>(wild: &Wild<N>) -> [u16; M] {
    let mut table = [0; M];
    for (place, row) in table.iter_mut().zip(wild) {
        *place = row.iter().copied().max().unwrap_or(0);
    }
    table
}

/// Extends flushes of five to flushes that jokers complete.
fn add_jokers_to_flushes(flush: &mut [u16; 8192]) {
    for size in [4, 3] {
        for ranks in (0..8192_usize).filter(|ranks| ranks.count_ones() == size) {
            let more = (0..13).map(|rank| ranks | 1 << rank).filter(|more| *more != ranks);
            flush[ranks] = more.map(|more| flush[more]).max().unwrap_or(0);
        }
    }
}

fn build() -> Tables {
    let (fives, threes) = (multisets(5), multisets(3));
    let is_flat = |counts: &&Counts| counts.iter().all(|count| *count <= 1);
    let bits = |counts: &Counts| (0..13).fold(0, |bits, r| bits | usize::from(counts[r]) << r);
    // Every class of hand: its key, its table and its index there.
    let mut classes: Vec<(u32, u8, usize)> = Vec::with_capacity(8192);
    classes.extend(fives.iter().map(|counts| (key(counts, false), 5, number(counts))));
    classes.extend(threes.iter().map(|counts| (key(counts, false), 3, number(counts))));
    classes.extend(fives.iter().filter(is_flat).map(|counts| (key(counts, true), 0, bits(counts))));
    classes.sort_unstable();

    let (mut five, mut three, mut flush) = ([0; 8192], [0; 512], [0; 8192]);
    let mut keys = vec![0];
    for (key, table, place) in classes {
        if keys.last() != Some(&key) {
            keys.push(key);
        }
        let strength = keys.len() as u16 - 1;
        match table {
            5 => five[place] = strength,
            3 => three[place] = strength,
            _ => flush[place] = strength,
        }
    }
    add_jokers_to_flushes(&mut flush);
    let (four_wild, three_wild) = (with_joker(4, &five), with_two_jokers(3, &five));
    let (two_wild, one_wild) = (with_joker(2, &three), with_two_jokers(1, &three));
    Tables {
        five,
        four: strongest(&four_wild),
        three_of_five: strongest(&three_wild),
        three,
        two: strongest(&two_wild),
        one: strongest(&one_wild),
        flush,
        four_wild,
        three_wild,
        two_wild,
        one_wild,
        keys,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_of_a_size_are_numbered_without_gaps() {
        for (size, all) in [(1, 13), (2, 91), (3, 455), (4, 1820)] {
            let mut numbers: Vec<usize> = multisets(size).iter().map(number).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..all));
        }
        // Of five there are 6,188, but 13 of them are five of a kind.
        let mut numbers: Vec<usize> = multisets(5).iter().map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!((numbers.len(), numbers.last()), (6175, Some(&6186)));
    }

    #[test]
    fn every_class_of_hand_has_a_strength() {
        let keys = &tables().keys;
        assert_eq!(keys.len() - 1, 7462 + 455);
        for category in Category::ALL {
            let strengths = category.weakest().number()..=category.strongest().number();
            let all = keys.iter().skip(1).filter(|key| *key >> 20 == category.index() as u32);
            assert_eq!(all.count(), strengths.len(), "{category}");
            assert!(
                strengths
                    .into_iter()
                    .all(|r| keys[usize::from(r)] >> 20 == category.index() as u32)
            );
        }
    }
}
