//! Multisets of cards of one or two packs.
//!
//! The rules do not distinguish the two copies of a kind, so a hand is two planes of 52 bits: the
//! kinds that it holds at least once, and those that it holds twice. With one pack the second plane
//! is empty, and a hand is as cheap as a [`CardSet`].

use facedown_cards::{Card, CardSet};
use facedown_game::{Packed, Packer, Unpacker};
use std::fmt;

/// A multiset of cards of one or two packs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards {
    once: u64,
    twice: u64, // a subset of `once`
}

impl Packed for Cards {
    const SIZE: usize = 2 * u64::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.once.pack(out);
        self.twice.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let mut planes = [CardSet::EMPTY; 2];
        planes.unpack(input);
        let [once, twice] = planes;
        input.check((twice - once).is_empty());
        *self = Self::from_planes(once, twice);
    }
}

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self { once: 0, twice: 0 };

    /// Returns one card of each of these kinds.
    #[inline]
    pub const fn single(kinds: CardSet) -> Self {
        Self { once: kinds.bits(), twice: 0 }
    }

    /// Builds a multiset from the kinds that it holds at least once and those that it holds twice.
    /// Kinds in `twice` but not in `once` are ignored.
    #[inline]
    pub const fn from_planes(once: CardSet, twice: CardSet) -> Self {
        Self { once: once.bits(), twice: twice.bits() & once.bits() }
    }

    /// Returns the kinds of the cards.
    #[inline]
    pub const fn kinds(self) -> CardSet {
        CardSet::from_bits_truncate(self.once)
    }

    /// Returns the kinds of which there are two cards.
    #[inline]
    pub const fn doubles(self) -> CardSet {
        CardSet::from_bits_truncate(self.twice)
    }

    /// Returns the kinds of the cards as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.once
    }

    /// Returns the number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        (self.once.count_ones() + self.twice.count_ones()) as usize
    }

    /// Returns whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.once == 0
    }

    /// Returns the number of cards of this kind: 0, 1 or 2.
    #[inline]
    pub const fn count(self, card: Card) -> usize {
        (self.once >> card.index() & 1) as usize + (self.twice >> card.index() & 1) as usize
    }

    /// Returns whether there is a card of this kind.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.once >> card.index() & 1 == 1
    }

    /// Adds a card. A third card of a kind is ignored.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        let bit = 1 << card.index();
        self.twice |= self.once & bit;
        self.once |= bit;
    }

    /// Removes a card, if there is one of its kind.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        let bit = 1 << card.index();
        self.once &= !(bit & !self.twice);
        self.twice &= !bit;
    }

    /// Returns the sum of both multisets; a third card of a kind is ignored.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            once: self.once | other.once,
            twice: self.twice | other.twice | self.once & other.once,
        }
    }

    /// Returns these cards without those; cards that are missing here are ignored.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self {
            once: self.once & !other.once | self.twice & !other.twice,
            twice: self.twice & !other.once,
        }
    }

    /// Returns whether these cards contain all of those.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        other.once & !self.once == 0 && other.twice & !self.twice == 0
    }

    /// Returns the cards whose kind is in the set.
    #[inline]
    #[must_use]
    pub const fn of_kinds(self, kinds: CardSet) -> Self {
        Self { once: self.once & kinds.bits(), twice: self.twice & kinds.bits() }
    }

    /// Returns the cards in ascending order, copies one after the other.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().iter().flat_map(move |card| std::iter::repeat_n(card, self.count(card)))
    }
}

impl From<CardSet> for Cards {
    fn from(kinds: CardSet) -> Self {
        Self::single(kinds)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::EMPTY;
        cards.into_iter().for_each(|card| all.insert(card));
        all
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_up_to_two_of_a_kind() {
        let ace = Card::new(0);
        let mut cards = Cards::EMPTY;
        for count in 0..=2 {
            assert_eq!((cards.count(ace), cards.len()), (count, count));
            cards.insert(ace);
        }
        for count in (0..2).rev() {
            cards.remove(ace);
            assert_eq!(cards.count(ace), count);
        }
    }

    #[test]
    fn sums_and_differences_are_those_of_the_counts() {
        let some = |a: usize, b: usize| -> Cards {
            [(0, a), (1, b)]
                .into_iter()
                .flat_map(|(i, n)| std::iter::repeat_n(Card::new(i), n))
                .collect()
        };
        for (a, b, c, d) in (0..81).map(|i| (i % 3, i / 3 % 3, i / 9 % 3, i / 27)) {
            let (x, y) = (some(a, b), some(c, d));
            assert_eq!(x.plus(y), some((a + c).min(2), (b + d).min(2)));
            assert_eq!(x.minus(y), some(a.saturating_sub(c), b.saturating_sub(d)));
            assert_eq!(x.is_superset(y), a >= c && b >= d);
            assert_eq!(x.iter().count(), a + b);
        }
    }

    #[test]
    fn a_card_that_is_there_twice_is_written_twice() {
        let cards: Cards = [3, 3, 1].map(Card::new).into_iter().collect();
        assert_eq!(cards.to_string(), "2c 4c 4c");
    }
}
