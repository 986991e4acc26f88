//! The value of a setting.

use super::InvalidGoal;
use crate::{Rows, Scorer};

/// An opponent: a distribution over its boards. `None` is a foul.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    boards: Vec<(Option<Rows>, f64)>,
}

impl Opponent {
    /// Returns an opponent with a known board.
    pub fn known(board: Option<Rows>) -> Self {
        Self { boards: vec![(board, 1.0)] }
    }

    /// Returns an opponent with one of these boards; weights need not sum to 1.
    pub fn one_of(boards: Vec<(Option<Rows>, f64)>) -> Result<Self, InvalidGoal> {
        let bad = |weight: &f64| !(weight.is_finite() && *weight > 0.0);
        if let Some(weight) = boards.iter().map(|(_, weight)| *weight).find(bad) {
            return Err(InvalidGoal::Weight(weight));
        }
        let total: f64 = boards.iter().map(|(_, weight)| weight).sum();
        if boards.is_empty() {
            return Err(InvalidGoal::NoBoards);
        }
        Ok(Self { boards: boards.into_iter().map(|(rows, w)| (rows, w / total)).collect() })
    }
}

/// The value of rows: never less for a stronger row.
///
/// Terms are summed in a fixed order, and floating-point addition is monotone, so that this holds for
/// the computed numbers too.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) scorer: Scorer,
    pub(super) stay: f64,
    /// Number of opponents that pay the royalties; 1 without opponents.
    payers: f64,
    /// The boards of all opponents as numbers on the ladders, with their probabilities.
    boards: Vec<([u16; 3], f64)>,
    /// The part that does not depend on the setting: opponents' royalties, and points for their fouls.
    constant: f64,
}

impl Goal {
    pub(super) fn new(scorer: Scorer, stay: f64) -> Self {
        Self { scorer, stay, payers: 1.0, boards: Vec::new(), constant: 0.0 }
    }

    pub(super) fn set_opponents(&mut self, opponents: &[Opponent]) {
        self.payers = opponents.len().max(1) as f64;
        self.boards.clear();
        self.constant = 0.0;
        let rules = self.scorer.rules();
        let foul = f64::from(rules.row) * 3.0 + f64::from(rules.scoop);
        for (rows, chance) in opponents.iter().flat_map(|opponent| &opponent.boards) {
            if let Some(rows) = rows {
                self.boards.push((self.scorer.numbers(*rows), *chance));
                self.constant -= f64::from(self.scorer.royalties(*rows)) * chance;
            } else {
                self.constant += foul * chance;
            }
        }
    }

    /// Returns the value of rows with these numbers, without the constant part.
    #[inline]
    pub(super) fn value(&self, numbers: [u16; 3]) -> f64 {
        let (royalties, stays) = self.scorer.royalties_and_stay(numbers);
        let mut value = f64::from(royalties) * self.payers;
        if stays {
            value += self.stay;
        }
        for (theirs, chance) in &self.boards {
            value += f64::from(self.scorer.row_points(numbers, *theirs)) * chance;
        }
        value
    }

    /// Returns the whole value.
    pub(super) fn full_value(&self, numbers: [u16; 3]) -> f64 {
        self.value(numbers) + self.constant
    }

    /// Returns the key of rows: value, then strength from the top down.
    #[inline]
    pub(super) fn key(&self, numbers: [u16; 3]) -> Key {
        let [top, middle, bottom] = numbers.map(u64::from);
        Key { value: self.value(numbers), rows: top << 32 | middle << 16 | bottom }
    }
}

/// The order of settings.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) struct Key {
    pub(super) value: f64,
    rows: u64,
}

impl Key {
    /// Below every setting.
    pub(super) const LEAST: Self = Self { value: f64::NEG_INFINITY, rows: 0 };

    #[inline]
    pub(super) fn beats(self, other: Self) -> bool {
        self > other
    }
}
