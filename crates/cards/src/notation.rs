//! Reading and writing cards: rank then suit, `As Td 2c`.
//!
//! Spaces and commas between cards are optional and the case of neither letter matters.

use crate::{Card, CardSet, Rank, Suit};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseCardError {
    /// A card is two characters; this many were given.
    Length(usize),
    /// No such rank.
    Rank(char),
    /// No such suit.
    Suit(char),
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(n) => write!(f, "a card is a rank and a suit, not {n} characters"),
            Self::Rank(c) => write!(f, "no rank '{c}', expected one of A23456789TJQK"),
            Self::Suit(c) => write!(f, "no suit '{c}', expected one of cdhs"),
        }
    }
}

impl std::error::Error for ParseCardError {}

/// Why a text is not a list of different cards.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseCardsError {
    /// A part of the text is not a card.
    Card {
        /// The part of the text.
        token: String,
        /// What is wrong with it.
        error: ParseCardError,
    },
    /// A card stands in the text twice.
    Twice(Card),
    /// There are more jokers than the pack has.
    ThirdJoker,
}

impl fmt::Display for ParseCardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card { token, error } => write!(f, "'{token}': {error}"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::ThirdJoker => f.write_str("X is there three times, the pack has two jokers"),
        }
    }
}

impl std::error::Error for ParseCardsError {}

fn rank_of(c: char) -> Result<Rank, ParseCardError> {
    let upper = c.to_ascii_uppercase();
    Rank::ALL.into_iter().find(|r| r.letter() == upper).ok_or(ParseCardError::Rank(c))
}

fn suit_of(c: char) -> Result<Suit, ParseCardError> {
    let lower = c.to_ascii_lowercase();
    Suit::ALL.into_iter().find(|s| s.letter() == lower).ok_or(ParseCardError::Suit(c))
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::of(rank_of(rank)?, suit_of(suit)?)),
            _ => Err(ParseCardError::Length(text.chars().count())),
        }
    }
}

/// Reads cards in the order of the text, each at most once.
///
/// ```
/// let cards = facedown_cards::parse_cards("As,2s Td")?;
/// assert_eq!(cards.len(), 3);
/// assert_eq!(cards[2].to_string(), "Td");
/// assert_eq!(
///     facedown_cards::parse_cards("As As").unwrap_err().to_string(),
///     "As is there twice"
/// );
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardsError> {
    let mut cards = Vec::new();
    let mut seen = CardSet::EMPTY;
    let mut letters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
    while let Some(rank) = letters.next() {
        let token: String = std::iter::once(rank).chain(letters.next()).collect();
        let card = token.parse().map_err(|error| ParseCardsError::Card { token, error })?;
        if seen.contains(card) {
            return Err(ParseCardsError::Twice(card));
        }
        seen.insert(card);
        cards.push(card);
    }
    Ok(cards)
}

impl FromStr for CardSet {
    type Err = ParseCardsError;

    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        Ok(parse_cards(text)?.into_iter().collect())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CardSet {
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

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text_in_either_case() {
        for card in Card::all() {
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_uppercase().parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
        }
    }

    #[test]
    fn separators_are_optional() {
        let spaced: CardSet = "As Td 2c".parse().unwrap();
        for text in ["AsTd2c", "as,td,2c", " As,  Td 2c ", "As\tTd\n2c"] {
            assert_eq!(text.parse(), Ok(spaced));
        }
        assert_eq!("".parse(), Ok(CardSet::EMPTY));
    }

    #[test]
    fn a_bad_suit_is_named() {
        let error = "As 9x".parse::<CardSet>().unwrap_err();
        assert_eq!(error.to_string(), "'9x': no suit 'x', expected one of cdhs");
    }

    #[test]
    fn a_bad_rank_is_named() {
        let error = "1s".parse::<CardSet>().unwrap_err();
        assert_eq!(error.to_string(), "'1s': no rank '1', expected one of A23456789TJQK");
    }

    #[test]
    fn a_lone_letter_is_named() {
        let error = "As T".parse::<CardSet>().unwrap_err();
        assert_eq!(error.to_string(), "'T': a card is a rank and a suit, not 1 characters");
    }

    #[test]
    fn a_card_twice_is_named() {
        let error = "Td As td".parse::<CardSet>().unwrap_err();
        assert_eq!(error, ParseCardsError::Twice("Td".parse().unwrap()));
    }
}
