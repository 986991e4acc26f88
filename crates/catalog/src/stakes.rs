//! What points are worth in a match of several seats.
//!
//! A hand is played to win the match. The chance of a seat is taken to grow with its score as in a
//! race: by the softmax of the scores over a spread that shrinks as the match comes to its end. How
//! much a hand swings is measured on playouts of the game itself, so nothing is typed in for any
//! game. At the start of a match this is nearly the difference to the others' mean.

use facedown_game::{Game, MAX_SEATS, PerSeat, Rng, Seat};
use facedown_search::Utility;
use facedown_tricks::{Rules, Tricks, View};
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
        let mut stakes =
            Self { seats, before, side, spread, now: [0.0; MAX_SEATS], slope: [1.0; MAX_SEATS] };
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
        let total = |seat: usize| self.before[seat] + scores[seat];
        let best = (0..self.seats).map(total).fold(f32::NEG_INFINITY, f32::max);
        for (seat, weight) in weight.iter_mut().enumerate().take(self.seats) {
            // A side counts once.
            if self.side[seat] == seat {
                *weight = ((total(seat) - best) / self.spread).exp();
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
