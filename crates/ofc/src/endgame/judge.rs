//! What a complete board is worth, in whole units, alone or against opponents' boards.

use super::{EndgameError, Worth};
use crate::{Dealing, JokerUse, Middle, Rows, Rules, Scorer};
use facedown_cards::PackSet;
use facedown_cards::poker::Strength;
use std::sync::Arc;

/// Points are counted in units of this fraction: whole numbers, so that sums are exact.
pub(crate) const UNIT: f64 = 16384.0;
const UNITS: i32 = 16384;
/// How many boards an opponent may have at most; a power of two, so that each has a whole weight.
pub(crate) const BOARDS: usize = 64;
/// What one of that many boards weighs.
const LEAST_WEIGHT: i32 = UNITS / BOARDS as i32;
/// No value is further from nothing than this many points, so that sums of units fit.
const MOST_POINTS: u32 = 2000;

/// A row that is complete, with its greatest strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filled {
    pub(crate) cards: PackSet,
    pub(crate) strength: Strength,
}

impl Filled {
    pub(crate) fn new(cards: PackSet) -> Self {
        Self { cards, strength: Strength::of(cards).unwrap_or(Strength::MIN) }
    }
}

/// Values complete boards under one set of rules, against opponents whose boards are known or are
/// among some that are equally likely. Copies share their tables.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    scorer: Arc<Scorer>,
    /// In units, for 13 to 17 cards.
    entry: [i32; 5],
    /// For each strength of the top row, with and without a wheel in the middle: entry, in units.
    by_top: Arc<[Vec<i32>; 2]>,
    /// Opponents' boards that are no fouls, with their weights in units.
    boards: Vec<([u16; 3], i32)>,
    /// The weight of opponents' boards that are fouls.
    fouled: i32,
    /// How many opponents pay the royalties; 1 where there are none.
    payers: i32,
    /// What a legal board has beside its royalties, its rows and Fantasyland.
    constant: i32,
    /// What a foul is worth.
    foul: i32,
}

impl Judge {
    pub(crate) fn new(rules: &Rules, worth: Worth) -> Result<Self, EndgameError> {
        let scorer = Arc::new(Scorer::new(rules).map_err(EndgameError::Rules)?);
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
        let foul = -units(worth.foul)?;
        let by_top = Arc::new([Vec::new(), Vec::new()]);
        let (boards, fouled, payers, constant) = (Vec::new(), 0, 1, 0);
        let mut judge = Self { scorer, entry, by_top, boards, fouled, payers, constant, foul };
        judge.by_top = Arc::new([false, true].map(|wheel| judge.entries(wheel)));
        Ok(judge)
    }

    /// The same against opponents, each with 1, 2, 4, … or 64 boards that are equally likely;
    /// `None` is a foul.
    pub(crate) fn against(mut self, opponents: &[Vec<Option<Rows>>]) -> Result<Self, EndgameError> {
        if opponents.is_empty() {
            return Ok(self);
        }
        let rules = self.scorer.rules();
        let all = i32::from(rules.row) * 3 + i32::from(rules.scoop);
        let most = opponents.len() as u32 * (all as u32 + 300) + 500;
        if most > MOST_POINTS {
            return Err(EndgameError::Points(most));
        }
        self.payers = opponents.len() as i32;
        (self.constant, self.foul) = (0, 0);
        for boards in opponents {
            if !boards.len().is_power_of_two() || boards.len() > BOARDS {
                return Err(EndgameError::Boards(boards.len()));
            }
            let weight = UNITS / boards.len() as i32;
            for rows in boards {
                if let Some(rows) = rows {
                    let royalties = i32::from(self.scorer.royalties(*rows));
                    self.boards.push((self.scorer.numbers(*rows), weight));
                    self.constant -= royalties * weight;
                    self.foul -= (royalties + all) * weight;
                } else {
                    self.fouled += weight;
                    self.constant += all * weight;
                }
            }
        }
        Ok(self)
    }

    /// The judge of boards under the same rules.
    pub(crate) fn scorer(&self) -> &Scorer {
        &self.scorer
    }

    /// How many opponents there are.
    pub(crate) fn opponents(&self) -> usize {
        if self.boards.is_empty() && self.fouled == 0 { 0 } else { self.payers as usize }
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

    /// The rows of a complete board and their numbers on the ladders; `None` for a foul.
    #[inline]
    fn judged(&self, [top, middle, bottom]: [Filled; 3]) -> Option<(Rows, [u16; 3])> {
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
        let middle = within(middle, if low { Strength::MAX } else { bottom.strength })?;
        let top = within(top, if low { bottom.strength } else { middle })?;
        let rows = Rows { top, middle, bottom: bottom.strength };
        let numbers = self.scorer.numbers(rows);
        (numbers[1] != 0).then_some((rows, numbers))
    }

    /// The value of a complete board in units.
    #[inline]
    pub(crate) fn value(&self, rows: [Filled; 3]) -> i32 {
        self.judged(rows).map_or(self.foul, |(rows, numbers)| self.legal_value(rows, numbers))
    }

    #[inline]
    fn legal_value(&self, rows: Rows, numbers: [u16; 3]) -> i32 {
        let wheel = self.scorer.is_wheel(rows.middle);
        let entry = self.by_top[usize::from(wheel)][usize::from(rows.top.number())];
        let royalties = i32::from(self.scorer.worth(numbers).0);
        let mut value = royalties * self.payers * UNITS + entry + self.constant;
        for (theirs, weight) in &self.boards {
            value += self.scorer.row_points(numbers, *theirs) * weight;
        }
        value
    }

    /// The value of a complete board with all that is told of it, as one number: the larger, the
    /// better, by value first.
    pub(crate) fn key(&self, rows: [Filled; 3]) -> Key {
        let Some((rows, numbers)) = self.judged(rows) else {
            return Key::new(self.foul, false, 0, 0, [0; 3]);
        };
        let mut wins = [self.fouled; 3];
        for (theirs, weight) in &self.boards {
            for ((wins, mine), theirs) in wins.iter_mut().zip(numbers).zip(theirs) {
                *wins += if mine > *theirs { *weight } else { 0 };
            }
        }
        let value = self.legal_value(rows, numbers);
        let cards = self.scorer.entry(rows).unwrap_or(0);
        Key::new(value, true, cards, self.scorer.worth(numbers).0, wins)
    }
}

/// What is told of a complete board: value, whether it is legal, Fantasyland, royalties, rows won;
/// compared in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) const LEAST: Self = Self(0);

    fn new(value: i32, legal: bool, cards: u8, royalties: u16, wins: [i32; 3]) -> Self {
        let wins = wins.into_iter().fold(0, |all, wins| all << 8 | (wins / LEAST_WEIGHT) as u64);
        let entry = u64::from(cards.saturating_sub(12));
        let value = (i64::from(value) + (1 << 25)) as u64;
        Self(value << 37 | u64::from(legal) << 36 | entry << 33 | u64::from(royalties) << 24 | wins)
    }

    /// The value in units.
    pub(crate) const fn value(self) -> i64 {
        (self.0 >> 37) as i64 - (1 << 25)
    }

    pub(crate) const fn is_legal(self) -> bool {
        self.0 >> 36 & 1 == 1
    }

    /// How many cards Fantasyland deals, less 12; 0 where the board does not enter.
    pub(crate) const fn entry(self) -> usize {
        (self.0 >> 33 & 7) as usize
    }

    pub(crate) const fn royalties(self) -> i64 {
        (self.0 >> 24 & 511) as i64
    }

    /// By row, in 64ths, how many opponents are beaten.
    pub(crate) const fn wins(self) -> [i64; 3] {
        [(self.0 >> 16 & 255) as i64, (self.0 >> 8 & 255) as i64, (self.0 & 255) as i64]
    }
}
