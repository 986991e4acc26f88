//! One card, its rank and its suit.

use facedown_game::packed_byte;

/// A suit, in the order of the pack: clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, `c`.
    Clubs,
    /// Diamonds, `d`.
    Diamonds,
    /// Hearts, `h`.
    Hearts,
    /// Spades, `s`.
    Spades,
}

impl Suit {
    /// The four suits in ascending order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the index of the suit in [`Suit::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the notation: one of `cdhs`.
    #[inline]
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// Returns the suit's symbol: one of `♣♦♥♠`.
    #[inline]
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

/// A rank, ace low: games that rank the ace high say so themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the ranks explain themselves")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The thirteen ranks, ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Returns the index of the rank in [`Rank::ALL`]: ace 0, king 12.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the notation: one of `A23456789TJQK`.
    #[inline]
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self as usize] as char
    }
}

/// A card of the 52-card pack, ordered by suit, then rank with the ace low.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8); // suit * 13 + rank, always < 52
packed_byte!(Card, Card::COUNT);

impl Card {
    /// Number of cards in the pack.
    pub const COUNT: usize = 52;

    /// Returns the card of a rank and a suit.
    #[inline]
    pub const fn of(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * 13 + rank as u8)
    }

    /// Returns the card with this index, `13 * suit + rank`, or `None` from 52 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the card with this index.
    ///
    /// # Panics
    /// If the index is not below 52; [`Card::from_index`] checks it.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 52, "a card's index is below 52");
        Self(index)
    }

    /// Returns the card's index, `13 * suit + rank`, below 52.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize % 13]
    }

    /// Returns the card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 13]
    }

    /// Returns all cards in ascending order.
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..52).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_and_cards_are_one_to_one() {
        for (i, card) in Card::all().enumerate() {
            assert_eq!(card.index(), i);
            assert_eq!(Card::from_index(i), Some(card));
            assert_eq!(Card::of(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn clubs_come_first_and_the_ace_is_low() {
        assert!(Card::of(Rank::King, Suit::Clubs) < Card::of(Rank::Ace, Suit::Diamonds));
        assert!(Card::of(Rank::Ace, Suit::Spades) < Card::of(Rank::Two, Suit::Spades));
    }
}
