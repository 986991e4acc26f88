//! What a setting is worth.

use super::InvalidGoal;
use crate::{Rows, Scorer};

/// One opponent: the boards it may have and how likely each is. `None` is a foul.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    boards: Vec<(Option<Rows>, f64)>,
}

impl Opponent {
    /// An opponent whose board is known.
    pub fn known(board: Option<Rows>) -> Self {
        Self { boards: vec![(board, 1.0)] }
    }

    /// An opponent whose board is one of these, with weights that are made to sum to 1.
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
/// Sums are taken in one order, and floating-point addition never turns a larger term into a smaller
/// sum, so that holds for the computed numbers too.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) scorer: Scorer,
    pub(super) stay: f64,
    /// How many opponents pay the royalties; 1 where none are given.
    payers: f64,
    /// The boards of all opponents as numbers on the ladders, with their chances.
    boards: Vec<([u16; 3], f64)>,
    /// What does not depend on the setting: opponents' royalties, and points for their fouls.
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

    /// The value of rows with these numbers, without the constant part.
    #[inline]
    pub(super) fn value(&self, numbers: [u16; 3]) -> f64 {
        let (royalties, stays) = self.scorer.worth(numbers);
        let mut value = f64::from(royalties) * self.payers;
        if stays {
            value += self.stay;
        }
        for (theirs, chance) in &self.boards {
            value += f64::from(self.scorer.row_points(numbers, *theirs)) * chance;
        }
        value
    }

    /// The whole value.
    pub(super) fn full_value(&self, numbers: [u16; 3]) -> f64 {
        self.value(numbers) + self.constant
    }

    /// Value, then strength from the top down, in one comparison.
    #[inline]
    pub(super) fn key(&self, numbers: [u16; 3]) -> Key {
        let [top, middle, bottom] = numbers.map(u64::from);
        Key { value: self.value(numbers), rows: top << 32 | middle << 16 | bottom }
    }
}

/// By what settings are compared.
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
