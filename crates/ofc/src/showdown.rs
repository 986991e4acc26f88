//! Boards that are given, scored: the hand of each row, royalties, fouls, Fantasyland, and the points
//! between boards.

use crate::endgame::Partial;
use crate::{Board, JokerUse, Middle, ParseBoardError, Row, Rows, Rules, Scorer};
use facedown_cards::poker::{Low, Strength};
use facedown_cards::{PackCard, PackSet};
use facedown_game::InvalidRules;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};
use std::fmt;

/// The maximum number of boards: no pack has cards for more.
const MOST: usize = 4;

/// Some boards with their scores.
///
/// ```
/// use facedown_ofc::{Rules, Showdown};
///
/// let boards = [
///     "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h",
///     "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d",
/// ];
/// let showdown = Showdown::parse(&Rules::STANDARD, &boards)?;
/// let mine = &showdown.boards[0];
/// assert_eq!(mine.rows[2].hand.as_deref(), Some("straight flush to the eight"));
/// assert_eq!((mine.foul, mine.royalties, mine.fantasyland), (Some(false), Some(24), Some(14)));
/// assert_eq!((showdown.pairs[0].scoop, showdown.pairs[0].points), (3, 24));
/// # Ok::<(), facedown_ofc::ShowdownError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Showdown {
    /// The boards.
    pub boards: Vec<BoardScore>,
    /// The points between each two boards that are complete.
    pub pairs: Vec<PairScore>,
}

/// The score of a board.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct BoardScore {
    /// The board.
    #[cfg_attr(feature = "serde", serde(serialize_with = "display"))]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub board: Partial,
    /// Whether all thirteen cards are there.
    pub complete: bool,
    /// The rows, top first.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<RowScore>))]
    pub rows: [RowScore; 3],
    /// Whether it is a foul; `None` if that depends on cards to come.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub foul: Option<bool>,
    /// The royalties of a complete board, 0 for a foul.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub royalties: Option<u16>,
    /// The cards of the Fantasyland that a complete board enters, 0 for none.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub fantasyland: Option<u8>,
    /// Whether a complete board that was set in Fantasyland stays there.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub stays: Option<bool>,
    /// The points from all other boards, if there are any and all are complete.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub points: Option<i32>,
}

/// The score of a row.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RowScore {
    /// The row.
    #[cfg_attr(feature = "serde", serde(serialize_with = "display"))]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub row: Row,
    /// Its cards.
    #[cfg_attr(feature = "serde", serde(serialize_with = "display"))]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub cards: PackSet,
    /// The hand in words, jokers placed by the rules; `None` if cards are missing.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub hand: Option<String>,
    /// Its royalties: 0 in a foul, those of a legal board if the board is not complete.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub royalties: Option<u8>,
}

/// The points between two boards, from the point of view of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PairScore {
    /// The numbers of the boards, from 1.
    #[cfg_attr(feature = "schema", schema(value_type = (usize, usize)))]
    pub boards: [usize; 2],
    /// The points of each row, top first.
    #[cfg_attr(feature = "schema", schema(value_type = (i32, i32, i32)))]
    pub rows: [i32; 3],
    /// The points for all three rows.
    pub scoop: i32,
    /// The difference of royalties.
    pub royalties: i32,
    /// The sum.
    pub points: i32,
}

impl Showdown {
    /// Scores boards, complete or not.
    pub fn new(rules: &Rules, boards: &[Partial]) -> Result<Self, ShowdownError> {
        let scorer = Scorer::new(rules).map_err(ShowdownError::Rules)?;
        check(rules, boards)?;
        let rows: Vec<Option<Option<Rows>>> = boards.iter().map(|b| judged(&scorer, b)).collect();
        let mut pairs = Vec::new();
        for (j, theirs) in rows.iter().enumerate() {
            for (i, mine) in rows[..j].iter().enumerate() {
                if let (Some(mine), Some(theirs)) = (mine, theirs) {
                    pairs.push(pair(&scorer, [i + 1, j + 1], *mine, *theirs));
                }
            }
        }
        pairs.sort_by_key(|pair| pair.boards);
        let all = rows.len() > 1 && rows.iter().all(Option::is_some);
        let score = |(i, (board, rows)): (usize, (&Partial, &Option<Option<Rows>>))| BoardScore {
            points: all.then(|| pairs.iter().map(|pair| pair.of(i + 1)).sum()),
            ..board_score(&scorer, board, *rows)
        };
        let boards = boards.iter().zip(&rows).enumerate().map(score).collect();
        Ok(Self { boards, pairs })
    }

    /// Reads boards as `top / middle / bottom` and scores them. The second `X` anywhere is the second
    /// joker.
    pub fn parse<T: AsRef<str>>(rules: &Rules, texts: &[T]) -> Result<Self, ShowdownError> {
        let (mut boards, mut jokers) = (Vec::with_capacity(texts.len()), 0);
        for (i, text) in texts.iter().enumerate() {
            let bad = |error| ShowdownError::Board { board: i + 1, error };
            let mut rows = text.as_ref().parse::<Partial>().map_err(bad)?.rows();
            for row in &mut rows {
                let mut own = row.iter().filter(|card| !card.is_joker()).collect::<PackSet>();
                for _ in 0..row.jokers() {
                    own.insert(*PackCard::JOKERS.get(jokers).ok_or(ShowdownError::Jokers)?);
                    jokers += 1;
                }
                *row = own;
            }
            boards.push(Partial::new(rows).map_err(bad)?);
        }
        Self::new(rules, &boards)
    }
}

impl PairScore {
    /// Returns the points of one of all boards, 0 if it is not one of these two.
    fn of(&self, board: usize) -> i32 {
        i32::from(self.boards[0] == board) * self.points
            - i32::from(self.boards[1] == board) * self.points
    }
}

/// Checks that the boards can be dealt from one pack.
fn check(rules: &Rules, boards: &[Partial]) -> Result<(), ShowdownError> {
    if !(1..=MOST).contains(&boards.len()) {
        return Err(ShowdownError::Boards(boards.len()));
    }
    let pack: PackSet = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    let mut seen = PackSet::EMPTY;
    for (i, board) in boards.iter().enumerate() {
        if let Some(card) = (board.cards() - pack).iter().next() {
            return Err(ShowdownError::NotInPack { card, board: i + 1 });
        }
        if let Some(card) = (board.cards() & seen).iter().next() {
            let first = boards.iter().position(|board| board.cards().contains(card)).unwrap_or(0);
            return Err(ShowdownError::Twice { card, boards: [first + 1, i + 1] });
        }
        seen |= board.cards();
    }
    Ok(())
}

/// Returns the rows of a complete board, in which `None` is a foul; `None` for other boards.
#[allow(clippy::option_option, reason = "not complete, a foul, or its rows")]
fn judged(scorer: &Scorer, board: &Partial) -> Option<Option<Rows>> {
    Board::new(board.rows()).ok().map(|board| scorer.rows(&board))
}

#[allow(clippy::option_option, reason = "not complete, a foul, or its rows")]
fn board_score(scorer: &Scorer, board: &Partial, judged: Option<Option<Rows>>) -> BoardScore {
    let legal = judged.flatten();
    let foul = match judged {
        Some(rows) => Some(rows.is_none()),
        None => is_sure_foul(scorer, board).then_some(true),
    };
    // In a legal board jokers may be lowered; elsewhere each row is as strong as it can be.
    let strengths = legal.map(|rows| [rows.top, rows.middle, rows.bottom]);
    let rows = Row::ALL.map(|row| {
        let cards = board.row(row);
        let whole = Strength::of(cards).filter(|_| board.room(row) == 0);
        let strength = strengths.map_or(whole, |all| Some(all[row as usize]));
        let royalties = strength.map(|strength| match foul {
            Some(true) => 0,
            _ => scorer.points_of(row, number(scorer, row, strength)),
        });
        let hand = strength.map(|strength| words(scorer.rules(), row, strength));
        RowScore { row, cards, hand, royalties }
    });
    BoardScore {
        board: *board,
        complete: judged.is_some(),
        rows,
        foul,
        royalties: judged.map(|rows| rows.map_or(0, |rows| scorer.royalties(rows))),
        fantasyland: judged.map(|rows| rows.and_then(|rows| scorer.entry(rows)).unwrap_or(0)),
        stays: judged.map(|rows| rows.is_some_and(|rows| scorer.stay(rows, 14).is_some())),
        points: None,
    }
}

fn number(scorer: &Scorer, row: Row, strength: Strength) -> u16 {
    match row {
        Row::Middle => scorer.middle_number(strength),
        Row::Top | Row::Bottom => strength.number(),
    }
}

/// Returns whether the rows that are complete make every completion of a board a foul.
fn is_sure_foul(scorer: &Scorer, board: &Partial) -> bool {
    let rules = scorer.rules();
    let [top, middle, bottom] = Row::ALL.map(|row| {
        let cards = board.row(row);
        (board.room(row) == 0)
            .then_some(cards)
            .and_then(|cards| Some((cards, Strength::of(cards)?)))
    });
    // Whether an upper row can be at most a lower one, which is as strong as it can be.
    let above = |upper: Option<(PackSet, Strength)>, lower: Option<(PackSet, Strength)>| {
        let (Some((cards, strongest)), Some((_, bound))) = (upper, lower) else { return false };
        match rules.joker_use {
            JokerUse::Joint => Strength::at_most(cards, bound).is_none(),
            JokerUse::RowByRow => strongest > bound,
        }
    };
    match rules.middle {
        Middle::High => above(top, middle) || above(middle, bottom) || above(top, bottom),
        Middle::DeuceToSeven => {
            let no_low = |(_, strength): (_, Strength)| scorer.middle_number(strength) == 0;
            above(top, bottom) || middle.is_some_and(no_low)
        }
    }
}

/// Returns a hand in words.
fn words(rules: &Rules, row: Row, strength: Strength) -> String {
    if row != Row::Middle || rules.middle == Middle::High {
        return strength.to_string();
    }
    match Low::of_strength(strength).and_then(Low::high_card) {
        Some(high) if high <= 10 => strength.to_string().replacen("high", "low", 1),
        _ => format!("{strength}, no low"),
    }
}

fn pair(
    scorer: &Scorer,
    boards: [usize; 2],
    mine: Option<Rows>,
    theirs: Option<Rows>,
) -> PairScore {
    let rules = scorer.rules();
    // A foul loses all rows to a legal board, and ties with another foul.
    let numbers = |rows: Option<Rows>| rows.map_or([0; 3], |rows| scorer.numbers(rows));
    let (a, b) = (numbers(mine), numbers(theirs));
    let signs: [i32; 3] = std::array::from_fn(|i| i32::from(a[i] > b[i]) - i32::from(a[i] < b[i]));
    let royalties = |rows: Option<Rows>| rows.map_or(0, |rows| i32::from(scorer.royalties(rows)));
    PairScore {
        boards,
        rows: signs.map(|sign| sign * i32::from(rules.row)),
        scoop: signs.iter().sum::<i32>() / 3 * i32::from(rules.scoop),
        royalties: royalties(mine) - royalties(theirs),
        points: scorer.points(mine, theirs),
    }
}

#[cfg(feature = "serde")]
fn display<S: Serializer>(value: &impl fmt::Display, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(value)
}

/// Boards that cannot be scored.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ShowdownError {
    /// The rules contradict themselves.
    Rules(InvalidRules),
    /// No board, or more than four.
    Boards(usize),
    /// A text is no board.
    Board {
        /// The board, from 1.
        board: usize,
        /// The error of the text.
        error: ParseBoardError,
    },
    /// There are more than two jokers.
    Jokers,
    /// A joker that the pack does not have.
    NotInPack {
        /// The joker.
        card: PackCard,
        /// Its board, from 1.
        board: usize,
    },
    /// A card on two boards.
    Twice {
        /// The card.
        card: PackCard,
        /// The boards, from 1.
        boards: [usize; 2],
    },
}

impl fmt::Display for ShowdownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Boards(n) => write!(f, "{n} boards, expected 1 to {MOST}"),
            Self::Board { board, error } => write!(f, "board {board}, {error}"),
            Self::Jokers => f.write_str("a third joker, expected at most two"),
            Self::NotInPack { card, board } => {
                write!(f, "board {board}, {card} is not in the pack of these rules")
            }
            Self::Twice { card, boards: [first, second] } => {
                write!(f, "{card} is there twice, on board {first} and on board {second}")
            }
        }
    }
}

impl std::error::Error for ShowdownError {}
