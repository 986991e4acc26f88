//! Bounds that the rules set: the scores and the length of a hand.

use crate::Rules;
use std::ops::RangeInclusive;

impl Rules {
    /// Returns the range that the score of a hand lies in: the loser's deadwood at ten points a card,
    /// with the largest bonus.
    pub fn score_range(&self) -> RangeInclusive<i32> {
        let bonuses = [self.gin_bonus, self.undercut_bonus, self.big_gin_bonus.unwrap_or(0)];
        let bonus = bonuses.into_iter().max().unwrap_or(0);
        let times = if self.spades_double { 2 } else { 1 };
        let most = times * (10 * i32::from(self.hand_size) + i32::from(bonus));
        -most..=most
    }

    /// Returns the most decisions that a hand has: a draw and a discard for every card of the stock
    /// and for every upcard taken, then melds and layoffs.
    pub fn most_decisions(&self) -> usize {
        2 * (52 + usize::from(self.max_upcard_takes)) + 64
    }
}
