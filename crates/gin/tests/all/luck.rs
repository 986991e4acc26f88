//! Baselines of luck adjustment: the luck of a draw has mean zero over all cards of the stock.

use facedown_game::{
    ActionBuf, Baseline, Game, Match, MatchBaseline, Redraw, Rng, Searchable, Seat, Step, Turn,
    take_step,
};
use facedown_gin::{Action, Gin, GinBaseline, Legal, Rules, State};

/// Visits the draws from the stock of a few hands.
fn each_draw(gin: &Gin, hands: u64, mut visit: impl FnMut(&State)) {
    let mut legal = Legal::default();
    for seed in 0..hands {
        let mut rng = Rng::new(seed);
        let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
        while gin.turn(&state) != Turn::Over {
            gin.legal_actions(&state, &mut legal);
            let action = gin.rollout(&state, legal.as_slice(), &mut rng);
            if action == Action::DrawStock {
                visit(&state);
            }
            gin.apply(&mut state, action, &mut ());
        }
    }
}

/// Returns the mean luck of seat 0 over all draws, and the mean square.
fn moments(gin: &Gin, baseline: &dyn Baseline<Gin>, state: &State, rng: &mut Rng) -> [f64; 2] {
    let step = Step::Act(Action::DrawStock);
    let count = gin.draw_count(state, step);
    let mut sums = [0.0; 2];
    for index in 0..count {
        let before = gin.redraw(state, step, index);
        let mut after = before;
        take_step(gin, &mut after, step);
        let luck = baseline.step_luck(gin, &before, step, &after, rng).expect("cards are drawn");
        assert!((luck[Seat::new(0)] + luck[Seat::new(1)]).abs() < 1e-9);
        sums[0] += luck[Seat::new(0)] / count as f64;
        sums[1] += luck[Seat::new(0)].powi(2) / count as f64;
    }
    sums
}

#[test]
fn the_luck_of_cheap_has_mean_zero_over_all_draws() {
    let gin = Gin::new(Rules::EAAI).unwrap();
    let hand = GinBaseline::named("cheap").unwrap();
    let race = hand.hand(&gin, &gin.begin());
    let mut squares = 0.0;
    each_draw(&gin, 20, |state| {
        for baseline in [&hand as &dyn Baseline<Gin>, &*race] {
            let [mean, square] = moments(&gin, baseline, state, &mut Rng::new(1));
            assert!(mean.abs() < 1e-9, "{mean}");
            squares += square;
        }
    });
    assert!(squares > 100.0, "cards matter: {squares}");
}

#[test]
fn the_luck_of_deep_has_mean_zero_over_draws_and_playouts() {
    let gin = Gin::new(Rules::EAAI).unwrap();
    let deep = GinBaseline::named("deep").unwrap();
    let (mut sum, mut squares, mut n) = (0.0, 0.0, 0.0);
    each_draw(&gin, 1, |state| {
        let [mean, _] = moments(&gin, &deep, state, &mut Rng::new(n as u64));
        sum += mean;
        squares += mean * mean;
        n += 1.0;
    });
    // Means over all cards differ from zero by the noise of playouts alone.
    let error = f64::sqrt(squares);
    assert!(sum.abs() <= 3.0 * error && error / n < 0.5, "{sum} {error} {n}");
}

#[test]
fn there_are_two_baselines() {
    assert!(GinBaseline::named("exact").is_none());
    let names = ["cheap", "deep"];
    let found = names.map(|name| Baseline::name(&GinBaseline::named(name).unwrap()).to_owned());
    assert_eq!(found, names);
}
