//! What the bot `search` expects, wants and leaves out.
//!
//! The search itself names no game: flat playouts over the few actions that [`Efficient`] finds
//! promising, in the worlds of a [`Belief`], each action meeting the same worlds. Here is what it is
//! told about riichi; every function depends on the view alone.

use super::{Belief, BeliefModel, Efficient};
use crate::rules::{Length, MatchRules};
use crate::{Action, Phase, Riichi, State, View};
use facedown_game::{Game, ImpossibleView, PerSeat, Rng, Searchable, Seat, math};
use facedown_tiles::Tile;

/// How many actions are worth playing out.
pub const CANDIDATES: u32 = 3;
/// As how many playouts the expectation of [`priors`] counts. A playout is off by thousands of
/// points, the difference of two expectations by one or two hundred.
pub const PRIOR_VISITS: f32 = 1_000.0;
/// How many playouts a decision is worth where nothing else is said.
pub const PLAYOUTS: u64 = 2_000;

/// How far below the best an expectation can lie.
const FARTHEST: f32 = 8_000.0;
/// An action that promises so much more than all others is played without a search.
const CLEAR: f32 = 1_000.0;
/// From this shanten on a hand is far from tenpai.
const FAR: i8 = 2;

/// The worlds to search in. The same view gives the same belief.
pub fn worlds(game: &Riichi, view: &View) -> Result<Belief, ImpossibleView> {
    let mut rng = Rng::new(game.view_key(view));
    Belief::new(game, view, &BeliefModel::default(), &mut rng)
}

/// What is expected of each legal action beforehand, in what [`Placement`] makes of points.
pub fn priors(game: &Riichi, view: &View, legal: &[Action]) -> Vec<f32> {
    let mut worths = Efficient::default().judge(game, view, legal);
    let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let slope = Placement::of(game, view).slope(view.seat());
    for worth in &mut worths {
        *worth = slope * worth.max(best - FARTHEST);
    }
    worths
}

/// The action that needs no search: the only one, a win, the tile just drawn after riichi, one that
/// is clearly better than the others; and what playouts cannot tell apart: a discard far from
/// tenpai, where tile efficiency knows more, and riichi or not, because a player of playouts that
/// has not declared does so on its next turn.
pub fn decided(game: &Riichi, view: &View, legal: &[Action]) -> Option<Action> {
    if let [only] = legal {
        return Some(*only);
    }
    let worths = Efficient::default().judge(game, view, legal);
    let best = (0..legal.len()).max_by(|a, b| worths[*a].total_cmp(&worths[*b]))?;
    let next = (0..legal.len()).filter(|place| *place != best).map(|place| worths[place]);
    let next = next.fold(f32::NEG_INFINITY, f32::max);
    let fixed = view.table().is_riichi(view.seat());
    let clear = worths[best] - next > CLEAR;
    let riichi = legal.contains(&Action::Riichi);
    (fixed || clear || riichi || is_far(game, view)).then_some(legal[best])
}

/// Whether the seat is to discard, far from tenpai.
fn is_far(game: &Riichi, view: &View) -> bool {
    let discards = !matches!(view.table().phase(), Phase::Window(_));
    discards && view.hand().shanten(game.pack()) >= FAR
}

/// The same hands with what is left of the wall in another order: to tell the worth of a decision
/// from the luck of the draw.
#[must_use]
pub fn with_another_wall(state: &State, rng: &mut Rng) -> State {
    let mut tiles: Vec<Tile> = state.hidden_wall().collect();
    rng.shuffle(&mut tiles);
    let mut next = tiles.into_iter();
    let wall = State::wall_of(&state.table, || next.next().unwrap_or(Tile::new(0)));
    State { wall, ..*state }
}

/// The standard deviation of what a seat gains in a round.
const SWING: f32 = 5_500.0;

/// What points are worth with the end of the match in mind.
///
/// Until the end every seat's points change at random, the more the more rounds are left; that gives
/// each seat chances for the places, and with them the bonuses that the rules give to places. What
/// is reported is the gain over the present standing, in points.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    scores: PerSeat<f32>,
    now: PerSeat<f32>,
    uma: [f32; 4],
    oka: f32,
    /// The deviation of the difference between two seats until the end; `None` where places do not
    /// matter.
    spread: Option<f32>,
}

impl Placement {
    /// The worth of points in the match of this view.
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
        let spread = (winds > 0).then(|| SWING * (2.0 * (left + 0.3)).sqrt());
        let scores = PerSeat::from_fn(seats, |seat| setup.scores[seat.index()] as f32);
        let mut placement = Self {
            scores,
            now: PerSeat::filled(seats, 0.0),
            uma: rules.uma.map(|uma| uma as f32),
            oka: rules.oka as f32,
            spread,
        };
        placement.now = placement.worth(&PerSeat::filled(seats, 0.0));
        placement
    }

    /// What each seat gains by these changes of points.
    pub fn value(&self, deltas: &PerSeat<f32>) -> PerSeat<f32> {
        let after = self.worth(deltas);
        PerSeat::from_fn(deltas.seats(), |seat| after[seat] - self.now[seat])
    }

    /// What a point is worth to a seat that takes it from the others in equal parts.
    pub fn slope(&self, seat: Seat) -> f32 {
        const STEP: f32 = 2_000.0;
        let seats = self.scores.seats();
        let gained = |sign: f32| {
            let each = |who| if who == seat { STEP } else { -STEP / (seats - 1) as f32 };
            self.value(&PerSeat::from_fn(seats, |who| sign * each(who)))[seat]
        };
        (gained(1.0) - gained(-1.0)) / (2.0 * STEP)
    }

    fn worth(&self, deltas: &PerSeat<f32>) -> PerSeat<f32> {
        let seats = deltas.seats();
        let Some(spread) = self.spread else { return *deltas };
        let points = |seat: Seat| self.scores[seat] + deltas[seat];
        // The chance that one seat ends before the other; seats that dealt first win ties.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Setup};

    fn placement(setup: Setup, rules: Rules) -> Placement {
        let game = Riichi::new(rules).unwrap();
        Placement::of(&game, &game.blank_view(&setup, Seat::new(0)))
    }

    #[test]
    fn a_pass_near_the_end_is_worth_more_than_its_points() {
        let game = Riichi::new(Rules::TENHOU).unwrap();
        let scores = [26_000, 24_000, 25_000, 25_000];
        let last = Setup { scores, wind: 1, dealer: Seat::new(3), ..game.first_setup() };
        let deltas = PerSeat::from_fn(4, |seat| [-2_000.0, 2_000.0, 0.0, 0.0][seat.index()]);
        let late = placement(last, Rules::TENHOU).value(&deltas);
        let early = placement(game.first_setup(), Rules::TENHOU).value(&deltas);
        assert!(late[Seat::new(1)] > early[Seat::new(1)]);
        assert!(early[Seat::new(1)] > 2_000.0);
        assert!(late[Seat::new(0)] < -2_000.0);
    }

    #[test]
    fn a_point_is_worth_more_when_places_are_close() {
        let game = Riichi::new(Rules::TENHOU).unwrap();
        let seat = Seat::new(0);
        let last = |scores| Setup { scores, wind: 1, dealer: Seat::new(3), ..game.first_setup() };
        let close = placement(last([25_000; 4]), Rules::TENHOU).slope(seat);
        let far = placement(last([70_000, 10_000, 10_000, 10_000]), Rules::TENHOU).slope(seat);
        assert!(close > 2.0 && (0.99..1.2).contains(&far), "{close} {far}");
    }

    #[test]
    fn in_a_single_round_points_are_points() {
        let rules = Rules::TENHOU.with_length(Length::Single);
        let game = Riichi::new(rules).unwrap();
        let deltas = PerSeat::from_fn(4, |seat| seat.index() as f32);
        assert_eq!(placement(game.first_setup(), rules).value(&deltas), deltas);
    }
}
