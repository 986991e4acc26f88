//! A decision of a seat: its board, its deal, and the visible cards of others.

use crate::{SeenBoard, SeenError, StyleOdds};
use facedown_cards::{PackCard, PackSet, ParseCardsError, parse_pack};
use facedown_game::{Game, Seat};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Dealing, Ofc, ParseBoardError, Rules, View};
use std::fmt;

/// Everything that a seat knows when it has cards to place.
///
/// ```
/// use facedown_ofc::Rules;
/// use facedown_ofc_solver::Position;
///
/// let position = Position::parse(
///     &Rules::STANDARD,
///     "Qs / 7c 7d 2h / 9s Ts Js",
///     "Qd 8s 4c",
///     &["Ah / Kd Kc 5d / 6h 6c 3h"],
///     "2c",
/// )?;
/// assert_eq!(position.street(), 3);
/// assert_eq!(position.unseen().len(), 52 - 7 - 3 - 7 - 1);
/// # Ok::<(), facedown_ofc_solver::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    rules: Rules,
    board: Partial,
    deal: Vec<PackCard>,
    opponents: Vec<Partial>,
    /// The same boards with their streets, if known.
    seen: Vec<SeenBoard>,
    /// The opponents' styles by earlier hands.
    styles: Vec<StyleOdds>,
    /// The Fantasyland cards of each opponent; 0 for a normal hand.
    fantasy: Vec<u8>,
    dead: PackSet,
}

/// The number of cards of a board before each street of Pineapple.
const BEFORE: [usize; 5] = [0, 5, 7, 9, 11];
/// The same with classic dealing.
const BEFORE_SINGLES: [usize; 9] = [0, 5, 6, 7, 8, 9, 10, 11, 12];

/// Returns the number of cards of a board before each street.
const fn before(dealing: Dealing) -> &'static [usize] {
    match dealing {
        Dealing::Pineapple => &BEFORE,
        Dealing::Classic => &BEFORE_SINGLES,
    }
}

/// Returns the number of cards dealt on a street after the first, and how many of them are placed.
const fn later_street(dealing: Dealing) -> (usize, usize) {
    match dealing {
        Dealing::Pineapple => (3, 2),
        Dealing::Classic => (1, 1),
    }
}

impl Position {
    /// Returns the position of a view, with opponents in the order of seats.
    pub fn of_view(game: &Ofc, view: &View) -> Result<Self, PositionError> {
        let table = view.table();
        let others = || Seat::all(game.seats()).filter(|seat| *seat != view.seat());
        let partial =
            |part, rows| Partial::new(rows).map_err(|error| PositionError::Board { part, error });
        let boards = others().enumerate();
        let boards = boards.map(|(i, seat)| partial(Part::Opponent(i + 1), table.rows(seat)));
        let boards: Result<Vec<Partial>, _> = boards.collect();
        let fantasy: Vec<u8> = others().map(|seat| table.fantasy(seat) as u8).collect();
        let (board, dead) = (partial(Part::Board, view.rows())?, view.discards());
        let seen: Vec<SeenBoard> = others().map(|seat| SeenBoard::of_view(view, seat)).collect();
        let position = Self::new(game.rules(), board, view.hand(), &boards?, dead)?;
        position.with_streets(&seen)?.with_fantasyland(&fantasy)
    }

    /// Returns the position with these parts: `opponents` are visible boards, `dead` are other cards
    /// that cannot come, such as one's own discards.
    pub fn new(
        rules: &Rules,
        board: Partial,
        deal: &[PackCard],
        opponents: &[Partial],
        dead: PackSet,
    ) -> Result<Self, PositionError> {
        let placed = board.cards().len();
        if placed == 13 {
            return Err(PositionError::Finished);
        }
        let before = before(rules.dealing);
        if !before.contains(&placed) {
            return Err(PositionError::Placed { cards: placed, expected: before });
        }
        let expected = if placed == 0 { 5 } else { later_street(rules.dealing).0 };
        if deal.len() != expected {
            return Err(PositionError::Deal { cards: deal.len(), expected });
        }
        if opponents.len() > 3 {
            return Err(PositionError::Opponents(opponents.len()));
        }
        let (deal, opponents) = (deal.to_vec(), opponents.to_vec());
        let fantasy = vec![0; opponents.len()];
        let styles = vec![StyleOdds::PRIOR; opponents.len()];
        let seen = opponents.iter().copied().map(SeenBoard::unordered).collect();
        let position = Self { rules: *rules, board, deal, opponents, seen, styles, fantasy, dead };
        position.check_cards()?;
        Ok(position)
    }

    /// Returns the position with opponents in Fantasyland: the number of cards of each, 0 for a normal
    /// hand. Boards in Fantasyland are empty until the end.
    pub fn with_fantasyland(mut self, cards: &[u8]) -> Result<Self, PositionError> {
        for (board, cards) in self.opponents.iter().zip(cards).filter(|(_, cards)| **cards > 0) {
            if !(13..=17).contains(cards) || !board.cards().is_empty() {
                let placed = board.cards().len();
                return Err(PositionError::Fantasyland { cards: *cards, placed });
            }
        }
        self.fantasy.iter_mut().zip(cards).for_each(|(slot, cards)| *slot = *cards);
        self.check_cards()?;
        Ok(self)
    }

    /// Returns the position with the streets of opponents' boards, from which styles are inferred
    /// ([`ModelConfig::infer_styles`](crate::ModelConfig::infer_styles)); nothing else changes.
    pub fn with_streets(mut self, boards: &[SeenBoard]) -> Result<Self, PositionError> {
        for (i, (seen, board)) in boards.iter().zip(&self.opponents).enumerate() {
            if seen.board() != board {
                return Err(PositionError::OtherBoard { opponent: i + 1, board: *seen.board() });
            }
            self.seen[i] = seen.clone();
        }
        Ok(self)
    }

    /// Returns the position with the opponents' styles by earlier hands
    /// ([`StyleModel::odds`](crate::StyleModel::odds)), in the order of the opponents.
    #[must_use]
    pub fn with_styles(mut self, odds: &[StyleOdds]) -> Self {
        self.styles.iter_mut().zip(odds).for_each(|(slot, odds)| *slot = *odds);
        self
    }

    /// Iterates over all known cards, by part.
    fn parts(&self) -> impl Iterator<Item = (Part, Vec<PackCard>)> {
        let of = |part: Part, cards: PackSet| (part, cards.iter().collect());
        let mine = [of(Part::Board, self.board.cards()), (Part::Deal, self.deal.clone())];
        let others = self.opponents.iter().enumerate();
        let others = others.map(move |(i, board)| of(Part::Opponent(i + 1), board.cards()));
        mine.into_iter().chain(others).chain([of(Part::Dead, self.dead)])
    }

    fn check_cards(&self) -> Result<(), PositionError> {
        let mut seen = PackSet::EMPTY;
        let pack = self.pack();
        for (part, cards) in self.parts() {
            for card in cards {
                if !pack.contains(card) {
                    return Err(PositionError::NotInPack(card));
                }
                if seen.contains(card) {
                    let mut parts = self.parts().filter(|(_, cards)| cards.contains(&card));
                    let first = parts.next().map_or(part, |(first, _)| first);
                    return Err(PositionError::Twice { card, first, second: part });
                }
                seen.insert(card);
            }
        }
        for board in &self.opponents {
            let placed = board.cards().len();
            let expected = before(self.rules.dealing);
            if placed != 13 && !expected.contains(&placed) {
                return Err(PositionError::OpponentPlaced { cards: placed, expected });
            }
        }
        let to_come = |(board, fantasy): (&Partial, &u8)| match fantasy {
            0 => self.cards_to_come(board.cards().len()),
            cards => usize::from(*cards),
        };
        let others: usize = self.opponents.iter().zip(&self.fantasy).map(to_come).sum();
        let needed = self.cards_to_come(self.after()) + others;
        let cards = self.unseen().len();
        if cards < needed {
            return Err(PositionError::Unseen { cards, needed });
        }
        Ok(())
    }

    /// Reads a position: boards as `top / middle / bottom`, cards as `Qs Td X`. The second `X` anywhere
    /// is the second joker. Opponents' boards may be written street by street, with `>` between them
    /// ([`SeenBoard`]).
    pub fn parse(
        rules: &Rules,
        board: &str,
        deal: &str,
        opponents: &[&str],
        dead: &str,
    ) -> Result<Self, PositionError> {
        let mut jokers = 0;
        // Each text is read by itself, so that an error names its part; jokers are then distinguished
        // in the order of the texts.
        let mut own = |cards: Vec<PackCard>| -> Result<Vec<PackCard>, PositionError> {
            let apart = |card: PackCard| {
                if !card.is_joker() {
                    return Ok(card);
                }
                jokers += 1;
                PackCard::JOKERS.get(jokers - 1).copied().ok_or(PositionError::Jokers)
            };
            cards.into_iter().map(apart).collect()
        };
        let mut rows = |part: Part, text: &str| -> Result<Partial, PositionError> {
            let bad = |error| PositionError::Board { part, error };
            let mut rows = text.parse::<Partial>().map_err(bad)?.rows();
            for row in &mut rows {
                *row = own(row.iter().collect())?.into_iter().collect();
            }
            Partial::new(rows).map_err(bad)
        };
        let text = if board.trim().is_empty() { "/ /" } else { board };
        let board = rows(Part::Board, text)?;
        let mut seen = Vec::with_capacity(opponents.len());
        for (i, text) in opponents.iter().enumerate() {
            let opponent = i + 1;
            let read = SeenBoard::read(text, |text| {
                rows(Part::Opponent(opponent), text).map_err(ReadError::Position)
            });
            seen.push(read.map_err(|error| match error {
                ReadError::Position(error) => error,
                ReadError::Seen(error) => PositionError::Streets { opponent, error },
            })?);
        }
        let others: Vec<Partial> = seen.iter().map(|seen| *seen.board()).collect();
        let bad = |part| move |error| PositionError::Cards { part, error };
        let deal = own(parse_pack(deal).map_err(bad(Part::Deal))?)?;
        let dead = own(parse_pack(dead).map_err(bad(Part::Dead))?)?;
        Self::new(rules, board, &deal, &others, dead.into_iter().collect())?.with_streets(&seen)
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the board.
    pub const fn board(&self) -> &Partial {
        &self.board
    }

    /// Returns the cards to place.
    pub fn deal(&self) -> &[PackCard] {
        &self.deal
    }

    /// Returns the visible boards of the opponents.
    pub fn opponents(&self) -> &[Partial] {
        &self.opponents
    }

    /// Returns the same boards with their streets, if known.
    pub fn seen(&self) -> &[SeenBoard] {
        &self.seen
    }

    /// Returns the opponents' styles by earlier hands.
    pub fn styles(&self) -> &[StyleOdds] {
        &self.styles
    }

    /// Returns the Fantasyland cards of each opponent; 0 for a normal hand.
    pub fn fantasy(&self) -> &[u8] {
        &self.fantasy
    }

    /// Returns the other cards that cannot come.
    pub const fn dead(&self) -> PackSet {
        self.dead
    }

    /// Returns the street: 1 to 5, with classic dealing 1 to 9.
    pub fn street(&self) -> u8 {
        let placed = self.board.cards().len();
        let before = before(self.rules.dealing);
        before.iter().position(|before| *before == placed).unwrap_or(before.len() - 1) as u8 + 1
    }

    /// Returns the number of cards of the board after this street.
    fn after(&self) -> usize {
        let later = later_street(self.rules.dealing).1;
        self.board.cards().len() + if self.deal.len() == 5 { 5 } else { later }
    }

    /// Returns the number of cards still to be placed after this street.
    pub(crate) fn places_left(&self) -> usize {
        13 - self.after()
    }

    /// Returns the number of cards that a board with so many cards is still dealt.
    fn cards_to_come(&self, placed: usize) -> usize {
        let (dealt, kept) = later_street(self.rules.dealing);
        match placed {
            0 => 5 + 8 / kept * dealt,
            placed => 13_usize.saturating_sub(placed) / kept * dealt,
        }
    }

    /// Returns whether all opponents' boards are complete, so that nothing is modelled.
    pub fn opponents_complete(&self) -> bool {
        self.opponents.iter().all(|board| board.cards().len() == 13)
    }

    /// Returns all cards of the pack.
    fn pack(&self) -> PackSet {
        PackCard::all().take(52 + usize::from(self.rules.jokers)).collect()
    }

    /// Returns the cards that may still come, to this seat or to others.
    pub fn unseen(&self) -> PackSet {
        let mine = self.board.cards() | self.deal.iter().copied().collect() | self.dead;
        self.opponents.iter().fold(self.pack() - mine, |rest, board| rest - board.cards())
    }
}

/// A part of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The seat's board.
    Board,
    /// The deal.
    Deal,
    /// The board of an opponent, from 1.
    Opponent(usize),
    /// Other cards that cannot come.
    Dead,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => f.write_str("on the board"),
            Self::Deal => f.write_str("in the deal"),
            Self::Opponent(n) => write!(f, "on the board of opponent {n}"),
            Self::Dead => f.write_str("among dead cards"),
        }
    }
}

/// Parts that do not make a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// A board cannot be read.
    Board {
        /// The part of the position.
        part: Part,
        /// The error of the board.
        error: ParseBoardError,
    },
    /// Cards cannot be read.
    Cards {
        /// The part of the position.
        part: Part,
        /// The error of the cards.
        error: ParseCardsError,
    },
    /// There are more than two jokers.
    Jokers,
    /// The board is finished.
    Finished,
    /// No street begins with so many cards placed.
    Placed {
        /// The number of cards.
        cards: usize,
        /// Those with which streets begin.
        expected: &'static [usize],
    },
    /// An opponent's board has a number of cards that no street leaves.
    OpponentPlaced {
        /// The number of cards.
        cards: usize,
        /// Those with which streets begin; 13 is possible, too.
        expected: &'static [usize],
    },
    /// The wrong number of cards dealt.
    Deal {
        /// The number of cards given.
        cards: usize,
        /// The number that the street deals.
        expected: usize,
    },
    /// There are at most three opponents.
    Opponents(usize),
    /// Fantasyland has 13 to 17 cards, none of which is seen.
    Fantasyland {
        /// The given number of cards.
        cards: u8,
        /// The number of cards on its board.
        placed: usize,
    },
    /// The streets of an opponent contradict each other.
    Streets {
        /// The opponent, from 1.
        opponent: usize,
        /// The error of the streets.
        error: SeenError,
    },
    /// The streets of an opponent end with a different board.
    OtherBoard {
        /// The opponent, from 1.
        opponent: usize,
        /// The board that its streets end with.
        board: Partial,
    },
    /// A duplicate card.
    Twice {
        /// The card.
        card: PackCard,
        /// Where it is.
        first: Part,
        /// Where it is again.
        second: Part,
    },
    /// A joker that the pack does not have.
    NotInPack(PackCard),
    /// Too few cards for all that is still to be dealt.
    Unseen {
        /// The number of unseen cards.
        cards: usize,
        /// The number of cards needed.
        needed: usize,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { part, error } => write!(f, "{part}, {error}"),
            Self::Cards { part, error } => write!(f, "{part}, {error}"),
            Self::Jokers => f.write_str("a third joker, expected at most two"),
            Self::Finished => f.write_str("13 cards placed: the board is finished"),
            Self::Placed { cards, expected } => {
                write!(f, "{cards} cards placed, expected {}", either(expected))
            }
            Self::OpponentPlaced { cards, expected } => {
                let expected = either(&[*expected, &[13]].concat());
                write!(f, "{cards} cards on an opponent's board, expected {expected}")
            }
            Self::Deal { cards, expected } => {
                write!(f, "{cards} cards dealt, expected {expected}")
            }
            Self::Opponents(n) => write!(f, "{n} opponents, expected at most 3"),
            Self::Fantasyland { cards, placed } => write!(
                f,
                "an opponent in Fantasyland with {cards} cards, {placed} on the board: expected 13 \
                 to 17, and none on the board"
            ),
            Self::Streets { opponent, error } => {
                write!(f, "{}, {error}", Part::Opponent(*opponent))
            }
            Self::OtherBoard { opponent, board } => {
                write!(f, "the streets of opponent {opponent} end with {board}, not with its board")
            }
            Self::Twice { card, first, second } if first == second => {
                write!(f, "{card} is there twice, {first}")
            }
            Self::Twice { card, first, second } => {
                write!(f, "{card} is there twice, {first} and {second}")
            }
            Self::NotInPack(card) => write!(f, "{card} is not in the pack of these rules"),
            Self::Unseen { cards, needed } => {
                write!(f, "{cards} unseen cards, {needed} are still to be dealt")
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// Lists numbers: `0, 5 or 7`.
fn either(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// An error in an opponent's board: in its rows, or in its streets.
enum ReadError {
    Position(PositionError),
    Seen(SeenError),
}

impl From<SeenError> for ReadError {
    fn from(error: SeenError) -> Self {
        Self::Seen(error)
    }
}
