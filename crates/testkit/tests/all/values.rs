//! Known values of the toys, by visiting every deal and every line of play.

use facedown_game::Seat;
use facedown_testkit::exact::{Uniform, best_response, expected_scores, information_sets};
use facedown_testkit::toys::{
    Coin, CoinAction, CoinView, Kuhn, KuhnAction, KuhnView, Leduc, Side, TicTacToe,
};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

#[track_caller]
fn assert_close(x: f64, y: f64) {
    assert!((x - y).abs() < 1e-9, "{x} is not {y}");
}

/// Kuhn's equilibria: the first seat bluffs with the low card with probability `alpha`, at most
/// 1/3, and bets the high card three times as often.
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
fn the_value_of_kuhn_poker_is_an_eighteenth_for_the_second_seat() {
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

#[test]
fn leduc_poker_has_936_information_sets() {
    assert_eq!(information_sets(&Leduc).as_slice(), [468, 468]);
}

#[test]
fn uniform_play_of_leduc_poker_can_be_exploited_as_much_as_published() {
    // The NashConv that OpenSpiel computes for its uniform policy: 4.747222 (Kuhn: 0.916667).
    let nash_conv =
        best_response(&Leduc, FIRST, &Uniform) + best_response(&Leduc, SECOND, &Uniform);
    assert_close(nash_conv, 1_709.0 / 360.0);
    assert_close(expected_scores(&Leduc, &Uniform)[FIRST], -0.078_125);
}

#[test]
fn uniform_play_of_tic_tac_toe_favours_the_first_seat_by_374_in_1260() {
    assert_close(expected_scores(&TicTacToe, &Uniform)[FIRST], 374.0 / 1_260.0);
}

#[test]
fn the_value_of_strategy_fusion_is_one_and_a_clairvoyant_would_estimate_two() {
    let game = Coin::STRATEGY_FUSION;
    assert_close(best_response(&game, FIRST, &Uniform), 1.0);
    // Seat 0 plays and then names a side: whatever the side, it is right half of the time.
    for named in [Side::Heads, Side::Tails] {
        let plays = move |_: &_, action| {
            let chosen = [CoinAction::Play, CoinAction::Name(named)].contains(&action);
            f64::from(u8::from(chosen))
        };
        assert_close(expected_scores(&game, &plays)[FIRST], -1.0);
    }
    assert_eq!(game.right, 2, "the value of each world by itself");
}

#[test]
fn a_single_observer_estimates_playing_at_zero_and_loses_two() {
    let game = Coin::OTHER_OBSERVER;
    let wise = |view: &CoinView, action| {
        let chosen = match action {
            CoinAction::Safe => true,
            CoinAction::Play => false,
            CoinAction::Name(side) => view.coin() == Some(side),
        };
        f64::from(u8::from(chosen))
    };
    // An equilibrium: safe play against a seat 1 that names what it saw.
    assert_close(expected_scores(&game, &wise)[FIRST], -1.0);
    assert_close(best_response(&game, FIRST, &wise), -1.0);
    assert_close(best_response(&game, SECOND, &wise), 1.0);
    // Seat 1 modelled as if it had not seen the coin: the value of playing is 0 for any mixture.
    for heads in [0.0, 0.3, 1.0] {
        let blind = move |_: &_, action| match action {
            CoinAction::Safe => 0.0,
            CoinAction::Play => 1.0,
            CoinAction::Name(Side::Heads) => heads,
            CoinAction::Name(Side::Tails) => 1.0 - heads,
        };
        assert_close(expected_scores(&game, &blind)[FIRST], 0.0);
        assert_close(best_response(&game, FIRST, &blind), 0.0);
        // The value of playing against the real seat 1.
        assert_close(best_response(&game, SECOND, &blind), 2.0);
    }
}
