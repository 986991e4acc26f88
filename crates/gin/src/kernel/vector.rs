//! Least deadwood of as many hands as a vector has lanes.
//!
//! A vector holds one suit of each hand, so shifts stay inside a suit by themselves and every step
//! of the scalar kernel is one operation on all hands. Points need no population count: the ranks
//! loose at least once and those loose at least twice determine the points of a hand, since a
//! rank loose three times or more has an unused set, and the choice that melds it is better.

#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

use super::lanes::Lanes;

/// As many hands as there are lanes, each with its competing melds (see `scalar::Shape`).
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
        let cover = run_covers(lanes, suits);
        let sets = three_of_four(lanes, suits);
        let touched = lanes.or(lanes.or(cover[0], cover[1]), lanes.or(cover[2], cover[3]));
        let (free, contested) = (lanes.and_not(sets, touched), lanes.and(sets, touched));
        Self { suits, cover, free, contested }
    }

    /// Returns the ranks for which a set and a run compete.
    #[inline(always)]
    pub(super) fn contested(&self) -> L::Vector {
        self.contested
    }

    /// Returns the least deadwood of hands without a contested rank.
    #[inline(always)]
    pub(super) fn deadwood(&self, lanes: L) -> L::Vector {
        loose_points(lanes, self.suits, self.cover, self.free)
    }
}

/// Hands with contested ranks, prepared for the enumeration of choices.
///
/// Of a rank held four times with one card in a run the other three are in no run, so they meld as
/// a set whatever becomes of the fourth. They are removed beforehand. Then that rank, like one
/// held three times, has two choices: meld the rest of it, or do not. Only a rank held four
/// times with two or more cards in runs, a *wide* one, has more.
pub(super) struct Contest<L: Lanes> {
    hands: Hands<L>,
    wide: L::Vector,
}

impl<L: Lanes> Contest<L> {
    #[inline(always)]
    pub(super) fn of(lanes: L, mut hands: Hands<L>) -> Self {
        let ([a, b, c, d], cover) = (hands.suits, hands.cover);
        let four = lanes.and(lanes.and(lanes.and(a, b), lanes.and(c, d)), hands.contested);
        let wide = lanes.and(four, two_of_four(lanes, cover));
        let narrow = lanes.and_not(four, wide);
        hands.suits = [
            lanes.and_not(a, lanes.and_not(narrow, cover[0])),
            lanes.and_not(b, lanes.and_not(narrow, cover[1])),
            lanes.and_not(c, lanes.and_not(narrow, cover[2])),
            lanes.and_not(d, lanes.and_not(narrow, cover[3])),
        ];
        Self { hands, wide }
    }

    /// Returns the wide ranks.
    #[inline(always)]
    pub(super) fn wide(&self) -> L::Vector {
        self.wide
    }

    /// Returns the contested ranks but the lowest.
    #[inline(always)]
    pub(super) fn further(&self, lanes: L) -> L::Vector {
        lanes.and_not(self.hands.contested, lanes.lowest(self.hands.contested))
    }

    /// Returns lanes that are not zero for the hands that [`Self::one_rank`] does not solve.
    #[inline(always)]
    pub(super) fn not_one_rank(&self, lanes: L) -> L::Vector {
        lanes.or(self.further(lanes), self.wide)
    }

    /// Returns the least deadwood of hands with one contested rank at most, and that not wide.
    #[inline(always)]
    pub(super) fn one_rank(&self, lanes: L) -> L::Vector {
        let melded = without_rank(lanes, self.hands.suits, self.hands.contested);
        lanes.min(self.hands.deadwood(lanes), self.run_deadwood(lanes, melded))
    }

    /// Returns the least deadwood of hands with one contested rank at most.
    #[inline(always)]
    pub(super) fn one_wide_rank(&self, lanes: L) -> L::Vector {
        let mut least = self.hands.deadwood(lanes);
        for choice in 1..6 {
            let suits = self.choose(lanes, self.hands.suits, self.hands.contested, choice);
            least = lanes.min(least, self.run_deadwood(lanes, suits));
        }
        least
    }

    /// Returns the least deadwood of any hands; where `WIDE` is off, of hands without wide ranks.
    /// Every choice of sets is tried at three contested ranks, the most that eleven cards have.
    #[inline(always)]
    pub(super) fn all_ranks<const WIDE: bool>(&self, lanes: L) -> L::Vector {
        // A wide rank goes first: then hands in which it is not the lowest do not spread its many
        // choices over two places.
        let [first, further] = if WIDE {
            let first = lanes.lowest(self.wide);
            [first, lanes.and_not(self.hands.contested, first)]
        } else {
            [lanes.lowest(self.hands.contested), self.further(lanes)]
        };
        let second = lanes.lowest(further);
        let third = lanes.lowest(lanes.and_not(further, second));
        let firsts = self.choices::<WIDE>(lanes, first);
        let seconds = self.choices::<WIDE>(lanes, second);
        let thirds = self.choices::<WIDE>(lanes, third);
        let mut least = lanes.splat(MOST);
        for i in 0..firsts {
            let suits = self.choose(lanes, self.hands.suits, first, i);
            for j in 0..seconds {
                let suits = self.choose(lanes, suits, second, j);
                for k in 0..thirds {
                    let suits = self.choose(lanes, suits, third, k);
                    least = lanes.min(least, self.run_deadwood(lanes, suits));
                }
            }
        }
        least
    }

    /// Returns the number of choices at a rank of the hand that has most.
    #[inline(always)]
    fn choices<const WIDE: bool>(&self, lanes: L, rank: L::Vector) -> usize {
        if lanes.nonzero(rank) == 0 {
            1
        } else if WIDE && lanes.nonzero(lanes.and(rank, self.wide)) != 0 {
            6
        } else {
            2
        }
    }

    /// Returns the suits after one choice at a rank: no set, the whole rank, or, of a wide
    /// rank, all but one suit. Where the rank is not wide the last four choices repeat the second.
    #[inline(always)]
    fn choose(
        &self,
        lanes: L,
        suits: [L::Vector; 4],
        rank: L::Vector,
        choice: usize,
    ) -> [L::Vector; 4] {
        if choice == 0 {
            return suits;
        }
        let mut rest = without_rank(lanes, suits, rank);
        if choice >= 2 {
            let left_out = lanes.and(rank, self.wide);
            rest[choice - 2] = lanes.or(rest[choice - 2], left_out);
        }
        rest
    }

    /// Returns the points outside runs and free sets.
    #[inline(always)]
    fn run_deadwood(&self, lanes: L, suits: [L::Vector; 4]) -> L::Vector {
        loose_points(lanes, suits, run_covers(lanes, suits), self.hands.free)
    }
}

/// More than any deadwood.
const MOST: u16 = 255;

#[inline(always)]
fn without_rank<L: Lanes>(lanes: L, suits: [L::Vector; 4], rank: L::Vector) -> [L::Vector; 4] {
    let [a, b, c, d] = suits;
    [lanes.and_not(a, rank), lanes.and_not(b, rank), lanes.and_not(c, rank), lanes.and_not(d, rank)]
}

#[inline(always)]
fn run_covers<L: Lanes>(lanes: L, suits: [L::Vector; 4]) -> [L::Vector; 4] {
    let [a, b, c, d] = suits;
    [run_cover(lanes, a), run_cover(lanes, b), run_cover(lanes, c), run_cover(lanes, d)]
}

/// Returns the cards of a suit that belong to some run of at least three.
#[inline(always)]
fn run_cover<L: Lanes>(lanes: L, suit: L::Vector) -> L::Vector {
    let pairs = lanes.and(suit, lanes.shift_down(suit));
    let starts = lanes.and(pairs, lanes.shift_down(pairs));
    let lower_two = lanes.or(starts, lanes.shift_up(starts));
    lanes.or(lower_two, lanes.shift_up(lower_two))
}

/// Returns the points of the cards outside `cover` and outside the ranks melded as free sets.
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
    let once = lanes.or(lanes.or(a, b), lanes.or(c, d));
    let twice = two_of_four(lanes, [a, b, c, d]);
    lanes.points(lanes.and_not(once, free), lanes.and_not(twice, free))
}

/// Returns the bits in at least two of the suits.
#[inline(always)]
fn two_of_four<L: Lanes>(lanes: L, suits: [L::Vector; 4]) -> L::Vector {
    let [a, b, c, d] = suits;
    let one_each = lanes.and(lanes.or(a, b), lanes.or(c, d));
    lanes.or(one_each, lanes.or(lanes.and(a, b), lanes.and(c, d)))
}

/// Returns the bits in at least three of the suits.
#[inline(always)]
fn three_of_four<L: Lanes>(lanes: L, suits: [L::Vector; 4]) -> L::Vector {
    let [a, b, c, d] = suits;
    let two_low = lanes.and(lanes.and(a, b), lanes.or(c, d));
    let two_high = lanes.and(lanes.and(c, d), lanes.or(a, b));
    lanes.or(two_low, two_high)
}
