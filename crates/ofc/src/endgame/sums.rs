//! Sums over equally likely deals, and their means.

use super::judge::{BOARDS, BoardKey, UNIT};

/// Integer sums over deals, so that their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    deals: i64,
    /// In units.
    value: i64,
    fouls: i64,
    /// For 13 to 17 cards.
    entries: [i64; 5],
    royalties: i64,
    /// In 64ths.
    wins: [i64; 3],
}

impl Sums {
    /// Adds a board that this many deals lead to.
    pub(super) fn add(&mut self, key: BoardKey, weight: i64) {
        self.deals += weight;
        self.value += key.value() * weight;
        self.fouls += i64::from(!key.is_legal()) * weight;
        if let Some(place) = key.entry().checked_sub(1) {
            self.entries[place] += weight;
        }
        self.royalties += key.royalties() * weight;
        for (sum, wins) in self.wins.iter_mut().zip(key.wins()) {
            *sum += wins * weight;
        }
    }

    /// Adds other sums, this many times.
    pub fn add_all(&mut self, other: &Self, weight: i64) {
        self.deals += other.deals * weight;
        self.value += other.value * weight;
        self.fouls += other.fouls * weight;
        self.royalties += other.royalties * weight;
        for (sum, entries) in self.entries.iter_mut().zip(other.entries) {
            *sum += entries * weight;
        }
        for (sum, wins) in self.wins.iter_mut().zip(other.wins) {
            *sum += wins * weight;
        }
    }

    /// Returns the sum of the values, in units of 1/16384 of a point.
    pub const fn units(&self) -> i64 {
        self.value
    }

    /// Returns the means, against this many opponents.
    pub fn expectation(&self, opponents: usize) -> Expectation {
        let deals = self.deals as f64;
        let entry = self.entries.map(|entries| entries as f64 / deals);
        let boards = BOARDS as f64 * opponents as f64;
        Expectation {
            value: self.value as f64 / UNIT / deals,
            foul: self.fouls as f64 / deals,
            fantasyland: self.entries.iter().sum::<i64>() as f64 / deals,
            entry,
            royalties: self.royalties as f64 / deals,
            rows: (opponents > 0).then(|| self.wins.map(|wins| wins as f64 / boards / deals)),
        }
    }
}

/// The expectation of a placement if all later streets are played for the greatest value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Expectation {
    /// The expected points: royalties, Fantasyland and, alone, the cost of a foul; against
    /// opponents the net payments, and Fantasyland.
    pub value: f64,
    /// The probability of a foul.
    pub foul: f64,
    /// The probability of entering Fantasyland.
    pub fantasyland: f64,
    /// The same for 13, 14, 15, 16 and 17 cards.
    pub entry: [f64; 5],
    /// The expected royalties, none for a foul.
    pub royalties: f64,
    /// The probabilities of winning the top, middle and bottom row, as a mean over opponents; `None`
    /// without opponents.
    pub rows: Option<[f64; 3]>,
}
