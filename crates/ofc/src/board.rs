//! Complete boards and their notation: `top / middle / bottom`.

use facedown_cards::{PackCard, PackSet, ParseCardsError, parse_pack};
use facedown_game::packed_enum;
use std::fmt;
use std::str::FromStr;

/// One of the three rows of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Row {
    /// Three cards, the weakest row.
    Top,
    /// Five cards.
    Middle,
    /// Five cards, the strongest row.
    Bottom,
}
packed_enum!(Row { Top, Middle, Bottom });

impl Row {
    /// The rows from the top down.
    pub const ALL: [Self; 3] = [Self::Top, Self::Middle, Self::Bottom];

    /// Returns the number of cards of the row.
    #[inline]
    pub const fn size(self) -> usize {
        if matches!(self, Self::Top) { 3 } else { 5 }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["top", "middle", "bottom"][*self as usize])
    }
}

/// Thirteen cards in three rows.
///
/// ```
/// use facedown_ofc::Board;
///
/// let board: Board = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h X".parse()?;
/// assert_eq!(board.to_string(), "7c Qd Qs / 9c 9d 9h 2s 3s / 4h 5h 6h 7h X");
/// # Ok::<(), facedown_ofc::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: [PackSet; 3],
}

impl Board {
    /// Returns the board with these rows, from the top down.
    pub fn new(rows: [PackSet; 3]) -> Result<Self, ParseBoardError> {
        let mut seen = PackSet::EMPTY;
        for (row, cards) in Row::ALL.into_iter().zip(rows) {
            if cards.len() != row.size() {
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
    pub(crate) const fn of(rows: [PackSet; 3]) -> Self {
        Self { rows }
    }

    /// Returns the cards of a row.
    #[inline]
    pub const fn row(&self, row: Row) -> PackSet {
        self.rows[row as usize]
    }

    /// Returns all thirteen cards.
    pub fn cards(&self) -> PackSet {
        self.rows[0] | self.rows[1] | self.rows[2]
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, middle, bottom] = &self.rows;
        write!(f, "{top} / {middle} / {bottom}")
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        Self::new(read_rows(text)?)
    }
}

/// Reads rows of any sizes: `top / middle / bottom`.
pub(crate) fn read_rows(text: &str) -> Result<[PackSet; 3], ParseBoardError> {
    let parts: Vec<&str> = text.split('/').collect();
    let [_, _, _] = parts[..] else { return Err(ParseBoardError::Rows(parts.len())) };
    let mut sizes = [0; 3];
    for ((row, size), part) in Row::ALL.into_iter().zip(&mut sizes).zip(&parts) {
        let cards = parse_pack(part).map_err(|error| ParseBoardError::Row { row, error })?;
        *size = cards.len();
    }
    // All rows at once, so that a second `X` is the second joker and a third is an error.
    let mut rest = parse_pack(&parts.join(" ")).map_err(ParseBoardError::Cards)?.into_iter();
    Ok(sizes.map(|size| rest.by_ref().take(size).collect()))
}

/// A text that is not a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// A board has three rows.
    Rows(usize),
    /// The cards of a row are invalid, or contain a duplicate.
    Row {
        /// The row.
        row: Row,
        /// The error of its cards.
        error: ParseCardsError,
    },
    /// A card is in two rows, or there are three jokers.
    Cards(ParseCardsError),
    /// A row has the wrong number of cards.
    RowSize {
        /// The row.
        row: Row,
        /// The number of cards given.
        cards: usize,
    },
    /// A card lies in two rows.
    Twice(PackCard),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(n) => write!(f, "{n} rows, expected top / middle / bottom"),
            Self::Row { row, error } => write!(f, "{row} row: {error}"),
            Self::Cards(error) => error.fmt(f),
            Self::RowSize { row, cards } => {
                write!(f, "{cards} cards in the {row} row, expected {}", row.size())
            }
            Self::Twice(card) => write!(f, "{card} is there twice"),
        }
    }
}

impl std::error::Error for ParseBoardError {}
