//! Match equity: the probability of winning the match from any score.
//!
//! Points do not have a constant value: at 95 of 100 the next five decide, and at 0 to 90 only a
//! long series of hands helps. [`MatchEquityTable`] holds the probability of winning from every
//! score between equally strong players whose hands score as those of `greedy` against itself
//! (`examples/outcomes.rs`); [`MatchEquity`] is the utility of a hand's points derived from it.

use facedown_game::{PerSeat, Seat, Utility};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of hands won by 1, 2, … points among 100,000 of `greedy` against itself by the rules of
/// the EAAI challenge; 151 hands had no winner.
const WON_BY: [u32; 98] = [
    2458, 3281, 3970, 4458, 4548, 4714, 4392, 4312, 4165, 4097, 3863, 3643, 3279, 3020, 2889, 2667,
    2450, 2255, 2146, 2005, 1825, 1626, 1591, 1434, 3031, 2514, 2245, 1784, 1416, 1126, 944, 849,
    688, 669, 615, 733, 627, 638, 632, 510, 501, 447, 398, 373, 310, 351, 340, 274, 270, 237, 254,
    219, 198, 176, 168, 145, 127, 126, 112, 94, 86, 80, 58, 57, 50, 42, 40, 24, 25, 18, 17, 15, 8,
    10, 8, 12, 9, 9, 4, 3, 1, 7, 4, 5, 4, 4, 1, 4, 2, 3, 1, 1, 1, 1, 2, 1, 2, 1,
];

/// The probability of winning a match from every score.
///
/// ```
/// use facedown_gin::MatchEquityTable;
///
/// let table = MatchEquityTable::new(100);
/// assert!((table.win(0, 0) - 0.5).abs() < 1e-6);
/// assert!(table.win(90, 40) > 0.8);
/// assert_eq!(table.win(104, 99), 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEquityTable {
    target: usize,
    win: Vec<f32>, // by own points, then the opponent's
}

/// Tables by target, cached: a match needs the same one at each decision.
static TABLES: Mutex<Vec<(u16, Arc<MatchEquityTable>)>> = Mutex::new(Vec::new());

impl MatchEquityTable {
    /// Returns the table of a match to `target` points, computed once per process.
    pub fn cached(target: u16) -> Arc<Self> {
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, table)) = tables.iter().find(|(known, _)| *known == target) {
            return Arc::clone(table);
        }
        let table = Arc::new(Self::new(target));
        tables.push((target, Arc::clone(&table)));
        table
    }

    /// Computes the table of a match to `target` points.
    pub fn new(target: u16) -> Self {
        let target = usize::from(target).max(1);
        let hands = f64::from(WON_BY.iter().sum::<u32>());
        let mut win = vec![0.0; target * target];
        // Points only grow, so higher scores come first.
        for total in (0..2 * target - 1).rev() {
            for own in total.saturating_sub(target - 1)..=total.min(target - 1) {
                let other = total - own;
                let mut chance = 0.0;
                for (points, count) in (1..).zip(WON_BY) {
                    let after = |own: usize, other: usize| match (own, other) {
                        (own, _) if own >= target => 1.0,
                        (_, other) if other >= target => 0.0,
                        (own, other) => f64::from(win[own * target + other]),
                    };
                    let both = after(own + points, other) + after(own, other + points);
                    chance += 0.5 * both * f64::from(count) / hands;
                }
                win[own * target + other] = chance as f32;
            }
        }
        Self { target, win }
    }

    /// Returns the probability that the seat with `own` points wins against one with `other`. A
    /// seat that has reached the target has won; points above it do not count.
    pub fn win(&self, own: i32, other: i32) -> f32 {
        let [own, other] = [own, other].map(|points| points.max(0) as usize);
        match (own >= self.target, other >= self.target) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            (true, true) => 0.5,
            (false, false) => self.win[own * self.target + other],
        }
    }

    /// Returns the value of a point at this score: the probability that it adds, averaged over ten
    /// points either way.
    pub fn slope(&self, own: i32, other: i32) -> f32 {
        (self.win(own + 10, other) - self.win(own, other + 10)) / 20.0
    }
}

/// The utility of a hand's scores in a match: the change in match equity, in points at the present
/// score, so that it compares with priors in points.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEquity {
    table: Arc<MatchEquityTable>,
    points: [i32; 2],
    now: [f32; 2],
    slope: f32,
}

impl MatchEquity {
    /// Builds the utility of a hand in a match to `target` points, given each seat's points before
    /// it.
    pub fn new(target: u16, points: [i32; 2]) -> Self {
        let table = MatchEquityTable::cached(target);
        let now = points.map(|own| table.win(own, points[0] + points[1] - own));
        let slope = table.slope(points[0], points[1]);
        Self { table, points, now, slope }
    }
}

impl Utility for MatchEquity {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        PerSeat::from_fn(2, |seat| {
            let other = Seat::new(1 - seat.index());
            let after = |seat: Seat| self.points[seat.index()] + scores[seat].max(0.0) as i32;
            (self.table.win(after(seat), after(other)) - self.now[seat.index()]) / self.slope
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equities_of_both_seats_add_up_to_one() {
        let table = MatchEquityTable::new(100);
        for own in 0..100 {
            for other in 0..100 {
                let sum = table.win(own, other) + table.win(other, own);
                assert!((sum - 1.0).abs() < 1e-5, "{own} to {other}: {sum}");
            }
        }
    }

    #[test]
    fn more_points_are_never_worse_and_a_point_has_a_value_everywhere() {
        let table = MatchEquityTable::new(100);
        for own in 0..99 {
            for other in 0..99 {
                assert!(table.win(own + 1, other) >= table.win(own, other));
                assert!(table.slope(own, other) > 1e-4, "{own} to {other}");
            }
        }
    }

    #[test]
    fn a_match_of_one_hand_is_even() {
        assert!((MatchEquityTable::new(1).win(0, 0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn utilities_are_changes_of_equity_by_the_value_of_a_point() {
        let (table, equity) = (MatchEquityTable::new(100), MatchEquity::new(100, [80, 30]));
        let scores = |own: f32| PerSeat::from_fn(2, |seat| [own, -own][seat.index()]);
        let slope = table.slope(80, 30);
        let won = equity.utility(&scores(12.0));
        let expected = [
            (table.win(92, 30) - table.win(80, 30)) / slope,
            (table.win(30, 92) - table.win(30, 80)) / slope,
        ];
        for seat in Seat::all(2) {
            assert_eq!(won[seat].to_bits(), expected[seat.index()].to_bits());
        }
        // A point lost is a point that the other seat wins.
        let lost = equity.utility(&scores(-25.0))[Seat::new(0)];
        assert_eq!(lost.to_bits(), ((table.win(80, 55) - table.win(80, 30)) / slope).to_bits());
        assert!(equity.utility(&scores(0.0)).as_slice().iter().all(|value| value.to_bits() == 0));
    }
}
