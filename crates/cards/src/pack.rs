//! The pack of 54: the 52 cards and two jokers.
//!
//! The jokers are two distinct cards, with indices 52 and 53, so that a set of cards is still one
//! word and no card occurs twice; both are written `X`.

use crate::notation::{card_tokens, parse_list, write_cards};
use crate::{Card, CardSet, ParseCardError, ParseCardsError};
use facedown_game::{Packed, Packer, Unpacker, packed_byte};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

/// A card of the pack of 54: a [`Card`], or one of the two jokers.
///
/// ```
/// use facedown_cards::{Card, PackCard};
///
/// let ace: PackCard = "As".parse()?;
/// assert_eq!(ace.card(), Some("As".parse::<Card>()?));
/// let joker: PackCard = "X".parse()?;
/// assert!(joker.is_joker());
/// assert_eq!(joker.to_string(), "X");
/// # Ok::<(), facedown_cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackCard(u8); // a card's index, or 52 and 53 for the jokers
packed_byte!(PackCard, PackCard::COUNT);

impl PackCard {
    /// Number of cards in the pack.
    pub const COUNT: usize = 54;
    /// The two jokers.
    pub const JOKERS: [Self; 2] = [Self(52), Self(53)];

    /// Returns the card with this index: that of a [`Card`], 52 or 53 for a joker, `None` from 54
    /// on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the card's index, below 54.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the card is a joker.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// Returns the card of the 52-card pack, or `None` for a joker.
    #[inline]
    pub const fn card(self) -> Option<Card> {
        Card::from_index(self.0 as usize)
    }

    /// Returns all cards in ascending order, the jokers last.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..54).map(Self)
    }
}

impl From<Card> for PackCard {
    #[inline]
    fn from(card: Card) -> Self {
        Self(card.index() as u8)
    }
}

impl fmt::Display for PackCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => card.fmt(f),
            None => f.write_str("X"),
        }
    }
}

impl fmt::Debug for PackCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `X` is the first joker.
impl FromStr for PackCard {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        if text.eq_ignore_ascii_case("x") {
            Ok(Self::JOKERS[0])
        } else {
            Ok(Self::from(text.parse::<Card>()?))
        }
    }
}

/// Parses cards of the pack of 54 in the order of the text, each at most once, jokers as `X`.
///
/// ```
/// let cards = facedown_cards::parse_pack("As X,2sX")?;
/// assert_eq!(cards.iter().filter(|card| card.is_joker()).count(), 2);
/// assert_eq!(
///     facedown_cards::parse_pack("X X As X").unwrap_err().to_string(),
///     "X is there three times, the pack has two jokers"
/// );
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn parse_pack(text: &str) -> Result<Vec<PackCard>, ParseCardsError> {
    let is_joker = |letter: char| letter.eq_ignore_ascii_case(&'x');
    let mut jokers = PackCard::JOKERS.into_iter();
    parse_list(text, card_tokens(text, is_joker), |token| {
        token.eq_ignore_ascii_case("x").then(|| jokers.next().ok_or(ParseCardsError::ThirdJoker))
    })
}

/// A set of cards of the pack of 54: the bits of a [`CardSet`], and bits 52 and 53 for the jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackSet(u64); // no bit at or above 54

impl Packed for PackSet {
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

impl PackSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All cards.
    pub const FULL: Self = Self((1 << 54) - 1);

    /// Returns the set with these bits, or `None` if a bit from 54 on is set.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits >> 54 == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set's bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of cards, jokers counted.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cards other than jokers.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits_truncate(self.0)
    }

    /// Returns the number of jokers.
    #[inline]
    pub const fn jokers(self) -> usize {
        (self.0 >> 52).count_ones() as usize
    }

    /// Returns whether the set contains the card.
    #[inline]
    pub const fn contains(self, card: PackCard) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: PackCard) {
        self.0 |= 1 << card.0;
    }

    /// Returns the set with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: PackCard) -> Self {
        Self(self.0 | 1 << card.0)
    }

    /// Returns the cards in ascending order, jokers last.
    pub fn iter(self) -> impl Iterator<Item = PackCard> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = (rest != 0).then(|| PackCard(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            card
        })
    }
}

impl From<CardSet> for PackSet {
    #[inline]
    fn from(cards: CardSet) -> Self {
        Self(cards.bits())
    }
}

impl FromIterator<PackCard> for PackSet {
    fn from_iter<I: IntoIterator<Item = PackCard>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl FromStr for PackSet {
    type Err = ParseCardsError;

    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        Ok(parse_pack(text)?.into_iter().collect())
    }
}

impl BitOr for PackSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for PackSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for PackSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for PackSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter())
    }
}

impl fmt::Debug for PackSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text() {
        for card in PackCard::all().take(53) {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(PackCard::from_index(card.index()), Some(card));
        }
        assert_eq!(PackCard::from_index(54), None);
    }

    #[test]
    fn a_set_distinguishes_cards_and_jokers() {
        let set: PackSet = "x As 2c X".parse().unwrap();
        assert_eq!((set.len(), set.jokers(), set.cards().len()), (4, 2, 2));
        assert_eq!(set.to_string(), "2c As X X");
        assert_eq!((set - set.cards().into()).to_string(), "X X");
    }

    #[test]
    fn bad_cards_are_named() {
        let error = |text: &str| parse_pack(text).unwrap_err().to_string();
        assert_eq!(error("As X as"), "As is there twice");
        assert_eq!(error("X 9x"), "'9x': no suit 'x', expected one of cdhs");
        assert_eq!(error("T"), "'T': a card is a rank and a suit, not 1 characters");
    }
}
