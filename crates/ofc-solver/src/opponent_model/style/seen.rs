//! Boards of other seats, street by street.

use facedown_cards::PackSet;
use facedown_game::Seat;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{ParseBoardError, Phase, View};
use std::fmt;
use std::str::FromStr;

/// A board of another seat, with its streets if they are known.
///
/// As a text: the cards of each street, `Ah / Kd Kc / 6h 6c > / 5d / 3h`; without `>` the streets are
/// unknown.
///
/// ```
/// use facedown_ofc_solver::SeenBoard;
///
/// let board: SeenBoard = "Ah / Kd Kc / 6h 6c > / 5d / 3h".parse()?;
/// assert_eq!(board.board().cards().len(), 7);
/// assert_eq!(board.streets().map(<[_]>::len), Some(2));
/// # Ok::<(), facedown_ofc_solver::SeenError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SeenBoard {
    board: Partial,
    /// The board after each street; `None` if unknown.
    streets: Option<Vec<Partial>>,
}

/// The number of cards after each street.
const AFTER: [usize; 5] = [5, 7, 9, 11, 13];

impl SeenBoard {
    /// Returns a board with unknown streets.
    pub const fn unordered(board: Partial) -> Self {
        Self { board, streets: None }
    }

    /// Returns a board, given as it was after each of its streets.
    pub fn new(streets: &[Partial]) -> Result<Self, SeenError> {
        let mut before = Partial::EMPTY;
        for (i, board) in streets.iter().enumerate() {
            let cards = board.cards().len();
            let Some(expected) = AFTER.get(i) else { return Err(SeenError::Streets) };
            if cards != *expected {
                let (cards, expected) = (cards - before.cards().len().min(cards), added(i));
                return Err(SeenError::Street { street: i + 1, cards, expected });
            }
            let kept = before.rows().into_iter().zip(board.rows());
            if kept.into_iter().any(|(old, new)| !(old - new).is_empty()) {
                return Err(SeenError::Moved(i + 1));
            }
            before = *board;
        }
        Ok(Self { board: before, streets: Some(streets.to_vec()) })
    }

    /// Returns the visible board of another seat; that of a seat in Fantasyland has no streets.
    pub fn of_view(view: &View, seat: Seat) -> Self {
        let table = view.table();
        if table.fantasy(seat) > 0 {
            let rows =
                if table.phase() == Phase::Over { table.rows(seat) } else { Partial::EMPTY.rows() };
            return Self::unordered(Partial::new(rows).unwrap_or(Partial::EMPTY));
        }
        let laid = table.order(seat);
        let mut rows = [PackSet::EMPTY; 3];
        let (mut streets, mut done) = (Vec::new(), 0);
        for after in AFTER.into_iter().take_while(|after| *after <= laid.len()) {
            laid[done..after].iter().for_each(|one| rows[one.row as usize].insert(one.card));
            streets.extend(Partial::new(rows));
            done = after;
        }
        Self::new(&streets).unwrap_or(Self::unordered(Partial::EMPTY))
    }

    /// Returns the board.
    pub const fn board(&self) -> &Partial {
        &self.board
    }

    /// Returns the board after each of its streets, if known.
    pub fn streets(&self) -> Option<&[Partial]> {
        self.streets.as_deref()
    }

    /// Reads a board, whose parts between `>` are read by `rows`.
    pub(crate) fn read<E: From<SeenError>>(
        text: &str,
        mut rows: impl FnMut(&str) -> Result<Partial, E>,
    ) -> Result<Self, E> {
        if !text.contains('>') {
            return Ok(Self::unordered(rows(text)?));
        }
        let (mut boards, mut now) = (Vec::new(), Partial::EMPTY);
        for (i, part) in text.split('>').enumerate() {
            let new = rows(part)?;
            let (cards, expected) = (new.cards().len(), added(i));
            if i >= AFTER.len() {
                return Err(SeenError::Streets.into());
            }
            if cards != expected {
                return Err(SeenError::Street { street: i + 1, cards, expected }.into());
            }
            if let Some(card) = (new.cards() & now.cards()).iter().next() {
                return Err(SeenError::Board(ParseBoardError::Twice(card)).into());
            }
            let both: Vec<PackSet> =
                now.rows().into_iter().zip(new.rows()).map(|(old, new)| old | new).collect();
            now = Partial::new([both[0], both[1], both[2]]).map_err(SeenError::Board)?;
            boards.push(now);
        }
        Ok(Self::new(&boards)?)
    }
}

impl FromStr for SeenBoard {
    type Err = SeenError;

    fn from_str(text: &str) -> Result<Self, SeenError> {
        let board = Self::read(text, |part| part.parse().map_err(SeenError::Board))?;
        match board.board.cards().len() {
            n if AFTER.contains(&n) => Ok(board),
            n => Err(SeenError::Cards(n)),
        }
    }
}

/// Returns the number of cards that a street adds.
const fn added(street: usize) -> usize {
    if street == 0 { 5 } else { 2 }
}

/// Streets that do not make a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SeenError {
    /// A board cannot be read.
    Board(ParseBoardError),
    /// The wrong number of cards for a board after a street.
    Cards(usize),
    /// A street adds the wrong number of cards.
    Street {
        /// The street, from 1.
        street: usize,
        /// The number of cards given.
        cards: usize,
        /// The number that the street adds.
        expected: usize,
    },
    /// There are more than five streets.
    Streets,
    /// A card of the board moved on this street.
    Moved(usize),
}

impl fmt::Display for SeenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Cards(n) => write!(f, "{n} cards on a board, expected 5, 7, 9, 11 or 13"),
            Self::Street { street, cards, expected } => {
                write!(f, "{cards} cards placed on street {street}, expected {expected}")
            }
            Self::Streets => f.write_str("more than five streets"),
            Self::Moved(street) => write!(f, "a card moved on street {street}"),
        }
    }
}

impl std::error::Error for SeenError {}
