//! Match equity: the probability of winning the match from any score.
//!
//! Points do not have a constant value: at 95 of 100 the next five decide, and at 0 to 90 only a
//! long series of hands helps. [`MatchEquityTable`] holds the probability of winning from every
//! score between equally strong players whose hands score as those of `greedy` against itself
//! (`cargo research outcomes`); [`MatchEquity`] is the utility of a hand's points derived from it.

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

/// The longest target whose table is exact, and the side of the largest table.
const EXACT: usize = 500;

/// Number of tables that are cached: 1 MB each at most.
const CACHED: usize = 8;

/// The value of a point below which a long match counts as decided: differences of such
/// probabilities are mostly rounding.
const DECIDED: f32 = 1e-7;

/// The probability of winning from every number of points still needed, up to `side` each.
#[derive(PartialEq, Debug)]
struct Races {
    side: usize,
    win: Vec<f32>, // by the points that the seat needs, then the opponent's, from 1 on
}

impl Races {
    fn new(side: usize) -> Self {
        const MOST: usize = WON_BY.len();
        let hands = f64::from(WON_BY.iter().sum::<u32>());
        // Races by the points that both need together, then by the seat's own. In front of a row
        // are races that are won, behind it those that are lost, so that a whole row is computed
        // without a branch.
        let mut blank = vec![1.0f32; MOST];
        blank.resize(MOST + side, 0.0);
        let mut rows = vec![blank; MOST + 2 * side - 1];
        let mut chances = vec![0.0f64; side];
        for total in 0..2 * side - 1 {
            let own = total.saturating_sub(side - 1)..total.min(side - 1) + 1;
            let chances = &mut chances[own.clone()];
            chances.fill(0.0);
            for (points, count) in (1..).zip(WON_BY) {
                let after = &rows[MOST + total - points];
                let won = &after[MOST + own.start - points..];
                let lost = &after[MOST + own.start..];
                for ((chance, won), lost) in chances.iter_mut().zip(won).zip(lost) {
                    let both = f64::from(*won) + f64::from(*lost);
                    *chance += 0.5 * both * f64::from(count) / hands;
                }
            }
            for (race, chance) in rows[MOST + total][MOST + own.start..].iter_mut().zip(chances) {
                *race = *chance as f32;
            }
        }
        let cell = |place: usize| (place / side, place / side + place % side);
        let win = (0..side * side).map(cell).map(|(own, total)| rows[MOST + total][MOST + own]);
        Self { side, win: win.collect() }
    }

    /// Returns the races up to `side`, from the cache if they are there.
    fn cached(side: usize) -> Arc<Self> {
        static CACHE: Mutex<Vec<Arc<Races>>> = Mutex::new(Vec::new());
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = cache.iter().position(|races| races.side == side);
        let races = match known {
            Some(place) => cache.remove(place),
            None => Arc::new(Self::new(side)),
        };
        // The one used last comes first; the one not used for longest gives way.
        cache.truncate(CACHED - 1);
        cache.insert(0, Arc::clone(&races));
        races
    }

    /// Returns the probability of winning for a seat that needs `own` points, and the other
    /// `other`.
    fn win(&self, own: usize, other: usize) -> f32 {
        self.win[(own - 1) * self.side + other - 1]
    }

    /// Returns the probability for points beyond the table: that of the shorter race in which the
    /// lead is as many standard deviations.
    ///
    /// The difference between the seats' points is a random walk. Its variance grows with the
    /// points that are scored, so a lead counts in proportion to the square root of those needed.
    fn far_win(&self, own: usize, other: usize) -> f32 {
        let [own, other, side] = [own, other, self.side].map(|points| points as f64);
        let lead = (other - own) / (own + other).sqrt();
        // The race with this lead whose longer side is the table's.
        let root = 0.5 * ((lead * lead + 8.0 * side).sqrt() - lead.abs());
        let shorter = (0.5 * root * (root - lead.abs())).max(1.0);
        let (low, part) = (shorter as usize, (shorter - shorter.floor()) as f32);
        let high = (low + 1).min(self.side);
        let at = |shorter: usize| {
            if own <= other { self.win(shorter, self.side) } else { self.win(self.side, shorter) }
        };
        at(low) + part * (at(high) - at(low))
    }
}

/// The probability of winning a match from every score.
///
/// It is exact in the model for targets up to 500 points, and in longer matches once neither seat
/// needs more than 500; before that a lead counts by its standard deviations.
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
    races: Arc<Races>,
}

impl MatchEquityTable {
    /// Returns the table of a match to `target` points. The last few are cached: a match needs the
    /// same one at each decision.
    pub fn new(target: u16) -> Self {
        let target = usize::from(target).max(1);
        Self { target, races: Races::cached(target.min(EXACT)) }
    }

    /// Returns the probability that the seat with `own` points wins against one with `other`. A
    /// seat that has reached the target has won; points above it do not count.
    pub fn win(&self, own: i32, other: i32) -> f32 {
        let needs = [own, other].map(|points| self.target.saturating_sub(points.max(0) as usize));
        match needs {
            [0, 0] => 0.5,
            [0, _] => 1.0,
            [_, 0] => 0.0,
            [own, other] if own.max(other) <= self.races.side => self.races.win(own, other),
            [own, other] => self.races.far_win(own, other),
        }
    }

    /// Returns the value of a point at this score: the probability that it adds, averaged over ten
    /// points either way.
    pub fn slope(&self, own: i32, other: i32) -> f32 {
        (self.win(own.saturating_add(10), other) - self.win(own, other.saturating_add(10))) / 20.0
    }

    /// Returns whether the match is so long and one-sided that its equity says nothing about a
    /// hand.
    fn is_decided(&self, slope: f32) -> bool {
        slope <= 0.0 || self.target > EXACT && slope < DECIDED
    }
}

/// The utility of a hand's scores in a match: the change in match equity, in points at the present
/// score, so that it compares with priors in points.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEquity {
    table: MatchEquityTable,
    points: [i32; 2],
    now: [f32; 2],
    /// The value of a point; `None` where the match is decided and points count as they are.
    slope: Option<f32>,
}

impl MatchEquity {
    /// Builds the utility of a hand in a match to `target` points, given each seat's points before
    /// it.
    pub fn new(target: u16, points: [i32; 2]) -> Self {
        let table = MatchEquityTable::new(target);
        let now = [0, 1].map(|seat: usize| table.win(points[seat], points[1 - seat]));
        let slope = table.slope(points[0], points[1]);
        let slope = (!table.is_decided(slope)).then_some(slope);
        Self { table, points, now, slope }
    }
}

impl Utility for MatchEquity {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let Some(slope) = self.slope else { return *scores };
        PerSeat::from_fn(2, |seat| {
            let other = Seat::new(1 - seat.index());
            let after =
                |seat: Seat| self.points[seat.index()].saturating_add(scores[seat].max(0.0) as i32);
            (self.table.win(after(seat), after(other)) - self.now[seat.index()]) / slope
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

    /// The probability from every score of a match, by the recursion over scores in double precision.
    fn by_scores(target: usize) -> Vec<Vec<f64>> {
        let hands = f64::from(WON_BY.iter().sum::<u32>());
        let mut win = vec![vec![0.0; target]; target];
        for own in (0..target).rev() {
            for other in (0..target).rev() {
                let after = |points: usize| {
                    let won = win.get(own + points).map_or(1.0, |row| row[other]);
                    won + win[own].get(other + points).copied().unwrap_or(0.0)
                };
                let parts = (1..).zip(WON_BY).map(|(points, n)| f64::from(n) * after(points));
                win[own][other] = 0.5 * parts.sum::<f64>() / hands;
            }
        }
        win
    }

    #[test]
    fn tables_equal_the_recursion_over_scores() {
        for target in [1, 7, 100, 250] {
            let (table, win) = (MatchEquityTable::new(target as u16), by_scores(target));
            for (own, row) in win.iter().enumerate() {
                for (other, exact) in row.iter().enumerate() {
                    let found = f64::from(table.win(own as i32, other as i32));
                    assert!((found - exact).abs() < 2e-6, "{target}: {own} to {other}");
                }
            }
        }
        // As computed for targets of any size before tables were bounded, to the bit.
        let bits = |target, own, other| MatchEquityTable::new(target).win(own, other).to_bits();
        for (target, own, other, expected) in [
            (100, 90, 40, 0x3f5f_88e9),
            (100, 13, 87, 0x3d90_64cc),
            (250, 249, 3, 0x3f7f_f864),
            (250, 100, 180, 0x3e16_b185),
            (500, 250, 100, 0x3f5f_d58f),
        ] {
            assert_eq!(bits(target, own, other), expected, "{target}: {own} to {other}");
        }
    }

    #[test]
    fn a_match_longer_than_the_table_is_close_to_exact_and_exact_near_its_end() {
        let (target, exact) = (1_200, by_scores(1_200));
        let table = MatchEquityTable::new(target);
        let mut farthest = 0.0f64;
        for own in (0..i32::from(target)).step_by(7) {
            for other in (0..i32::from(target)).step_by(11) {
                let win = f64::from(table.win(own, other));
                let error = (win - exact[own as usize][other as usize]).abs();
                let near = own.min(other) >= i32::from(target) - EXACT as i32;
                assert!(error < if near { 2e-6 } else { 0.003 }, "{own} to {other}: {error}");
                farthest = farthest.max(error);
                assert!(table.win(own + 1, other) >= table.win(own, other) - 1e-6);
                let sum = table.win(own, other) + table.win(other, own);
                assert!((sum - 1.0).abs() < 1e-4, "{own} to {other}: {sum}");
            }
        }
        assert!(farthest > 0.0, "the far part was compared");
    }

    #[test]
    fn tables_are_bounded_whatever_the_target() {
        let bytes = |table: &MatchEquityTable| size_of_val(&*table.races.win);
        assert_eq!(bytes(&MatchEquityTable::new(u16::MAX)), EXACT * EXACT * 4);
        for target in 501..1_000 {
            assert!(Arc::ptr_eq(
                &MatchEquityTable::new(target).races,
                &MatchEquityTable::new(u16::MAX).races
            ));
        }
        // One hundred targets; of their tables the last eight stay.
        let tables: Vec<_> = (1..=100).map(MatchEquityTable::new).collect();
        let shared = tables.iter().filter(|table| Arc::strong_count(&table.races) > 1).count();
        assert!(shared <= CACHED, "{shared}");
        assert!(Arc::ptr_eq(&tables[99].races, &MatchEquityTable::new(100).races));
    }

    #[test]
    fn utilities_are_finite_at_every_score_of_every_match() {
        let hand = |points: f32| PerSeat::from_fn(2, |seat| [points, -points][seat.index()]);
        for target in [1, 100, 501, 6_000, u16::MAX] {
            for points in [[0, 0], [i32::from(target) - 1, 0], [0, 30_000], [i32::MAX, 0], [-5, 9]]
            {
                let equity = MatchEquity::new(target, points);
                for points in [-60.0, 0.0, 1.0, 98.0] {
                    let utilities = equity.utility(&hand(points));
                    assert!(utilities.as_slice().iter().all(|u| u.is_finite()), "{equity:?}");
                }
            }
        }
        // With the match decided, points count as they are.
        let decided = MatchEquity::new(u16::MAX, [30_000, 0]);
        assert_eq!(decided.utility(&hand(12.0)), hand(12.0));
        let open = MatchEquity::new(u16::MAX, [0, 0]).utility(&hand(12.0));
        assert!((open[Seat::new(0)] - 12.0).abs() < 0.5, "{open:?}");
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
