//! Match equity: the value of a hand's scores in the match that it belongs to.
//!
//! A side's probability of winning the match is modelled as a race: the softmax of the match scores
//! over a spread that shrinks as the match nears its end. The standard deviation of a hand's score
//! comes from playouts of the game itself, so that no game needs tuned constants. At the start of a
//! match the equity is nearly the difference to the others' mean score. Bags carried over to later
//! hands are a debt.

use crate::rules::{ContractScore, Score};
use crate::{Legal, Rules, Setup, Tricks, View};
use facedown_game::{Game, MAX_SEATS, PerSeat, Rng, Searchable, Seat, Utility, math};
use std::sync::{Mutex, PoisonError};

/// The utility of a hand's scores in their match, in points at the present match score.
///
/// ```
/// use facedown_game::{Game, PerSeat, Rng, Seat, Utility};
/// use facedown_tricks::{MatchEquity, Rules, Tricks};
///
/// let game = Tricks::new(Rules::spades())?;
/// let state = game.deal(&game.first_setup(), &mut Rng::new(1), &mut ());
/// let equity = MatchEquity::new(&game, &game.view(&state, Seat::new(0)));
/// let made = PerSeat::from_fn(4, |seat| if seat.index() % 2 == 0 { 40.0 } else { -30.0 });
/// assert!(equity.utility(&made)[Seat::new(0)] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchEquity {
    seats: usize,
    before: [f32; MAX_SEATS],
    /// The side of each seat, as the first seat that shares its scores.
    side: [usize; MAX_SEATS],
    spread: f32,
    bags: Option<BagDebt>,
    /// The win probability of each seat's side before the hand.
    now: [f32; MAX_SEATS],
    /// Its derivative with respect to the side's score.
    slope: [f32; MAX_SEATS],
}

impl MatchEquity {
    /// Builds the utility for the hand that a view belongs to.
    ///
    /// The first call for some rules measures the swing of a hand by playouts; later calls find it
    /// in a cache.
    pub fn new(game: &Tricks, view: &View) -> Self {
        let seats = game.seats();
        let setup = view.table().setup();
        let HandSwing { deviation, size } = swing(game);
        let mut side = [0; MAX_SEATS];
        for (seat, side) in side.iter_mut().enumerate().take(seats) {
            let shares = |other: &usize| game.same_side(Seat::new(*other), Seat::new(seat));
            *side = (0..seats).find(shares).unwrap_or(seat);
        }
        let before: [f32; MAX_SEATS] = setup.scores.map(f32::from);
        let left = hands_left(game, view, &before[..seats], size);
        let spread = deviation * (left + 0.5).sqrt();
        let bags = match &game.rules().score {
            Score::Contract(contract) => BagDebt::new(contract, setup, left),
            _ => None,
        };
        let (now, slope) = ([0.0; MAX_SEATS], [1.0; MAX_SEATS]);
        let mut equity = Self { seats, before, side, spread, bags, now, slope };
        equity.now = equity.win_probabilities(&[0.0; MAX_SEATS]);
        for (slope, chance) in equity.slope.iter_mut().zip(equity.now) {
            // Never quite lost and never quite won: a point keeps some value.
            let chance = chance.clamp(0.02, 0.98);
            *slope = chance * (1.0 - chance) / spread;
        }
        equity
    }

    /// Returns the probability that each seat's side wins the match after these scores.
    fn win_probabilities(&self, scores: &[f32; MAX_SEATS]) -> [f32; MAX_SEATS] {
        let mut weight = [0.0; MAX_SEATS];
        let mut sum = 0.0;
        let total = |seat: usize| {
            let debt = self.bags.map_or(0.0, |bags| bags.added(seat, scores[seat]));
            self.before[seat] + scores[seat] - debt
        };
        let best = (0..self.seats).map(total).fold(f32::NEG_INFINITY, f32::max);
        for (seat, weight) in weight.iter_mut().enumerate().take(self.seats) {
            // A side counts once.
            if self.side[seat] == seat {
                *weight = math::exp_f32((total(seat) - best) / self.spread);
                sum += *weight;
            }
        }
        self.side.map(|side| weight[side] / sum)
    }
}

impl Utility for MatchEquity {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let mut won = [0.0; MAX_SEATS];
        won[..self.seats].copy_from_slice(scores.as_slice());
        let after = self.win_probabilities(&won);
        PerSeat::from_fn(self.seats, |seat| {
            let seat = seat.index();
            (after[seat] - self.now[seat]) / self.slope[seat]
        })
    }
}

/// The expected cost of the bags that each seat's side holds.
#[derive(Clone, Copy, Debug)]
struct BagDebt {
    before: [u8; MAX_SEATS],
    limit: f32,
    penalty: f32,
    /// The expected number of bags from later hands.
    later: f32,
}

/// The mean number of bags that a side takes in a hand.
const BAGS_PER_HAND: f32 = 1.5;

impl BagDebt {
    /// Returns `None` if bags cost nothing or cannot be read off the score. They can if every other
    /// sum is a multiple of the limit.
    fn new(contract: &ContractScore, setup: &Setup, hands_left: f32) -> Option<Self> {
        let limit = i16::from(contract.bag_limit);
        let ContractScore { trick, bag, bag_penalty, nil, blind_nil, .. } = *contract;
        let big_bid = contract.big_bid.map_or(0, |big| big.points);
        let whole = |sum: i16| limit > 0 && sum % limit == 0;
        let readable =
            bag == 1 && [trick, bag_penalty, nil, blind_nil, big_bid].into_iter().all(whole);
        readable.then(|| Self {
            before: setup.bags.map(|bags| bags % contract.bag_limit),
            limit: f32::from(limit),
            penalty: f32::from(-bag_penalty),
            later: hands_left * BAGS_PER_HAND,
        })
    }

    /// Returns the debt that a hand with this score adds.
    fn added(&self, seat: usize, score: f32) -> f32 {
        let before = f32::from(self.before[seat]);
        self.owed((before + score).rem_euclid(self.limit)) - self.owed(before)
    }

    /// Returns the share of the penalty that these bags are, discounted if the match is likely to
    /// end before the penalty is due.
    fn owed(&self, bags: f32) -> f32 {
        self.penalty * bags / self.limit * (self.later / (self.limit - bags)).min(1.0)
    }
}

/// The size of a hand's scores.
#[derive(Clone, Copy, Debug)]
struct HandSwing {
    /// The standard deviation of a seat's score.
    deviation: f32,
    /// The mean absolute score.
    size: f32,
}

/// Number of playouts that measure the swing of a hand.
const PLAYOUTS: u64 = 200;

/// Measured swings by rules, cached: a match needs the same one at each decision.
static SWINGS: Mutex<Vec<(Rules, HandSwing)>> = Mutex::new(Vec::new());
const MAX_SWINGS: usize = 32;

/// Returns the swing of a hand, measured once for each game.
fn swing(game: &Tricks) -> HandSwing {
    let mut swings = SWINGS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = swings.iter().find(|(rules, _)| rules == game.rules()) {
        return *known;
    }
    if swings.len() == MAX_SWINGS {
        swings.remove(0);
    }
    let measured = measure(game);
    swings.push((game.rules().clone(), measured));
    measured
}

fn measure(game: &Tricks) -> HandSwing {
    let mut list = Legal::default();
    let (mut count, mut sum, mut squares, mut size) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for hand in 0..PLAYOUTS {
        let mut rng = Rng::stream(0, hand);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        game.playout(&mut state, &mut list, &mut rng);
        for score in game.scores(&state).as_slice() {
            let score = *score as f32;
            count += 1.0;
            sum += score;
            squares += score * score;
            size += score.abs();
        }
    }
    let mean = sum / count;
    let deviation = (squares / count - mean * mean).max(1.0).sqrt();
    HandSwing { deviation, size: (size / count).max(0.5) }
}

/// Estimates the number of hands after this one, given the mean size of a hand's score.
fn hands_left(game: &Tricks, view: &View, before: &[f32], size: f32) -> f32 {
    let rules = &game.rules().matches;
    let played = f32::from(view.table().setup().hand) + 1.0;
    let by_number = f32::from(rules.hands) - played;
    let highest = before.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let lowest = before.iter().copied().fold(f32::INFINITY, f32::min);
    let to_reach = rules.reach.map(|reach| (reach as f32 - highest) / size - 1.0);
    let to_floor = rules.floor.map(|floor| (lowest - floor as f32) / size - 1.0);
    [Some(by_number), to_reach, to_floor].into_iter().flatten().fold(100.0, f32::min).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phase;

    /// Returns the equity of side 0 in Spades after a hand with these scores. Before it, both sides
    /// had `points` and side 0 `bags`.
    fn equity(points: i16, bags: u8, [ours, theirs]: [f32; 2]) -> f32 {
        let game = Tricks::new(Rules::spades()).expect("the rules are valid");
        let sides = |of: [i16; 2]| std::array::from_fn(|seat| of[seat % 2]);
        let setup = Setup {
            scores: sides([points, points]),
            bags: std::array::from_fn(|seat| if seat % 2 == 0 { bags } else { 0 }),
            ..game.first_setup()
        };
        let state = game.deal(&setup, &mut Rng::new(1), &mut ());
        assert_eq!(state.table().phase(), Phase::Bid);
        let equity = MatchEquity::new(&game, &game.view(&state, Seat::new(0)));
        let scores = PerSeat::from_fn(4, |seat| [ours, theirs][seat.index() % 2]);
        equity.utility(&scores)[Seat::new(0)]
    }

    #[test]
    fn no_score_has_no_equity_and_a_higher_score_has_more() {
        assert!(equity(0, 0, [0.0, 0.0]).abs() < 1e-3);
        assert!(equity(0, 0, [40.0, 0.0]) > equity(0, 0, [30.0, 0.0]));
        assert!(equity(0, 0, [40.0, 0.0]) > equity(0, 0, [40.0, 30.0]));
    }

    #[test]
    fn bags_are_a_debt_while_hands_are_left() {
        // Three bags: three points now, thirty later.
        assert!(equity(0, 0, [43.0, 0.0]) < equity(0, 0, [40.0, 0.0]));
        // They are only points if this hand ends the match.
        assert!(equity(480, 0, [43.0, 0.0]) > equity(480, 0, [40.0, 0.0]));
    }

    #[test]
    fn a_penalty_that_comes_due_was_owed_before() {
        // Nine bags and one more: 41 - 100 points, and nothing is owed after that.
        let due = equity(0, 9, [-59.0, 0.0]);
        let saved = equity(0, 9, [40.0, 0.0]);
        assert!(due < saved, "{due} {saved}");
        assert!(due > equity(0, 0, [-59.0, 0.0]), "most of it was lost already");
    }
}
