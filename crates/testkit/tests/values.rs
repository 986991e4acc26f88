//! Known values of the toys, by visiting every deal and every line of play.

use facedown_game::Seat;
use facedown_testkit::exact::{Uniform, best_response, expected_scores, information_sets};
use facedown_testkit::toys::{Kuhn, KuhnAction, KuhnView};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

#[track_caller]
fn assert_close(x: f64, y: f64) {
    assert!((x - y).abs() < 1e-9, "{x} is not {y}");
}

/// Kuhn's equilibria: the first seat bluffs with the low card with chance `alpha`, at most 1/3, and
/// bets the high card three times as often.
fn kuhn_equilibrium(alpha: f64) -> impl Fn(&KuhnView, KuhnAction) -> f64 {
    kuhn_strategy(alpha, 3.0 * alpha)
}

fn kuhn_strategy(alpha: f64, high: f64) -> impl Fn(&KuhnView, KuhnAction) -> f64 {
    move |view, action| {
        let bet = match (view.actions_taken(), view.is_facing_bet(), view.card()) {
            (0, _, 0) => alpha,
            (0, _, 2) => high,
            (1, false, 0) | (1, true, 1) => 1.0 / 3.0,
            (2, _, 1) => alpha + 1.0 / 3.0,
            (1 | 2, _, 2) => 1.0,
            _ => 0.0,
        };
        if action == KuhnAction::Bet { bet } else { 1.0 - bet }
    }
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_seat() {
    for alpha in [0.0, 0.2, 1.0 / 3.0] {
        let strategy = kuhn_equilibrium(alpha);
        assert_close(expected_scores(&Kuhn, &strategy)[FIRST], -1.0 / 18.0);
        // Neither seat can do better: it is an equilibrium.
        assert_close(best_response(&Kuhn, FIRST, &strategy), -1.0 / 18.0);
        assert_close(best_response(&Kuhn, SECOND, &strategy), 1.0 / 18.0);
    }
}

#[test]
fn a_player_of_kuhn_poker_that_bluffs_too_much_can_be_exploited() {
    let strategy = kuhn_strategy(0.6, 1.0);
    assert!(best_response(&Kuhn, SECOND, &strategy) > 1.0 / 18.0 + 1e-4);
}

#[test]
fn kuhn_poker_has_twelve_information_sets_and_uniform_play_loses_eleven_twelfths() {
    assert_eq!(information_sets(&Kuhn).as_slice(), [6, 6]);
    let nash_conv = best_response(&Kuhn, FIRST, &Uniform) + best_response(&Kuhn, SECOND, &Uniform);
    assert_close(nash_conv, 11.0 / 12.0);
}
