//! A set of cards as one word.

use crate::Card;
use facedown_game::bit_set;

bit_set! {
    /// A set of cards of the 52-card pack: bit `13 * suit + rank`, suits in the order c d h s.
    pub struct CardSet: Card = Card::new, below 52;
    /// All cards.
    const FULL;
    /// The cards of a set in ascending order.
    pub struct Iter;
}

impl CardSet {
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
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self::only(card)
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
