//! Every placement of three cards, with its value.

use super::Partial;
use super::pairs::Pairs;
use crate::{Dealing, InvalidRules, JokerUse, Middle, Row, Rows, Rules, Scorer};
use facedown_cards::poker::Strength;
use facedown_cards::{PackCard, PackSet};
use std::fmt;

/// What a board is worth beside its royalties.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// What a foul costs: 0 to 500 points.
    pub foul: f64,
    /// What entering Fantasyland with 13, 14, 15, 16 and 17 cards is worth: 0 to 500 points each.
    pub entry: [f64; 5],
}

/// One way to place two of three cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// The board after it.
    pub board: Partial,
    /// The card discarded.
    pub discard: PackCard,
    /// The expected value.
    pub value: f64,
}

/// Points are counted in units of this fraction: whole numbers, so that sums are exact.
pub(super) const UNIT: f64 = 16384.0;

/// Solves streets 4 and 5 under one set of rules.
#[derive(Clone, Debug)]
pub struct Endgame {
    scorer: Scorer,
    /// In units.
    foul: i32,
    /// In units, for 13 to 17 cards.
    entry: [i32; 5],
    /// For each strength of the top row, with and without a wheel in the middle: entry, in units.
    by_top: [Vec<i32>; 2],
}

/// A row that is complete, with its greatest strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    pub(super) cards: PackSet,
    pub(super) strength: Strength,
}

impl Filled {
    pub(super) fn new(cards: PackSet) -> Self {
        Self { cards, strength: Strength::of(cards).unwrap_or(Strength::MIN) }
    }
}

impl Endgame {
    /// A solver for these rules and worths.
    pub fn new(rules: &Rules, worth: Worth) -> Result<Self, EndgameError> {
        let scorer = Scorer::new(rules).map_err(EndgameError::Rules)?;
        if rules.dealing != Dealing::Pineapple {
            return Err(EndgameError::Dealing);
        }
        let units = |points: f64| {
            let fits = (0.0..=500.0).contains(&points);
            if fits { Ok((points * UNIT).round() as i32) } else { Err(EndgameError::Worth(points)) }
        };
        let mut entry = [0; 5];
        for (entry, points) in entry.iter_mut().zip(worth.entry) {
            *entry = units(points)?;
        }
        let foul = units(worth.foul)?;
        let mut endgame = Self { scorer, foul, entry, by_top: [Vec::new(), Vec::new()] };
        endgame.by_top = [false, true].map(|wheel| endgame.entries(wheel));
        Ok(endgame)
    }

    /// What entry is worth by the strength of the top row.
    fn entries(&self, wheel: bool) -> Vec<i32> {
        // Any middle row will do that is, or is not, a wheel.
        let text = if wheel { "2c 3d 4h 5s 7c" } else { "2c 3d 4h 5s 8c" };
        let middle = text.parse().ok().and_then(Strength::of).unwrap_or(Strength::MIN);
        let by_number = |number| {
            let top = Strength::from_number(number)?;
            let cards = self.scorer.entry(Rows { top, middle, bottom: Strength::MAX })?;
            Some(self.entry[usize::from(cards) - 13])
        };
        (0..=Strength::MAX.number()).map(|number| by_number(number).unwrap_or(0)).collect()
    }

    /// The value of a complete board in units.
    #[inline]
    pub(super) fn value(&self, [top, middle, bottom]: [Filled; 3]) -> i32 {
        let rules = self.scorer.rules();
        let within = |row: Filled, bound: Strength| {
            if row.strength <= bound {
                Some(row.strength)
            } else if rules.joker_use == JokerUse::Joint && row.cards.jokers() > 0 {
                Strength::at_most(row.cards, bound)
            } else {
                None
            }
        };
        let low = rules.middle == Middle::DeuceToSeven;
        let bound = if low { Strength::MAX } else { bottom.strength };
        let Some(middle) = within(middle, bound) else { return -self.foul };
        let Some(top) = within(top, if low { bottom.strength } else { middle }) else {
            return -self.foul;
        };
        let rows = Rows { top, middle, bottom: bottom.strength };
        let numbers = self.scorer.numbers(rows);
        if numbers[1] == 0 {
            return -self.foul;
        }
        let wheel = low && self.scorer.is_wheel(middle);
        let entry = self.by_top[usize::from(wheel)][usize::from(top.number())];
        i32::from(self.scorer.worth(numbers).0) * UNIT as i32 + entry
    }

    /// Every placement of two of the three cards of `deal`, best first, on a board with 11 cards
    /// (street 5) or 9 (street 4). `dead` are other cards that are known not to come.
    pub fn solve(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
    ) -> Result<Vec<Placement>, EndgameError> {
        let unseen = self.unseen(board, deal, dead)?;
        let street_4 = board.cards().len() == 9;
        let mut pairs = Pairs::default();
        let mut placements = Vec::with_capacity(27);
        each_placement(board, deal, |board, discard| {
            let value = if street_4 {
                pairs.mean(self, &board, unseen)
            } else {
                f64::from(self.value(board.rows().map(Filled::new))) / UNIT
            };
            placements.push(Placement { board, discard, value });
        });
        placements.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(placements)
    }

    /// The cards that may still come.
    fn unseen(
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
        if deal.len() != 3 {
            return Err(EndgameError::Deal(deal.len()));
        }
        let placed = board.cards().len();
        if placed != 9 && placed != 11 {
            return Err(EndgameError::Placed(placed));
        }
        let jokers = usize::from(self.scorer.rules().jokers);
        let pack: PackSet = PackCard::all().take(52 + jokers).collect();
        if let Some(joker) = (seen - pack).iter().next() {
            return Err(EndgameError::NotInPack(joker));
        }
        let unseen = pack - seen;
        if placed == 9 && unseen.len() < 3 {
            return Err(EndgameError::Unseen(unseen.len()));
        }
        Ok(unseen)
    }
}

/// Visits every placement of two of three cards.
fn each_placement(board: &Partial, deal: &[PackCard], mut visit: impl FnMut(Partial, PackCard)) {
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

/// Why an endgame cannot be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum EndgameError {
    /// The rules contradict themselves.
    Rules(InvalidRules),
    /// Only Pineapple deals three cards of which two are placed.
    Dealing,
    /// Worths are 0 to 500 points.
    Worth(f64),
    /// A card is there twice among board, deal and dead cards.
    Twice(PackCard),
    /// A street deals three cards.
    Deal(usize),
    /// Streets 4 and 5 begin with 9 and 11 cards placed.
    Placed(usize),
    /// A joker that the pack does not have.
    NotInPack(PackCard),
    /// Street 4 needs three more unseen cards.
    Unseen(usize),
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Dealing => f.write_str("classic dealing, expected Pineapple"),
            Self::Worth(points) => write!(f, "a worth of {points} points, expected 0 to 500"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::Deal(n) => write!(f, "{n} cards dealt, expected 3"),
            Self::Placed(13) => f.write_str("13 cards placed: the board is finished"),
            Self::Placed(n) => write!(f, "{n} cards placed, expected 9 or 11"),
            Self::NotInPack(card) => write!(f, "{card} is not in the pack of these rules"),
            Self::Unseen(n) => write!(f, "{n} unseen cards, expected at least 3"),
        }
    }
}

impl std::error::Error for EndgameError {}
