//! Bounds that the rules set: the scores and the length of a hand.

use crate::{Middle, Rules};
use std::ops::RangeInclusive;

impl Rules {
    /// Returns the range that the score of a hand lies in: every row, the scoop and the highest
    /// royalties, against each of the others.
    pub fn score_range(&self) -> RangeInclusive<i32> {
        let royalties = &self.royalties;
        let low = &royalties.low;
        let greatest = |points: &[u8]| points.iter().copied().max().map_or(0, i32::from);
        let middle = match self.middle {
            Middle::High => greatest(&royalties.middle.by_category()),
            Middle::DeuceToSeven => greatest(&[low.ten, low.nine, low.eight, low.seven, low.wheel]),
        };
        let most = 3 * i32::from(self.row)
            + i32::from(self.scoop)
            + greatest(&royalties.top.pairs).max(greatest(&royalties.top.threes))
            + middle
            + greatest(&royalties.bottom.by_category());
        let most = most * (i32::from(self.seats) - 1);
        -most..=most
    }

    /// Returns the most decisions that a hand has: a place for every card of every seat.
    pub fn most_decisions(&self) -> usize {
        usize::from(self.seats) * usize::from(self.cards_per_seat())
    }
}
