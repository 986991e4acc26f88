//! Parts of the rules with a text form: orders of ranks and sets of cards.

use facedown_cards::{CardSet, Rank};
use std::fmt;
use std::str::FromStr;

/// An order of ranks, highest first: `AKQJT98765432`. Omitted ranks come last, in descending order
/// with the ace high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankOrder([u8; 13]); // the strength of each rank, 0 for the lowest

impl RankOrder {
    /// Ace high, two low.
    pub const ACE_HIGH: Self = {
        let mut places = [0; 13];
        let mut rank = 0;
        while rank < 13 {
            places[rank] = (rank as u8 + 12) % 13;
            rank += 1;
        }
        Self(places)
    };

    /// Returns the strength of a rank: the number of ranks below it.
    #[inline]
    pub const fn strength(self, rank: Rank) -> u8 {
        self.0[rank.index()]
    }
}

/// Why a text is not an order of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseRankOrderError {
    /// No such rank.
    Rank(char),
    /// A repeated rank.
    Twice(char),
}

impl fmt::Display for ParseRankOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(c) => write!(f, "no rank '{c}', expected one of A23456789TJQK"),
            Self::Twice(c) => write!(f, "rank '{c}' appears twice"),
        }
    }
}

impl std::error::Error for ParseRankOrderError {}

impl FromStr for RankOrder {
    type Err = ParseRankOrderError;

    fn from_str(text: &str) -> Result<Self, ParseRankOrderError> {
        let mut order = Vec::with_capacity(13);
        for c in text.chars() {
            let upper = c.to_ascii_uppercase();
            let found = Rank::ALL.into_iter().find(|rank| rank.letter() == upper);
            let rank = found.ok_or(ParseRankOrderError::Rank(c))?;
            if order.contains(&rank) {
                return Err(ParseRankOrderError::Twice(c));
            }
            order.push(rank);
        }
        let mut rest = Rank::ALL;
        rest.sort_by_key(|rank| std::cmp::Reverse(Self::ACE_HIGH.strength(*rank)));
        order.extend(rest.into_iter().filter(|rank| !text_has(text, *rank)));
        let mut places = [0; 13];
        for (place, rank) in order.iter().rev().enumerate() {
            places[rank.index()] = place as u8;
        }
        Ok(Self(places))
    }
}

fn text_has(text: &str, rank: Rank) -> bool {
    text.chars().any(|c| c.to_ascii_uppercase() == rank.letter())
}

impl fmt::Display for RankOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranks = Rank::ALL;
        ranks.sort_by_key(|rank| std::cmp::Reverse(self.strength(*rank)));
        ranks.iter().try_for_each(|rank| write!(f, "{}", rank.letter()))
    }
}

/// A set of card kinds, written as `2c 2d`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(pub CardSet);

impl Kinds {
    /// No card.
    pub const NONE: Self = Self(CardSet::EMPTY);
}

impl FromStr for Kinds {
    type Err = facedown_cards::ParseCardsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_round_trips_through_its_text() {
        for text in ["AKQJT98765432", "A7KJQ65432T98", "JATKQ98765432"] {
            assert_eq!(text.parse::<RankOrder>().unwrap().to_string(), text);
        }
        assert_eq!("AKQJT98765432".parse(), Ok(RankOrder::ACE_HIGH));
    }

    #[test]
    fn omitted_ranks_come_last() {
        assert_eq!("A7KJQ65432".parse::<RankOrder>().unwrap().to_string(), "A7KJQ65432T98");
    }

    #[test]
    fn a_bad_rank_is_named() {
        let error = "AK1".parse::<RankOrder>().unwrap_err();
        assert_eq!(error.to_string(), "no rank '1', expected one of A23456789TJQK");
        let error = "AKA".parse::<RankOrder>().unwrap_err();
        assert_eq!(error.to_string(), "rank 'A' appears twice");
    }
}
