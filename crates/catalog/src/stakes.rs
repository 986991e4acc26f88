//! What points are worth in a match of several seats.
//!
//! A hand is played to win the match. The chance of a seat is taken to grow with its score as in a
//! race: by the softmax of the scores over a spread that shrinks as the match comes to its end. How
//! much a hand swings is measured on playouts of the game itself, so nothing is typed in for any
//! game. At the start of a match this is nearly the difference to the others' mean. Bags that are
//! carried on to later hands are a debt.

use facedown_game::{Game, MAX_SEATS, PerSeat, Rng, Searchable, Seat, math};
use facedown_search::Utility;
use facedown_tricks::rules::{ContractScore, Score};
use facedown_tricks::{Rules, Setup, Tricks, View};
use std::sync::{Mutex, PoisonError};

/// How many playouts tell how much a hand swings.
const PLAYOUTS: u64 = 200;

/// What the scores of a hand are worth to each side, in points at the present score.
pub(crate) struct Stakes {
    seats: usize,
    before: [f32; MAX_SEATS],
    /// The side of each seat: the first seat that shares its scores.
    side: [usize; MAX_SEATS],
    spread: f32,
    bags: Option<Bags>,
    now: [f32; MAX_SEATS],
    slope: [f32; MAX_SEATS],
}

impl Stakes {
    /// The stakes of the hand that a view is of.
    pub(crate) fn of(game: &Tricks, view: &View) -> Self {
        let seats = game.seats();
        let setup = view.table().setup();
        let (swing, gain) = swing(game);
        let mut side = [0; MAX_SEATS];
        for (seat, side) in side.iter_mut().enumerate().take(seats) {
            let shares = |other: &usize| game.together(Seat::new(*other), Seat::new(seat));
            *side = (0..seats).find(shares).unwrap_or(seat);
        }
        let before: [f32; MAX_SEATS] = setup.scores.map(f32::from);
        let left = hands_left(game, view, &before[..seats], gain);
        let spread = swing * (left + 0.5).sqrt();
        let bags = match &game.rules().score {
            Score::Contract(contract) => Bags::of(contract, setup, left),
            _ => None,
        };
        let (now, slope) = ([0.0; MAX_SEATS], [1.0; MAX_SEATS]);
        let mut stakes = Self { seats, before, side, spread, bags, now, slope };
        stakes.now = stakes.chances(&[0.0; MAX_SEATS]);
        for (slope, chance) in stakes.slope.iter_mut().zip(stakes.now) {
            // Never quite hopeless and never quite won: a point stays worth something.
            let chance = chance.clamp(0.02, 0.98);
            *slope = chance * (1.0 - chance) / spread;
        }
        stakes
    }

    /// The chance of each seat's side after these scores.
    fn chances(&self, scores: &[f32; MAX_SEATS]) -> [f32; MAX_SEATS] {
        let mut weight = [0.0; MAX_SEATS];
        let mut sum = 0.0;
        let total = |seat: usize| {
            let debt = self.bags.map_or(0.0, |bags| bags.debt(seat, scores[seat]));
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

impl Utility for Stakes {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let mut won = [0.0; MAX_SEATS];
        won[..self.seats].copy_from_slice(scores.as_slice());
        let after = self.chances(&won);
        PerSeat::from_fn(self.seats, |seat| {
            let seat = seat.index();
            (after[seat] - self.now[seat]) / self.slope[seat]
        })
    }
}

/// What the bags of each seat's side are going to cost.
#[derive(Clone, Copy)]
struct Bags {
    before: [u8; MAX_SEATS],
    limit: f32,
    penalty: f32,
    /// How many more bags the hands to come bring.
    later: f32,
}

/// A side takes about so many bags in a hand.
const BAGS_A_HAND: f32 = 1.5;

impl Bags {
    /// `None` where bags cost nothing, or scores do not tell how many there are: they do where
    /// every other sum is a multiple of the limit.
    fn of(contract: &ContractScore, setup: &Setup, hands_left: f32) -> Option<Self> {
        let limit = i16::from(contract.bag_limit);
        let ContractScore { trick, bag, bag_penalty, nil, blind_nil, .. } = *contract;
        let big_bid = contract.big_bid.map_or(0, |big| big.points);
        let whole = |sum: i16| limit > 0 && sum % limit == 0;
        let told = bag == 1 && [trick, bag_penalty, nil, blind_nil, big_bid].into_iter().all(whole);
        told.then(|| Self {
            before: setup.bags.map(|bags| bags % contract.bag_limit),
            limit: f32::from(limit),
            penalty: f32::from(-bag_penalty),
            later: hands_left * BAGS_A_HAND,
        })
    }

    /// What is owed after a hand with this score, more than was before it.
    fn debt(&self, seat: usize, score: f32) -> f32 {
        let before = f32::from(self.before[seat]);
        self.owed((before + score).rem_euclid(self.limit)) - self.owed(before)
    }

    /// The penalty by the part of it that is there, as far as the rest will come in time.
    fn owed(&self, bags: f32) -> f32 {
        self.penalty * bags / self.limit * (self.later / (self.limit - bags)).min(1.0)
    }
}

/// What was measured, by rules: a match asks at each decision.
static MEASURED: Mutex<Vec<(Rules, (f32, f32))>> = Mutex::new(Vec::new());
const MOST_MEASURED: usize = 32;

/// The standard deviation of a seat's score of a hand, and the mean of its size.
fn swing(game: &Tricks) -> (f32, f32) {
    let mut measured = MEASURED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = measured.iter().find(|(rules, _)| rules == game.rules()) {
        return *known;
    }
    if measured.len() == MOST_MEASURED {
        measured.remove(0);
    }
    let now = measure(game);
    measured.push((game.rules().clone(), now));
    now
}

fn measure(game: &Tricks) -> (f32, f32) {
    let mut list = <Tricks as Game>::Actions::default();
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
    ((squares / count - mean * mean).max(1.0).sqrt(), (size / count).max(0.5))
}

/// About how many hands come after this one.
fn hands_left(game: &Tricks, view: &View, before: &[f32], gain: f32) -> f32 {
    let rules = &game.rules().matches;
    let played = f32::from(view.table().setup().hand) + 1.0;
    let by_number = f32::from(rules.hands) - played;
    let highest = before.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let lowest = before.iter().copied().fold(f32::INFINITY, f32::min);
    let to_reach = rules.reach.map(|reach| (reach as f32 - highest) / gain - 1.0);
    let to_floor = rules.floor.map(|floor| (lowest - floor as f32) / gain - 1.0);
    [Some(by_number), to_reach, to_floor].into_iter().flatten().fold(100.0, f32::min).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_tricks::Phase;

    /// What a hand of Spades with these scores is worth to side 0, after so many points and bags.
    fn worth(points: i16, bags: u8, [ours, theirs]: [f32; 2]) -> f32 {
        let game = Tricks::new(Rules::spades()).expect("the rules are valid");
        let sides = |of: [i16; 2]| std::array::from_fn(|seat| of[seat % 2]);
        let setup = Setup {
            scores: sides([points, points]),
            bags: std::array::from_fn(|seat| if seat % 2 == 0 { bags } else { 0 }),
            ..game.first_setup()
        };
        let state = game.deal(&setup, &mut Rng::new(1), &mut ());
        assert_eq!(state.table().phase(), Phase::Bid);
        let stakes = Stakes::of(&game, &game.view(&state, Seat::new(0)));
        let scores = PerSeat::from_fn(4, |seat| [ours, theirs][seat.index() % 2]);
        stakes.utility(&scores)[Seat::new(0)]
    }

    #[test]
    fn nothing_won_is_worth_nothing_and_more_is_worth_more() {
        assert!(worth(0, 0, [0.0, 0.0]).abs() < 1e-3);
        assert!(worth(0, 0, [40.0, 0.0]) > worth(0, 0, [30.0, 0.0]));
        assert!(worth(0, 0, [40.0, 0.0]) > worth(0, 0, [40.0, 30.0]));
    }

    #[test]
    fn bags_are_a_debt_while_hands_are_to_come() {
        // Three bags: three points now, thirty later.
        assert!(worth(0, 0, [43.0, 0.0]) < worth(0, 0, [40.0, 0.0]));
        // They are nothing but points where this hand ends the match.
        assert!(worth(480, 0, [43.0, 0.0]) > worth(480, 0, [40.0, 0.0]));
    }

    #[test]
    fn a_penalty_that_comes_due_was_owed_before() {
        // Nine bags and one more: 41 - 100 points, and nothing is owed after that.
        let due = worth(0, 9, [-59.0, 0.0]);
        let saved = worth(0, 9, [40.0, 0.0]);
        assert!(due < saved, "{due} {saved}");
        assert!(due > worth(0, 0, [-59.0, 0.0]), "most of it was lost already");
    }
}
