//! A set of cards as one word.

use crate::Card;
use facedown_game::{Packed, Packer, Unpacker};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

/// A set of cards of the 52-card pack: bit `13 * suit + rank`, suits in the order c d h s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64); // no bit at or above 52

impl Packed for CardSet {
    const SIZE: usize = u64::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.0.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let bits = u64::from_le_bytes(*input.take());
        input.check(bits & !Self::FULL.0 == 0);
        *self = Self(bits & Self::FULL.0);
    }
}

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All cards.
    pub const FULL: Self = Self((1 << 52) - 1);

    /// Returns the set with these bits, or `None` if a bit from 52 on is set.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits >> 52 == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set with these bits; bits from 52 on are dropped.
    #[inline]
    pub const fn from_bits_truncate(bits: u64) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Returns the set's bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of one card.
    #[inline]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// Returns the number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains the card.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns whether the set contains every card of `other`.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Removes a card.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// Returns the set with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.index())
    }

    /// Returns the set without this card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// Returns the lowest card.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::new(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the highest card.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::new(63 - self.0.leading_zeros() as u8)) }
    }

    /// Returns the cards in ascending order.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The cards of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::new(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self::only(card)
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident ($a:ident, $b:ident) $result:expr;)*) => {$(
        impl $trait for CardSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $assign for CardSet {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

set_operator! {
    BitOr bitor BitOrAssign bitor_assign (a, b) a | b;
    BitAnd bitand BitAndAssign bitand_assign (a, b) a & b;
    Sub sub SubAssign sub_assign (a, b) a & !b;
}

impl BitXor for CardSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for CardSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_iterates_its_cards_in_order() {
        let cards: Vec<Card> = [50, 3, 27].map(Card::new).into();
        let set: CardSet = cards.iter().copied().collect();
        assert_eq!(set.iter().map(Card::index).collect::<Vec<_>>(), [3, 27, 50]);
        assert_eq!(set.iter().len(), 3);
        assert_eq!((set.first(), set.last()), (Some(Card::new(3)), Some(Card::new(50))));
    }

    #[test]
    fn the_complement_stays_inside_the_pack() {
        assert_eq!(!CardSet::EMPTY, CardSet::FULL);
        assert_eq!((!CardSet::only(Card::new(7))).len(), 51);
        assert_eq!(CardSet::from_bits(1 << 52), None);
    }
}
