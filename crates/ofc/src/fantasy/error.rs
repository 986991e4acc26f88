//! Errors of the Fantasyland solver.

use facedown_cards::Card;
use facedown_game::InvalidRules;
use std::fmt;

/// Cards that cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FantasyError {
    /// Fantasyland deals 13 to 17 cards.
    Cards(usize),
    /// A duplicate card.
    Twice(Card),
    /// There are more than two jokers, or one joker twice.
    Jokers(usize),
    /// Jokers have no meaning in a low hand.
    JokersWithLow,
    /// Every setting is a foul: no five of the cards make a low middle row.
    NoLow,
}

impl fmt::Display for FantasyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cards(n) => write!(f, "{n} cards, Fantasyland has 13 to 17"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::Jokers(n) => write!(f, "{n} jokers, the pack has two different ones"),
            Self::JokersWithLow => f.write_str("a joker with a deuce-to-seven middle row"),
            Self::NoLow => {
                f.write_str("every setting is a foul: no low of ten high or better for the middle")
            }
        }
    }
}

impl std::error::Error for FantasyError {}

/// A goal that is not valid.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum InvalidGoal {
    /// The rules contradict themselves.
    Rules(InvalidRules),
    /// The value of staying is 0 to 1,000 points.
    StayValue(f64),
    /// A weight of an opponent's board is not a positive number.
    Weight(f64),
    /// An opponent without a single board.
    NoBoards,
}

impl fmt::Display for InvalidGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::StayValue(value) => {
                write!(f, "a value of {value} points for staying, expected 0 to 1000")
            }
            Self::Weight(weight) => {
                write!(f, "a board of weight {weight}, expected a positive number")
            }
            Self::NoBoards => f.write_str("an opponent without a board"),
        }
    }
}

impl std::error::Error for InvalidGoal {}

impl From<InvalidRules> for InvalidGoal {
    fn from(error: InvalidRules) -> Self {
        Self::Rules(error)
    }
}
