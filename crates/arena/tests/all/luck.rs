//! Luck adjustment: exactly unbiased, reproducible, and less variable.

use crate::common::{First, Hand, Move, StandFrom as Stand, Twelve};
use facedown_arena::{
    Contestant, DuplicateError, DuplicateOptions, Luck, Recorder, duplicate_hands,
};
use facedown_game::{
    ActionBuf, Baseline, Control, Game, PerSeat, Policy, Rng, Seat, Step, Turn, UniformPolicy,
    redraw_luck, stable_key,
};
use facedown_testkit::toys::{Pontoon, PontoonAction, PontoonState, PontoonView};

/// Sticks from a total on.
struct StickFrom(u8);

impl Policy<Pontoon> for StickFrom {
    fn choose(
        &mut self,
        _: &Pontoon,
        view: &PontoonView,
        legal: &[PontoonAction],
        _: &mut Rng,
    ) -> PontoonAction {
        if view.total() >= self.0 { PontoonAction::Stick } else { legal[legal.len() - 1] }
    }
}

/// A way to value the table.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    /// Arbitrary numbers, which depend on the order of the stock too.
    Arbitrary,
    /// Arbitrary numbers, the luck estimated by three random draws.
    Sampled,
    /// The higher total is ahead, unless it is bust.
    Totals,
    NotFinite,
}

impl Value {
    fn of(self, state: &PontoonState) -> PerSeat<f64> {
        let totals = [0, 1].map(|seat| {
            let total = Pontoon.view(state, Seat::new(seat)).total();
            if total > 11 { 0.0 } else { f64::from(total) }
        });
        let first = match self {
            Self::NotFinite => f64::NAN,
            Self::Totals => (totals[0] - totals[1]) / 8.0,
            Self::Arbitrary | Self::Sampled => {
                (stable_key(&(state.pack(), totals.map(f64::to_bits))) % 1000) as f64
            }
        };
        PerSeat::from_fn(2, |seat| if seat.index() == 0 { first } else { -first })
    }
}

impl Baseline<Pontoon> for Value {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn step_luck(
        &self,
        game: &Pontoon,
        before: &PontoonState,
        step: Step<PontoonAction>,
        after: &PontoonState,
        rng: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        let most = if *self == Self::Sampled { 3 } else { 100 };
        redraw_luck(game, before, step, after, most, rng, |state, _| self.of(state))
    }
}

/// Visits every order of the cards.
fn each_pack(pack: &mut [u8; 8], from: usize, visit: &mut dyn FnMut([u8; 8])) {
    if from == pack.len() {
        return visit(*pack);
    }
    for i in from..pack.len() {
        pack.swap(from, i);
        each_pack(pack, from + 1, visit);
        pack.swap(from, i);
    }
}

/// Plays a deal; returns the score and the luck of seat 0.
fn play(pack: [u8; 8], number: u64, value: Value) -> [f64; 2] {
    let mut state = Pontoon.deal(&(), &mut Rng::new(0), &mut ()).with_pack(pack);
    let mut bots = [StickFrom(6), StickFrom(9)];
    let mut luck = Luck::new(&Pontoon, &value, 5);
    luck.begin_hand(number, &());
    luck.dealt(&state);
    let mut legal = <Pontoon as Game>::LegalActions::default();
    while let Turn::Act(seat) = Pontoon.turn(&state) {
        Pontoon.legal_actions(&state, &mut legal);
        let view = Pontoon.view(&state, seat);
        let bot = &mut bots[seat.index()];
        let action = bot.choose(&Pontoon, &view, legal.as_slice(), &mut Rng::new(0));
        luck.before_step(&state, Step::Act(action));
        Pontoon.apply(&mut state, action, &mut ());
        luck.after_step(&state, Step::Act(action));
    }
    let seat = Seat::new(0);
    [f64::from(Pontoon.scores(&state)[seat]), luck.total().unwrap()[seat]]
}

/// The mean of luck over all deals, and the variances of plain and adjusted scores.
fn enumerated(value: Value) -> (f64, [f64; 2]) {
    let (mut games, mut number) = (Vec::new(), 0);
    each_pack(&mut [1, 2, 3, 4, 5, 6, 7, 8], 0, &mut |pack| {
        games.push(play(pack, number, value));
        number += 1;
    });
    assert_eq!(games.len(), 40_320);
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| games.iter().map(of).sum::<f64>() / 40_320.0;
    let variance = |of: &dyn Fn(&[f64; 2]) -> f64| {
        let center = mean(of);
        mean(&|game| (of(game) - center).powi(2))
    };
    let luck = mean(&|game| game[1]);
    (luck, [variance(&|game| game[0]), variance(&|game| game[0] - game[1])])
}

#[test]
fn luck_has_mean_zero_over_all_deals_whatever_the_baseline() {
    let (luck, variances) = enumerated(Value::Arbitrary);
    assert!(luck.abs() < 1e-9, "{luck}");
    assert!(variances[1] > 100.0 * variances[0], "a bad baseline adds variance: {variances:?}");
}

#[test]
fn a_baseline_that_predicts_the_result_reduces_the_variance() {
    let (luck, variances) = enumerated(Value::Totals);
    assert!(luck.abs() < 1e-12, "{luck}");
    assert!(variances[1] < 0.8 * variances[0], "{variances:?}");
}

#[test]
fn sampled_expectations_are_unbiased() {
    // Values are uniform in 0..1000, with deviation 289: one draw's luck has at most 289 * sqrt(4/3),
    // and a hand has up to six draws.
    let (luck, _) = enumerated(Value::Sampled);
    assert!(luck.abs() < 4.0 * 334.0 * 6.0_f64.sqrt() / 40_320.0_f64.sqrt(), "{luck}");
}

fn careful() -> Box<dyn Policy<Pontoon>> {
    Box::new(StickFrom(6))
}

fn random() -> Box<dyn Policy<Pontoon>> {
    Box::new(UniformPolicy)
}

#[test]
fn plain_results_are_the_same_and_adjusted_ones_do_not_depend_on_threads() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
    let options = |threads| DuplicateOptions { threads, ..DuplicateOptions::new(600, 3) };
    let played = |threads, luck: Option<&dyn Baseline<Pontoon>>| {
        let (options, control) = (options(threads), Control::default());
        duplicate_hands(&Pontoon, &line_up, None, &options, luck, control).unwrap().report
    };
    let plain = played(1, None);
    let adjusted = |threads, value: Value| played(threads, Some(&value));
    for value in [Value::Totals, Value::Sampled] {
        let one = adjusted(1, value);
        assert_eq!(one, adjusted(3, value));
        assert_eq!(plain.luck, None);
        assert_eq!((&plain.bots, &plain.pairs), (&one.bots, &one.pairs));
        let luck = one.luck.unwrap();
        assert_eq!(luck.baseline, "toy");
        for (bot, result) in plain.bots.iter().zip(&luck.bots) {
            assert!((bot.score.mean - result.plain.mean).abs() < 1e-9);
        }
    }
    let luck = adjusted(2, Value::Totals).luck.unwrap();
    assert!(luck.pairs[0].fewer_deals.unwrap() > 1.2, "{luck:?}");
    let [plain, adjusted] = [luck.pairs[0].plain, luck.pairs[0].adjusted];
    let error = plain.standard_error.unwrap() + adjusted.standard_error.unwrap();
    assert!((plain.mean - adjusted.mean).abs() < 2.0 * error, "{plain} {adjusted}");
}

#[test]
fn a_baseline_that_is_not_finite_is_named() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
    let options = DuplicateOptions::new(20, 3);
    let luck: Option<&dyn Baseline<Pontoon>> = Some(&Value::NotFinite);
    let played = duplicate_hands(&Pontoon, &line_up, None, &options, luck, Control::default());
    let error = played.unwrap_err();
    assert!(matches!(error, DuplicateError::Baseline { .. }), "{error}");
    let expected = "baseline 'toy' gives seat 0 a luck of NaN, expected a finite number";
    assert!(error.to_string().ends_with(expected), "{error}");
}

/// Arbitrary values of a seat and what it was dealt, and of no play.
struct OfTheDeal;

impl Baseline<Twelve> for OfTheDeal {
    fn name(&self) -> &'static str {
        "of the deal"
    }

    fn deal_luck(&self, game: &Twelve, _: &First, dealt: &Hand, rng: &mut Rng) -> PerSeat<f64> {
        PerSeat::from_fn(game.seats, |seat| {
            let die = f64::from(dealt.hidden[seat.index()]);
            die * (seat.index() + 1) as f64 + rng.unit()
        })
    }

    fn step_luck(
        &self,
        _: &Twelve,
        _: &Hand,
        _: Step<Move>,
        _: &Hand,
        _: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        None
    }
}

#[test]
fn a_value_of_seats_and_deals_cancels_in_a_duplicate_match() {
    fn cautious() -> Box<dyn Policy<Twelve>> {
        Box::new(Stand(5))
    }
    fn bold() -> Box<dyn Policy<Twelve>> {
        Box::new(Stand(9))
    }
    fn any() -> Box<dyn Policy<Twelve>> {
        Box::new(UniformPolicy)
    }
    // All seatings, with and without bots that are the same; a balanced set of eight.
    for (names, seatings) in [
        (&["a", "b"][..], 2),
        (&["a", "b", "c"], 6),
        (&["a", "b", "b", "b"], 4),
        (&["a", "b", "c", "d"], 8),
    ] {
        let makers = [cautious, bold, any, bold];
        let line_up: Vec<_> =
            names.iter().zip(&makers).map(|(name, make)| Contestant::new(*name, make)).collect();
        let game = Twelve { seats: names.len() };
        let options = DuplicateOptions::new(60, 3);
        let luck: Option<&dyn Baseline<Twelve>> = Some(&OfTheDeal);
        let control = Control::default();
        let report =
            duplicate_hands(&game, &line_up, None, &options, luck, control).unwrap().report;
        assert_eq!(report.seatings, seatings, "{names:?}");
        let luck = report.luck.unwrap();
        for result in &luck.pairs {
            assert_eq!((result.luck.mean, result.luck.standard_error), (0.0, Some(0.0)));
            assert_eq!(result.plain, result.adjusted);
            assert!(result.plain.standard_error > Some(0.0), "{names:?}: {result:?}");
        }
        // Of a bot alone it does not cancel: all seats of a deal share what is not zero-sum.
        assert!(luck.bots[0].luck.standard_error > Some(0.0), "{names:?}");
    }
}
