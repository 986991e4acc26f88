//! The notation of cards: rank then suit, `As Td 2c`.
//!
//! Spaces and commas between cards are optional and the case of neither letter matters.

use crate::{Card, CardSet, Rank, Suit};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseCardError {
    /// This many characters; a card has two.
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
        /// The error of the part.
        error: ParseCardError,
    },
    /// A card that occurs twice.
    Twice(Card),
    /// More jokers than the pack has.
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

/// Splits a text into tokens, one for each card: two letters, or one if `is_single` of the first.
/// Spaces and commas are skipped.
///
/// ```
/// let tokens = facedown_cards::card_tokens("As X,td", |c| c == 'X');
/// assert_eq!(tokens.collect::<Vec<_>>(), ["As", "X", "td"]);
/// ```
pub fn card_tokens(text: &str, is_single: impl Fn(char) -> bool) -> impl Iterator<Item = String> {
    let mut letters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
    std::iter::from_fn(move || {
        let first = letters.next()?;
        let second = if is_single(first) { None } else { letters.next() };
        Some(std::iter::once(first).chain(second).collect())
    })
}

/// Parses cards in the order of the text, each at most once.
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
    parse_list(text, card_tokens(text, |_| false), |_| None)
}

/// Parses tokens of `text`: jokers by `joker`, other cards each at most once.
pub(crate) fn parse_list<C: From<Card>>(
    text: &str,
    tokens: impl Iterator<Item = String>,
    mut joker: impl FnMut(&str) -> Option<Result<C, ParseCardsError>>,
) -> Result<Vec<C>, ParseCardsError> {
    let mut seen = CardSet::EMPTY;
    let card = |token: String| {
        if let Some(joker) = joker(&token) {
            return joker;
        }
        let card: Card = token.parse().map_err(|error| bad_token(text, token, error))?;
        if seen.contains(card) {
            return Err(ParseCardsError::Twice(card));
        }
        seen.insert(card);
        Ok(C::from(card))
    };
    tokens.map(card).collect()
}

/// Returns the error of a token. If its letters come from two words, the first lacks one.
fn bad_token(text: &str, token: String, error: ParseCardError) -> ParseCardsError {
    match token.chars().next() {
        Some(first) if !text.contains(&token) => {
            ParseCardsError::Card { token: first.to_string(), error: ParseCardError::Length(1) }
        }
        _ => ParseCardsError::Card { token, error },
    }
}

/// Writes cards with spaces between them: the `Display` of sets of cards.
pub fn write_cards(
    f: &mut fmt::Formatter<'_>,
    cards: impl IntoIterator<Item: fmt::Display>,
) -> fmt::Result {
    for (i, card) in cards.into_iter().enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{card}")?;
    }
    Ok(())
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
        write_cards(f, *self)
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
        assert_eq!("As T Kd".parse::<CardSet>().unwrap_err(), error);
    }

    #[test]
    fn a_card_twice_is_named() {
        let error = "Td As td".parse::<CardSet>().unwrap_err();
        assert_eq!(error, ParseCardsError::Twice("Td".parse().unwrap()));
    }
}
