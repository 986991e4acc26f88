//! Least deadwood of as many hands as a vector has lanes.
//!
//! A vector holds one suit of each hand, so shifts stay inside a suit by themselves and every step
//! of the scalar kernel is one operation on all hands. Points need no population count: the ranks
//! loose at least once and those loose at least twice say what a hand counts, since a rank loose
//! three times or more is one whose set was left lying, and the choice that melds it is better.

#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

use super::lanes::Lanes;

/// As many hands as there are lanes, and what competes in each (see `scalar::Shape`).
pub(super) struct Hands<L: Lanes> {
    suits: [L::Vector; 4],
    cover: [L::Vector; 4],
    free: L::Vector,
    contested: L::Vector,
}

impl<L: Lanes> Hands<L> {
    #[inline(always)]
    pub(super) fn of(lanes: L, hands: &[u64]) -> Self {
        let suits = lanes.split(hands);
        let [a, b, c, d] = suits;
        let two_low = lanes.and(lanes.and(a, b), lanes.or(c, d));
        let two_high = lanes.and(lanes.and(c, d), lanes.or(a, b));
        let sets = lanes.or(two_low, two_high);
        let cover = run_covers(lanes, suits);
        let touched = lanes.or(lanes.or(cover[0], cover[1]), lanes.or(cover[2], cover[3]));
        let (free, contested) = (lanes.and_not(sets, touched), lanes.and(sets, touched));
        Self { suits, cover, free, contested }
    }

    /// The ranks for which a set and a run compete.
    #[inline(always)]
    pub(super) fn contested(&self) -> L::Vector {
        self.contested
    }

    /// The contested ranks but the lowest.
    #[inline(always)]
    pub(super) fn further_contested(&self, lanes: L) -> L::Vector {
        lanes.and_not(self.contested, lanes.lowest(self.contested))
    }

    /// The contested ranks held four times.
    #[inline(always)]
    pub(super) fn contested_fours(&self, lanes: L) -> L::Vector {
        let [a, b, c, d] = self.suits;
        lanes.and(lanes.and(lanes.and(a, b), lanes.and(c, d)), self.contested)
    }

    /// The least deadwood of hands without a contested rank.
    #[inline(always)]
    pub(super) fn uncontested_deadwood(&self, lanes: L) -> L::Vector {
        loose_points(lanes, self.suits, self.cover, self.free)
    }

    /// The least deadwood of hands with at most one contested rank, held three times.
    #[inline(always)]
    pub(super) fn one_rank_deadwood(&self, lanes: L) -> L::Vector {
        let without = self.run_deadwood(lanes, self.suits);
        let melded = without_rank(lanes, self.suits, lanes.lowest(self.contested));
        lanes.min(without, self.run_deadwood(lanes, melded))
    }

    /// The least deadwood of any hands; with `FOURS` off, of hands whose contested ranks are all
    /// held three times. Every choice of sets at the lowest three contested ranks is tried.
    #[inline(always)]
    pub(super) fn deadwood<const FOURS: bool>(&self, lanes: L) -> L::Vector {
        let fours = self.contested_fours(lanes);
        let first = lanes.lowest(self.contested);
        let further = self.further_contested(lanes);
        let second = lanes.lowest(further);
        let third = lanes.lowest(lanes.and_not(further, second));
        // How many choices the hand with the most has at a rank.
        let choices = |rank| {
            if lanes.nonzero(rank) == 0 {
                1
            } else if FOURS && lanes.nonzero(lanes.and(rank, fours)) != 0 {
                6
            } else {
                2
            }
        };
        let (firsts, seconds, thirds) = (choices(first), choices(second), choices(third));
        let mut least = lanes.splat(u16::MAX);
        for i in 0..firsts {
            let suits = choose(lanes, self.suits, first, fours, i);
            for j in 0..seconds {
                let suits = choose(lanes, suits, second, fours, j);
                for k in 0..thirds {
                    let suits = choose(lanes, suits, third, fours, k);
                    least = lanes.min(least, self.run_deadwood(lanes, suits));
                }
            }
        }
        least
    }

    /// The points outside runs and free sets.
    #[inline(always)]
    fn run_deadwood(&self, lanes: L, suits: [L::Vector; 4]) -> L::Vector {
        loose_points(lanes, suits, run_covers(lanes, suits), self.free)
    }
}

/// What is left of the suits by the choice numbered `choice`: no set, the whole rank, or, where the
/// rank is held four times, all but one suit. Where it is not, the last four meld the whole rank.
#[inline(always)]
fn choose<L: Lanes>(
    lanes: L,
    suits: [L::Vector; 4],
    rank: L::Vector,
    fours: L::Vector,
    choice: usize,
) -> [L::Vector; 4] {
    if choice == 0 {
        return suits;
    }
    let mut rest = without_rank(lanes, suits, rank);
    if choice >= 2 {
        let left_out = lanes.and(rank, fours);
        rest[choice - 2] = lanes.or(rest[choice - 2], left_out);
    }
    rest
}

#[inline(always)]
fn without_rank<L: Lanes>(lanes: L, suits: [L::Vector; 4], rank: L::Vector) -> [L::Vector; 4] {
    let [a, b, c, d] = suits;
    [
        lanes.and_not(a, rank),
        lanes.and_not(b, rank),
        lanes.and_not(c, rank),
        lanes.and_not(d, rank),
    ]
}

#[inline(always)]
fn run_covers<L: Lanes>(lanes: L, suits: [L::Vector; 4]) -> [L::Vector; 4] {
    let [a, b, c, d] = suits;
    [run_cover(lanes, a), run_cover(lanes, b), run_cover(lanes, c), run_cover(lanes, d)]
}

/// The cards of a suit that belong to some run of at least three.
#[inline(always)]
fn run_cover<L: Lanes>(lanes: L, suit: L::Vector) -> L::Vector {
    let pairs = lanes.and(suit, lanes.shift_down(suit));
    let starts = lanes.and(pairs, lanes.shift_down(pairs));
    let lower_two = lanes.or(starts, lanes.shift_up(starts));
    lanes.or(lower_two, lanes.shift_up(lower_two))
}

/// The points of the cards outside `cover` and outside the ranks melded as free sets.
#[inline(always)]
fn loose_points<L: Lanes>(
    lanes: L,
    suits: [L::Vector; 4],
    cover: [L::Vector; 4],
    free: L::Vector,
) -> L::Vector {
    let a = lanes.and_not(suits[0], cover[0]);
    let b = lanes.and_not(suits[1], cover[1]);
    let c = lanes.and_not(suits[2], cover[2]);
    let d = lanes.and_not(suits[3], cover[3]);
    let (low, high) = (lanes.or(a, b), lanes.or(c, d));
    let once = lanes.or(low, high);
    let same_half = lanes.or(lanes.and(a, b), lanes.and(c, d));
    let twice = lanes.or(same_half, lanes.and(low, high));
    lanes.points(lanes.and_not(once, free), lanes.and_not(twice, free))
}
