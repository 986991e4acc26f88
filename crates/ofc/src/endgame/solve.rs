//! Every placement on streets 4 and 5, with its value.

use super::Partial;
use super::draws::Draws;
use super::judge::{BoardKey, BoardSubset, Judge};
use super::sums::{Expectation, Sums};
use crate::{Dealing, Row, Rows, Rules, Scorer, Stakes};
use facedown_cards::{PackCard, PackSet};
use facedown_game::InvalidRules;
use std::fmt;

/// A placement of two of three cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// The board after it.
    pub board: Partial,
    /// The card discarded.
    pub discard: PackCard,
    /// The expected value.
    pub value: f64,
    /// The value with its details.
    pub expectation: Expectation,
}

/// Solves streets 4 and 5 under one set of rules, alone or against boards.
#[derive(Clone, Debug)]
pub struct Endgame {
    pub(super) judge: Judge,
}

impl Endgame {
    /// Returns a solver for these rules and stakes, for a seat on its own.
    pub fn new(rules: &Rules, stakes: Stakes) -> Result<Self, EndgameError> {
        Ok(Self { judge: Judge::new(rules, stakes)? })
    }

    /// Returns the solver against opponents: rows, scoop and royalties on both sides count. An
    /// opponent has one known board, or 2, 4, … up to 64 equally likely ones; `None` is a foul.
    pub fn against(self, opponents: &[Vec<Option<Rows>>]) -> Result<Self, EndgameError> {
        Ok(Self { judge: self.judge.against(opponents)? })
    }

    /// Returns the scorer of the same rules.
    pub fn scorer(&self) -> &Scorer {
        self.judge.scorer()
    }

    /// Returns the number of opponents.
    pub fn opponents(&self) -> usize {
        self.judge.opponents()
    }

    /// Returns every placement of two of the three cards of `deal`, the best first, on a board with 11
    /// cards (street 5) or 9 (street 4). `dead` are other cards that cannot come.
    pub fn solve(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
    ) -> Result<Vec<Placement>, EndgameError> {
        let unseen = self.unseen(board, deal, dead, &[9, 11])?;
        let street_4 = board.cards().len() == 9;
        let mut draws = Draws::default();
        let mut placements = Vec::with_capacity(27);
        each_placement(board, deal, |board, discard| {
            let sums = if street_4 {
                draws.sums(&self.judge, &board, unseen)
            } else {
                self.complete(&board)
            };
            let expectation = sums.expectation(self.opponents());
            placements.push(Placement { board, discard, value: expectation.value, expectation });
        });
        placements.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(placements)
    }

    /// Returns the sums of one deal that leads to a complete board.
    pub fn complete(&self, board: &Partial) -> Sums {
        let mut sums = Sums::default();
        sums.add(self.judge.key(self.judge.complete_rows(board.rows()).each_ref()), 1);
        sums
    }

    /// Adds the best placement of one draw on a board with two places left.
    pub fn add_best(&self, sums: &mut Sums, board: &Partial, draw: &[PackCard]) {
        let mut best = BoardKey::LEAST;
        each_placement(board, draw, |board, _| {
            best = best.max(self.judge.key(self.judge.complete_rows(board.rows()).each_ref()));
        });
        sums.add(best, 1);
    }

    /// Returns whether [`Endgame::subset`] can select every board of the opponents.
    pub fn has_field(&self) -> bool {
        self.judge.has_field()
    }

    /// Returns the opponents' boards whose bits are set, in the order in which they were given: a
    /// power of two of them for each opponent.
    pub fn subset(&self, bits: u64) -> BoardSubset {
        self.judge.subset(bits)
    }

    /// Returns the best placement on street 4, and its sum over all draws of street 5 in units.
    pub fn best_on_street_4(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> (i64, Partial) {
        let mut best = (i64::MIN, *board);
        each_placement(board, deal, |board, _| {
            let total = draws.total(&self.judge, &board, unseen);
            if total > best.0 {
                best = (total, board);
            }
        });
        best
    }

    /// Returns the sums over all draws on a board with two places left.
    pub fn sums(&self, draws: &mut Draws, board: &Partial, unseen: PackSet) -> Sums {
        draws.sums(&self.judge, board, unseen)
    }

    /// Returns the cards that may still come.
    pub(super) fn unseen(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
        sizes: &[usize],
    ) -> Result<PackSet, EndgameError> {
        if self.scorer().rules().dealing != Dealing::Pineapple {
            return Err(EndgameError::Dealing(Dealing::Pineapple));
        }
        let unseen = self.left(board, deal, dead)?;
        if deal.len() != 3 {
            return Err(EndgameError::Deal(deal.len()));
        }
        let placed = board.cards().len();
        if !sizes.contains(&placed) {
            return Err(EndgameError::Placed(placed));
        }
        let needed = (11 - placed) / 2 * 3;
        if unseen.len() < needed {
            return Err(EndgameError::Unseen { cards: unseen.len(), needed });
        }
        Ok(unseen)
    }

    /// Returns the cards of the pack that are in none of these places.
    pub(super) fn left(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
    ) -> Result<PackSet, EndgameError> {
        let mut seen = PackSet::EMPTY;
        for card in board.cards().iter().chain(dead.iter()).chain(deal.iter().copied()) {
            if seen.contains(card) {
                return Err(EndgameError::Twice(card));
            }
            seen.insert(card);
        }
        let jokers = usize::from(self.scorer().rules().jokers);
        let pack: PackSet = PackCard::all().take(52 + jokers).collect();
        if let Some(joker) = (seen - pack).iter().next() {
            return Err(EndgameError::NotInPack(joker));
        }
        Ok(pack - seen)
    }
}

/// Visits every placement of two of three cards, with the discard.
pub fn each_placement(
    board: &Partial,
    deal: &[PackCard],
    mut visit: impl FnMut(Partial, PackCard),
) {
    for out in 0..deal.len() {
        let mut kept = deal.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, card)| *card);
        let (Some(first), Some(second)) = (kept.next(), kept.next()) else { return };
        for to in Row::ALL {
            for other in Row::ALL {
                let mut rows = board.rows();
                rows[to as usize].insert(first);
                rows[other as usize].insert(second);
                if let Ok(board) = Partial::new(rows) {
                    visit(board, deal[out]);
                }
            }
        }
    }
}

/// An endgame that cannot be solved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum EndgameError {
    /// The rules contradict themselves.
    Rules(InvalidRules),
    /// This solver is for the other kind of dealing.
    Dealing(Dealing),
    /// Stakes are 0 to 500 points.
    Stakes(f64),
    /// A duplicate card among board, deal and dead cards.
    Twice(PackCard),
    /// A street deals three cards.
    Deal(usize),
    /// Streets 3, 4 and 5 begin with 7, 9 and 11 cards placed.
    Placed(usize),
    /// Classic streets are solved with 7 to 12 cards placed.
    Singles(usize),
    /// A joker that the pack does not have.
    NotInPack(PackCard),
    /// Each street that follows needs three more unseen cards.
    Unseen {
        /// The number of unseen cards.
        cards: usize,
        /// The number of cards needed.
        needed: usize,
    },
    /// An opponent has 1, 2, 4, … up to 64 boards.
    Boards(usize),
    /// More points may change hands than sums can hold.
    Points(u32),
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Dealing(Dealing::Pineapple) => f.write_str("classic dealing, expected Pineapple"),
            Self::Dealing(Dealing::Classic) => f.write_str("Pineapple dealing, expected classic"),
            Self::Singles(13) | Self::Placed(13) => {
                f.write_str("13 cards placed: the board is finished")
            }
            Self::Singles(n) => write!(f, "{n} cards placed, expected 7 to 12"),
            Self::Stakes(points) => write!(f, "stakes of {points} points, expected 0 to 500"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::Deal(n) => write!(f, "{n} cards dealt, expected 3"),
            Self::Placed(n) => write!(f, "{n} cards placed, expected 7, 9 or 11"),
            Self::NotInPack(card) => write!(f, "{card} is not in the pack of these rules"),
            Self::Unseen { cards, needed } => {
                write!(f, "{cards} unseen cards, expected at least {needed}")
            }
            Self::Boards(n) => write!(f, "{n} boards of an opponent, expected 1, 2, 4, … up to 64"),
            Self::Points(n) => write!(f, "up to {n} points in a hand, expected at most 2000"),
        }
    }
}

impl std::error::Error for EndgameError {}
