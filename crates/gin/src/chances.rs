//! The chance to win a match at a given score.
//!
//! Points are not all worth the same: at 95 of 100 the next five decide, and at 0 to 90 only a long
//! run of hands helps. [`Chances`] tells how likely a match is won from any score, both sides being
//! equally strong and hands being worth what they are worth when `greedy` plays itself
//! (`examples/outcomes.rs`).

use std::sync::{Arc, Mutex, PoisonError};

/// Hands won by 1, 2, … points among 100,000 of `greedy` against itself by the rules of the EAAI
/// challenge; 151 hands were won by nobody.
const WON_BY: [u32; 98] = [
    2458, 3281, 3970, 4458, 4548, 4714, 4392, 4312, 4165, 4097, 3863, 3643, 3279, 3020, 2889, 2667,
    2450, 2255, 2146, 2005, 1825, 1626, 1591, 1434, 3031, 2514, 2245, 1784, 1416, 1126, 944, 849,
    688, 669, 615, 733, 627, 638, 632, 510, 501, 447, 398, 373, 310, 351, 340, 274, 270, 237, 254,
    219, 198, 176, 168, 145, 127, 126, 112, 94, 86, 80, 58, 57, 50, 42, 40, 24, 25, 18, 17, 15, 8,
    10, 8, 12, 9, 9, 4, 3, 1, 7, 4, 5, 4, 4, 1, 4, 2, 3, 1, 1, 1, 1, 2, 1, 2, 1,
];

/// The chance to win a match from every score.
///
/// ```
/// use facedown_gin::Chances;
///
/// let chances = Chances::new(100);
/// assert!((chances.win(0, 0) - 0.5).abs() < 1e-6);
/// assert!(chances.win(90, 40) > 0.8);
/// assert_eq!(chances.win(104, 99), 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Chances {
    target: usize,
    table: Vec<f32>, // by own points, then the opponent's
}

/// The tables that were made, by target: a match asks for the same one at each decision.
static MADE: Mutex<Vec<(u16, Arc<Chances>)>> = Mutex::new(Vec::new());

impl Chances {
    /// The chances of a match to so many points, made once.
    pub fn of(target: u16) -> Arc<Self> {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, chances)) = made.iter().find(|(known, _)| *known == target) {
            return Arc::clone(chances);
        }
        let chances = Arc::new(Self::new(target));
        made.push((target, Arc::clone(&chances)));
        chances
    }

    /// The chances of a match to so many points.
    pub fn new(target: u16) -> Self {
        let target = usize::from(target).max(1);
        let hands = f64::from(WON_BY.iter().sum::<u32>());
        let mut table = vec![0.0; target * target];
        // Points only grow, so the chances at higher scores are known first.
        for total in (0..2 * target - 1).rev() {
            for own in total.saturating_sub(target - 1)..=total.min(target - 1) {
                let other = total - own;
                let mut chance = 0.0;
                for (points, count) in (1..).zip(WON_BY) {
                    let after = |own: usize, other: usize| match (own, other) {
                        (own, _) if own >= target => 1.0,
                        (_, other) if other >= target => 0.0,
                        (own, other) => f64::from(table[own * target + other]),
                    };
                    let both = after(own + points, other) + after(own, other + points);
                    chance += 0.5 * both * f64::from(count) / hands;
                }
                table[own * target + other] = chance as f32;
            }
        }
        Self { target, table }
    }

    /// The chance of the seat with `own` points to win against one with `other`; what is above the
    /// target counts as the target, and a seat that has reached it has won.
    pub fn win(&self, own: i32, other: i32) -> f32 {
        let [own, other] = [own, other].map(|points| points.max(0) as usize);
        match (own >= self.target, other >= self.target) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            (true, true) => 0.5,
            (false, false) => self.table[own * self.target + other],
        }
    }

    /// What a point is worth at this score: the chance that it adds, taken over ten points either
    /// way.
    pub fn slope(&self, own: i32, other: i32) -> f32 {
        (self.win(own + 10, other) - self.win(own, other + 10)) / 20.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_both_sides_add_up_to_one() {
        let chances = Chances::new(100);
        for own in 0..100 {
            for other in 0..100 {
                let sum = chances.win(own, other) + chances.win(other, own);
                assert!((sum - 1.0).abs() < 1e-5, "{own} to {other}: {sum}");
            }
        }
    }

    #[test]
    fn more_points_are_never_worse_and_a_point_is_worth_something_everywhere() {
        let chances = Chances::new(100);
        for own in 0..99 {
            for other in 0..99 {
                assert!(chances.win(own + 1, other) >= chances.win(own, other));
                assert!(chances.slope(own, other) > 1e-4, "{own} to {other}");
            }
        }
    }

    #[test]
    fn a_match_to_one_hand_is_even() {
        assert!((Chances::new(1).win(0, 0) - 0.5).abs() < 1e-6);
    }
}
