//! Bounds that the rules set: the scores and the length of a hand.

use crate::Rules;
use crate::rules::TripleRon;
use crate::score::{Counted, Limit, Paarenchan, ScoreRules};
use crate::table::STICK;
use std::ops::RangeInclusive;

/// The most yakuman of four triplets and a pair: big four winds, all honours, four concealed
/// triplets, and four kans or a blessing.
const TOGETHER: u8 = 4;

/// The most han of a hand in thirteens: every han fits a byte.
const THIRTEENS: u8 = u8::MAX / 13;

impl ScoreRules {
    /// Returns the most yakuman that a hand is paid for.
    fn most_yakuman(&self) -> u8 {
        let double = &self.double_yakuman;
        let beside = u8::from(self.local.paarenchan != Paarenchan::No)
            + u8::from(self.local.sashikomi)
            + u8::from(double.daisuushii)
            + u8::from(double.suuankou_tanki);
        // Without addition the largest counts alone, and none is more than double.
        let made = if self.yakuman_add { TOGETHER + beside } else { 2 };
        let counted = if self.counted == Counted::Multiple { THIRTEENS } else { 1 };
        self.yakuman_cap.map_or(made.max(counted), |cap| made.max(counted).min(cap.get()))
    }
}

impl Rules {
    /// Returns the range that the score of a hand lies in, whatever counters and sticks the hands
    /// before have left: of the winner of a dealer's hand, and of a seat that pays everyone who can
    /// win on one tile.
    pub fn score_range(&self) -> RangeInclusive<i32> {
        let others = i32::from(self.seats) - 1;
        let yakuman = i32::from(self.score.most_yakuman()) * Limit::Yakuman.base() as i32;
        let (by_dealer, by_other) = (6 * yakuman, 4 * yakuman);
        let rounds = i32::from(self.matches.max_rounds);
        let counters = rounds * i32::from(self.score.payment.honba) * others;
        let sticks = STICK * (rounds * i32::from(self.seats)).min(u8::MAX.into());
        let winners = match self.triple_ron {
            _ if self.head_bump => 1,
            TripleRon::Draw => others.min(2),
            TripleRon::Paid => others,
        };
        let lost = by_dealer + (winners - 1) * by_other + counters + STICK;
        let won = by_dealer + counters + sticks;
        -lost.max(self.noten_points + STICK)..=won.max(self.noten_points)
    }

    /// Returns the most decisions that a hand has: for every tile of the wall a draw, its discard and
    /// the answers of the others, and as many again for calls and kans.
    pub fn most_decisions(&self) -> usize {
        2 * self.tiles() * (1 + usize::from(self.seats))
    }
}
