//! Match equity: the value of points with the end of the match in mind.

use crate::rules::{Length, MatchRules};
use crate::{Riichi, View};
use facedown_game::{Game, PerSeat, Seat, Utility, math};

/// The standard deviation of a seat's score in one round.
const ROUND_DEVIATION: f32 = 5_500.0;

/// The utility of points in a match with placement bonuses.
///
/// Until the end of the match every seat's points follow a random walk, the longer the more rounds
/// are left; this gives each seat a distribution over places, and with it an expected placement
/// bonus (uma and oka). The utility is the gain over the present standing, in points.
#[derive(Clone, Copy, Debug)]
pub struct MatchEquity {
    scores: PerSeat<f32>,
    now: PerSeat<f32>,
    uma: [f32; 4],
    oka: f32,
    /// The standard deviation of the final difference between two seats; `None` where places do not
    /// matter.
    spread: Option<f32>,
}

impl MatchEquity {
    /// Returns the match equity in the match of this view.
    pub fn of(game: &Riichi, view: &View) -> Self {
        let setup = view.table().setup();
        let rules: &MatchRules = &game.rules().matches;
        let seats = game.seats();
        let winds = match rules.length {
            Length::Hanchan => 2,
            Length::Tonpu => 1,
            Length::Single => 0,
        };
        let played = usize::from(setup.wind) * seats + setup.dealer.index() + 1;
        let left = (winds * seats).saturating_sub(played) as f32;
        let spread = (winds > 0).then(|| ROUND_DEVIATION * (2.0 * (left + 0.3)).sqrt());
        let scores = PerSeat::from_fn(seats, |seat| setup.scores[seat.index()] as f32);
        let mut equity = Self {
            scores,
            now: PerSeat::filled(seats, 0.0),
            uma: rules.uma.map(|uma| uma as f32),
            oka: rules.oka as f32,
            spread,
        };
        equity.now = equity.after(&PerSeat::filled(seats, 0.0));
        equity
    }

    /// Returns the utility of one point to a seat that takes it from the others in equal parts.
    pub fn slope(&self, seat: Seat) -> f32 {
        const STEP: f32 = 2_000.0;
        let seats = self.scores.seats();
        let gain = |sign: f32| {
            let each = |who| if who == seat { STEP } else { -STEP / (seats - 1) as f32 };
            self.utility(&PerSeat::from_fn(seats, |who| sign * each(who)))[seat]
        };
        (gain(1.0) - gain(-1.0)) / (2.0 * STEP)
    }

    /// Returns points gained plus the expected placement bonus after these changes of points.
    fn after(&self, deltas: &PerSeat<f32>) -> PerSeat<f32> {
        let seats = deltas.seats();
        let Some(spread) = self.spread else { return *deltas };
        let points = |seat: Seat| self.scores[seat] + deltas[seat];
        // The probability that seat `a` ends before seat `b`: 1.702 makes a logistic function of a
        // normal distribution.
        let ahead = |a: Seat, b: Seat| {
            1.0 / (1.0 + math::exp_f32(-1.702 * (points(a) - points(b)) / spread))
        };
        PerSeat::from_fn(seats, |seat| {
            let others = || Seat::all(seats).filter(move |other| *other != seat);
            let place: f32 = others().map(|other| 1.0 - ahead(seat, other)).sum();
            let first: f32 = others().map(|other| ahead(seat, other)).product();
            let below = (place as usize).min(seats - 2);
            let uma =
                self.uma[below] + (place - below as f32) * (self.uma[below + 1] - self.uma[below]);
            deltas[seat] + uma + self.oka * first
        })
    }
}

impl Utility for MatchEquity {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let after = self.after(scores);
        PerSeat::from_fn(scores.seats(), |seat| after[seat] - self.now[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Setup};

    fn equity(setup: Setup, rules: Rules) -> MatchEquity {
        let game = Riichi::new(rules).unwrap();
        MatchEquity::of(&game, &game.blank_view(&setup, Seat::new(0)))
    }

    #[test]
    fn overtaking_near_the_end_gains_more_than_its_points() {
        let game = Riichi::new(Rules::TENHOU).unwrap();
        let scores = [26_000, 24_000, 25_000, 25_000];
        let last = Setup { scores, wind: 1, dealer: Seat::new(3), ..game.first_setup() };
        let deltas = PerSeat::from_fn(4, |seat| [-2_000.0, 2_000.0, 0.0, 0.0][seat.index()]);
        let late = equity(last, Rules::TENHOU).utility(&deltas);
        let early = equity(game.first_setup(), Rules::TENHOU).utility(&deltas);
        assert!(late[Seat::new(1)] > early[Seat::new(1)]);
        assert!(early[Seat::new(1)] > 2_000.0);
        assert!(late[Seat::new(0)] < -2_000.0);
    }

    #[test]
    fn a_point_counts_more_when_places_are_close() {
        let game = Riichi::new(Rules::TENHOU).unwrap();
        let seat = Seat::new(0);
        let last = |scores| Setup { scores, wind: 1, dealer: Seat::new(3), ..game.first_setup() };
        let close = equity(last([25_000; 4]), Rules::TENHOU).slope(seat);
        let far = equity(last([70_000, 10_000, 10_000, 10_000]), Rules::TENHOU).slope(seat);
        assert!(close > 2.0 && (0.99..1.2).contains(&far), "{close} {far}");
    }

    #[test]
    fn in_a_single_round_points_are_points() {
        let rules = Rules::TENHOU.with_length(Length::Single);
        let game = Riichi::new(rules).unwrap();
        let deltas = PerSeat::from_fn(4, |seat| seat.index() as f32);
        assert_eq!(equity(game.first_setup(), rules).utility(&deltas), deltas);
    }
}
