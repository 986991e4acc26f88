//! The pack of 54: the 52 cards and two jokers.
//!
//! The jokers are two distinct cards, with indices 52 and 53, so that a set of cards is still one
//! word and no card occurs twice; both are written `X`.

use crate::notation::{card_tokens, parse_list, write_cards};
use crate::{Card, CardSet, ParseCardError, ParseCardsError};
use facedown_game::{bit_set, packed_byte};
use std::fmt;
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

bit_set! {
    /// A set of cards of the pack of 54: the bits of a [`CardSet`], and bits 52 and 53 for the jokers.
    pub struct PackSet: PackCard = PackCard, below 54;
    /// All cards.
    const FULL;
    /// The cards of a set in ascending order, jokers last.
    pub struct PackCards;
}

impl PackSet {
    /// Returns the set with these bits, or `None` if a bit from 54 on is set.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits >> 54 == 0 { Some(Self(bits)) } else { None }
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
}

impl From<CardSet> for PackSet {
    #[inline]
    fn from(cards: CardSet) -> Self {
        Self(cards.bits())
    }
}

impl FromStr for PackSet {
    type Err = ParseCardsError;

    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        Ok(parse_pack(text)?.into_iter().collect())
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
