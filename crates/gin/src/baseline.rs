//! Baselines of luck adjustment: values of the whole table after a draw from the stock.
//!
//! `cheap` is a fitted function of both hands' deadwood; `deep` plays hands out with the stock
//! reshuffled. In a match values are chances to win it.

use crate::kernel::{least_after_discard, min_deadwood};
use crate::table::other;
use crate::{Action, Gin, Legal, MatchEquityTable, Phase, Standing, State};
use facedown_game::{
    Baseline, Game, MatchBaseline, PerSeat, Redraw, Rng, Searchable, Seat, Step, redraw_luck,
    take_step,
};

/// The number of playouts after the actual draw by `deep`.
const PLAYOUTS: u32 = 600;

/// The number of playouts after each draw that could have been.
const PLAYOUTS_EACH: u32 = 20;

/// The coefficients of `cheap` by the size of the stock and the drawer's deadwood: see [`FittedValue`].
/// Written by `cargo research gin_baseline`.
const FITTED: [[[f64; FittedValue::TERMS]; FittedValue::OWN]; FittedValue::STAGES] =
    include!("baseline.in");

/// The value of a hand to the seat that has just drawn, in points: a polynomial of both hands'
/// deadwood, other coefficients for each part of the hand.
#[derive(Clone, Copy, Debug)]
pub struct FittedValue;

impl FittedValue {
    /// The number of parts of a hand, by the cards left in the stock.
    pub const STAGES: usize = 4;
    /// The number of classes of the drawer's deadwood.
    pub const OWN: usize = 10;
    /// The number of coefficients of a class.
    pub const TERMS: usize = 5;

    /// Returns the part of the hand and the class of deadwood of a state in which a seat is to
    /// discard, and the terms of the polynomial.
    pub fn terms(state: &State) -> (usize, usize, [f64; Self::TERMS]) {
        let drawer = state.table.to_act;
        let own = least_after_discard(state.hand(drawer));
        let opponent = min_deadwood(state.hand(other(drawer)));
        let stage = (state.table.stock_left() / 8).min(Self::STAGES - 1);
        let class = match own {
            0 => 0,
            1..=3 => 1,
            4..=6 => 2,
            7..=10 => 3,
            11..=14 => 4,
            15..=19 => 5,
            20..=25 => 6,
            26..=32 => 7,
            33..=41 => 8,
            _ => 9,
        };
        let (x, y) = (f64::from(own) / 10.0, f64::from(opponent) / 10.0);
        (stage, class, [1.0, x, y, y * y, x * y])
    }

    /// Returns the value to the seat that is to discard.
    pub fn value(state: &State) -> f64 {
        let (stage, class, terms) = Self::terms(state);
        terms.iter().zip(FITTED[stage][class]).map(|(term, weight)| term * weight).sum()
    }
}

/// The quality of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quality {
    Cheap,
    Deep,
}

/// A baseline of gin rummy: `cheap` or `deep`.
#[derive(Clone, PartialEq, Debug)]
pub struct GinBaseline {
    quality: Quality,
    /// The match to be won and the points before the hand; `None` if values are points.
    race: Option<(MatchEquityTable, [i32; 2])>,
}

impl GinBaseline {
    /// Returns the baseline of this name, `cheap` or `deep`, in points of a hand; `None` for other
    /// names.
    pub fn named(name: &str) -> Option<Self> {
        let quality = match name {
            "cheap" => Quality::Cheap,
            "deep" => Quality::Deep,
            _ => return None,
        };
        Some(Self { quality, race: None })
    }

    const fn own_name(&self) -> &'static str {
        match self.quality {
            Quality::Cheap => "cheap",
            Quality::Deep => "deep",
        }
    }

    /// Returns the value of final points, of seat 0 less those of seat 1.
    fn final_value(&self, points: i32) -> f64 {
        match &self.race {
            None => f64::from(points),
            Some((table, before)) => {
                let win = table.win(before[0] + points.max(0), before[1] + (-points).max(0));
                f64::from(win)
            }
        }
    }

    /// Returns the fitted value to seat 0.
    fn fitted(&self, state: &State) -> f64 {
        let value = FittedValue::value(state);
        let points = if state.table.to_act.index() == 0 { value } else { -value };
        match &self.race {
            None => points,
            Some((table, before)) => f64::from(table.slope(before[0], before[1])) * points,
        }
    }

    /// Returns the mean value to seat 0 over playouts with the stock reshuffled.
    fn played_out(&self, game: &Gin, state: &State, playouts: u32, rng: &mut Rng) -> f64 {
        let mut legal = Legal::default();
        let mut sum = 0.0;
        for _ in 0..playouts {
            let mut world = *state;
            let left = world.table.stock_left();
            rng.shuffle(&mut world.stock[..left]);
            game.playout(&mut world, &mut legal, rng);
            sum += self.final_value(game.scores(&world)[Seat::new(0)]);
        }
        sum / f64::from(playouts)
    }

    fn deep_luck(
        &self,
        game: &Gin,
        before: &State,
        step: Step<Action>,
        after: &State,
        rng: &mut Rng,
    ) -> f64 {
        let actual = self.played_out(game, after, PLAYOUTS, rng);
        let count = game.draw_count(before, step);
        let mut mean = 0.0;
        for index in 0..count {
            let mut redrawn = game.redraw(before, step, index);
            take_step(game, &mut redrawn, step);
            mean += self.played_out(game, &redrawn, PLAYOUTS_EACH, rng) / count as f64;
        }
        actual - mean
    }
}

/// Returns the luck of both seats.
fn both(luck: f64) -> PerSeat<f64> {
    PerSeat::from_fn(2, |seat| if seat.index() == 0 { luck } else { -luck })
}

impl Baseline<Gin> for GinBaseline {
    fn name(&self) -> &str {
        self.own_name()
    }

    fn step_luck(
        &self,
        game: &Gin,
        before: &State,
        step: Step<Action>,
        after: &State,
        rng: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        if game.draw_count(before, step) <= 1 || after.table.phase != Phase::Discard {
            return None;
        }
        match self.quality {
            Quality::Cheap => {
                let values = |state: &State, _: &mut Rng| both(self.fitted(state));
                redraw_luck(game, before, step, after, u64::MAX, rng, values)
            }
            Quality::Deep => Some(both(self.deep_luck(game, before, step, after, rng))),
        }
    }
}

/// A hand at a score is valued by the chance to win the match from the scores it leads to; by
/// `cheap` with the value of a point at that score. In Hollywood, the first game counts.
impl MatchBaseline<Gin> for GinBaseline {
    fn name(&self) -> &str {
        self.own_name()
    }

    fn hand(&self, game: &Gin, standing: &Standing) -> Box<dyn Baseline<Gin>> {
        let points = [0, 1].map(|seat| standing.points(0, Seat::new(seat)));
        let table = MatchEquityTable::new(game.rules().matches.target);
        Box::new(Self { quality: self.quality, race: Some((table, points)) })
    }
}
