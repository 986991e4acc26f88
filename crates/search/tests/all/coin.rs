//! Two traps: strategy fusion fools determinized search, and a single observer takes others for
//! blind.

use facedown_game::{Game, Rng, Seat};
use facedown_search::{
    ActionReport, Algorithm, Answer, Budget, Control, ObserverKeys, SearchConfig, search_hidden,
};
use facedown_testkit::exact::{Uniform, best_response};
use facedown_testkit::toys::{Coin, CoinAction};

fn ask(game: Coin, config: &SearchConfig) -> Answer<CoinAction> {
    let state = game.deal(&(), &mut Rng::new(1), &mut ());
    let view = game.view(&state, Seat::new(0));
    search_hidden(&game, &view, config, Budget::iterations(40_000), Control::default()).unwrap()
}

fn with(algorithm: Algorithm) -> SearchConfig {
    SearchConfig { algorithm, ..SearchConfig::default() }
}

fn report(answer: &Answer<CoinAction>, action: CoinAction) -> &ActionReport<CoinAction> {
    answer.actions.iter().find(|report| report.action == action).unwrap()
}

#[test]
fn determinized_search_is_fooled_by_strategy_fusion_and_information_sets_are_not() {
    let game = Coin::STRATEGY_FUSION;
    let fooled = ask(game, &with(Algorithm::Determinized));
    assert_eq!(fooled.best().action, CoinAction::Play);
    let believed = report(&fooled, CoinAction::Play).mean.unwrap();
    assert!((believed - 2.0).abs() < 0.1, "{fooled:?}");

    let exact = best_response(&game, Seat::new(0), &Uniform);
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Puct] {
        let answer = ask(game, &with(algorithm));
        assert_eq!(answer.best().action, CoinAction::Safe, "{algorithm:?}");
        assert!((answer.best().mean.unwrap() - exact).abs() < 1e-9, "{answer:?}");
        let play = report(&answer, CoinAction::Play).mean.unwrap();
        assert!((play + 1.0).abs() < 0.3, "{answer:?}");
    }
}

#[test]
fn a_single_observer_takes_the_other_seat_for_blind_and_two_observers_do_not() {
    let game = Coin::OTHER_OBSERVER;
    let single = ask(game, &with(Algorithm::SoIsmcts));
    assert_eq!(single.best().action, CoinAction::Play, "its value against who sees is -2");
    let believed = report(&single, CoinAction::Play).mean.unwrap();
    assert!(believed.abs() < 0.1, "{single:?}");

    let multi = ask(game, &with(Algorithm::MoIsmcts));
    assert_eq!(multi.best().action, CoinAction::Safe);
    assert!((multi.best().mean.unwrap() + 1.0).abs() < 1e-9);
    let play = report(&multi, CoinAction::Play).mean.unwrap();
    assert!((-2.0..-1.4).contains(&play), "{multi:?}");
}

#[test]
fn observers_of_events_after_the_root_alone_are_blind_to_the_deal() {
    let events = SearchConfig { observer_keys: ObserverKeys::Events, ..with(Algorithm::MoIsmcts) };
    assert_eq!(ask(Coin::OTHER_OBSERVER, &events).best().action, CoinAction::Play);
}

#[test]
fn flat_search_knows_only_random_play() {
    let answer = ask(Coin::OTHER_OBSERVER, &with(Algorithm::Flat));
    let play = report(&answer, CoinAction::Play).mean.unwrap();
    assert!(play.abs() < 0.1, "{answer:?}");
    assert_eq!(answer.totals.max_depth, 1);
}
