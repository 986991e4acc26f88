//! Incomplete boards.

use crate::board::read_rows;
use crate::{ParseBoardError, Row};
use facedown_cards::PackSet;
use std::fmt;
use std::str::FromStr;

/// A board of up to thirteen cards, which need not be complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Partial {
    rows: [PackSet; 3],
}

impl Partial {
    /// A board without cards.
    pub const EMPTY: Self = Self { rows: [PackSet::EMPTY; 3] };

    /// Returns the board with these rows, from the top down.
    pub fn new(rows: [PackSet; 3]) -> Result<Self, ParseBoardError> {
        let mut seen = PackSet::EMPTY;
        for (row, cards) in Row::ALL.into_iter().zip(rows) {
            if cards.len() > row.size() {
                return Err(ParseBoardError::RowSize { row, cards: cards.len() });
            }
            if let Some(card) = (cards & seen).iter().next() {
                return Err(ParseBoardError::Twice(card));
            }
            seen |= cards;
        }
        Ok(Self { rows })
    }

    /// Returns the board with these rows, which the caller knows to be valid.
    #[inline]
    pub(super) const fn of(rows: [PackSet; 3]) -> Self {
        Self { rows }
    }

    /// Returns the cards of a row.
    #[inline]
    pub const fn row(&self, row: Row) -> PackSet {
        self.rows[row as usize]
    }

    /// Returns the rows from the top down.
    #[inline]
    pub const fn rows(&self) -> [PackSet; 3] {
        self.rows
    }

    /// Returns all cards.
    pub fn cards(&self) -> PackSet {
        self.rows[0] | self.rows[1] | self.rows[2]
    }

    /// Returns the room left in a row.
    #[inline]
    pub const fn room(&self, row: Row) -> usize {
        row.size() - self.rows[row as usize].len()
    }
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, middle, bottom] = &self.rows;
        write!(f, "{top} / {middle} / {bottom}")
    }
}

impl FromStr for Partial {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        Self::new(read_rows(text)?)
    }
}
