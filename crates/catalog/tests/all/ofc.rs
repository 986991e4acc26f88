//! Bots of open-face Chinese poker that search: Fantasyland set exactly, laws kept, results determined
//! by the seed.

use facedown_catalog::{AdviseSpec, AnyView, game, ofc_policy};
use facedown_game::{ActionBuf, Game, Rng, Seat, Turn};
use facedown_ofc::bots::FantasylandBot;
use facedown_ofc::{Legal, MAX_SEATS, Ofc, Phase, Rules, Setup};
use facedown_search::{Budget, Stop};
use facedown_testkit::Laws;
use serde_json::{Map, Value, json};

/// Returns setups of normal hands, one seat in Fantasyland, all in Fantasyland, and a last hand.
fn setups(game: &Ofc) -> Vec<Setup> {
    let first = game.first_setup();
    let cards = match game.rules().fantasyland.entry.aces {
        0 => 14,
        cards => cards,
    };
    let mut one = [0; MAX_SEATS];
    one[1] = cards;
    let mut all = [0; MAX_SEATS];
    all[..game.seats()].fill(cards);
    vec![
        first,
        Setup { fantasy: one, ..first },
        Setup { fantasy: all, ..first },
        Setup { last: true, ..first },
    ]
}

/// Checks hands 1 to 3 of the laws: in the second all seats search, in the others each one searches or
/// plays randomly. Hand n begins with setup n.
fn keeps_the_laws(rules: Rules, setups: [Setup; 4]) {
    let game = Ofc::new(rules).unwrap();
    let bot = || ofc_policy(&game, "search:30").unwrap();
    Laws::new(game.clone()).first_hand(1).hands(3).setups(setups).policy(bot).run();
}

#[test]
fn search_keeps_the_laws_under_every_preset() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        let [first, one, all, last] = setups(&Ofc::new(rules).unwrap())[..] else { panic!() };
        keeps_the_laws(rules, [last, one, first, all]);
    }
}

#[test]
fn search_keeps_the_laws_at_larger_tables() {
    for (rules, seats) in [(Rules::STANDARD, 3), (Rules::JOKER_ULTIMATE, 3), (Rules::CLASSIC, 4)] {
        let rules = Rules { seats, ..rules };
        let [_, one, all, last] = setups(&Ofc::new(rules).unwrap())[..] else { panic!() };
        keeps_the_laws(rules, [last, all, one, last]);
    }
}

#[test]
fn every_search_sets_fantasyland_exactly() {
    for (rules, bot) in [
        (Rules::STANDARD, "flat:10"),
        (Rules::STANDARD, "ismcts:10"),
        (Rules::JOKER_ULTIMATE, "search:10"),
        (Rules::CLASSIC, "search:10"),
    ] {
        let game = Ofc::new(rules).unwrap();
        for (seed, setup) in setups(&game)[1..3].iter().enumerate() {
            let mut rng = Rng::new(seed as u64);
            let mut state = game.deal(setup, &mut rng, &mut ());
            let mut player = ofc_policy(&game, bot).unwrap();
            let mut legal = Legal::default();
            let mut best = [None; 2];
            while let Turn::Act(seat) = game.turn(&state) {
                let view = game.view(&state, seat);
                if state.table().phase() == Phase::Fantasy {
                    best[seat.index()] = FantasylandBot::default().best(&game, &view);
                }
                game.legal_actions(&state, &mut legal);
                let action = player.choose(&game, &view, legal.as_slice(), &mut rng);
                game.apply(&mut state, action, &mut ());
            }
            for (seat, best) in Seat::all(2).zip(best) {
                if setup.fantasy[seat.index()] > 0 {
                    assert_eq!(state.rows(seat), best.expect("it can be set").rows, "{bot}");
                }
            }
        }
    }
}

fn advice(view: &dyn AnyView, bot: &str, params: &Value) -> Value {
    let budget = Some(Budget::iterations(400));
    let spec = AdviseSpec::new(bot, budget, params.as_object().unwrap());
    let mut advice = view.advise(&spec).unwrap();
    advice.totals.seconds = 0.0;
    serde_json::to_value(&advice).unwrap()
}

#[test]
fn equal_seeds_and_iterations_give_equal_answers_on_any_number_of_threads() {
    let ofc = game("ofc", &Map::new()).unwrap();
    let view = ofc.deal(5, Some(0)).unwrap().view(0).unwrap();
    let answer = |threads: u32, seed: u32| {
        advice(&*view, "search", &json!({"threads": threads, "seed": seed}))
    };
    assert_eq!(answer(1, 1), answer(2, 1));
    assert_ne!(answer(1, 1), answer(1, 2));
}

#[test]
fn the_last_street_is_proven_against_complete_boards() {
    let ofc = game("ofc", &Map::new()).unwrap();
    let mut hand = ofc.deal(3, Some(0)).unwrap();
    let mut proven = 0;
    while let Turn::Act(seat) = hand.turn() {
        let view = hand.view(seat.index()).unwrap();
        let none = Map::new();
        let spec = AdviseSpec::new("search:60", None, &none);
        let advice = view.advise(&spec).unwrap();
        proven += usize::from(advice.best().proven.is_some());
        if advice.best().proven.is_some() {
            assert_eq!(advice.totals.stop, Stop::Proven);
            assert_eq!(advice.actions.len(), view.legal().len());
        }
        hand.apply(advice.best).unwrap();
    }
    // The button acts last: on street 5 it sees a complete board.
    assert_eq!(proven, 1);
}

#[test]
fn a_setting_begun_differently_is_searched() {
    let ofc = Ofc::new(Rules::STANDARD).unwrap();
    let setup = setups(&ofc)[2];
    let mut state = ofc.deal(&setup, &mut Rng::new(1), &mut ());
    let mut legal = Legal::default();
    let seat = state.table().to_act();
    let mut fantasyland = FantasylandBot::default();
    ofc.legal_actions(&state, &mut legal);
    let best = fantasyland.next(&ofc, &ofc.view(&state, seat), legal.as_slice()).unwrap();
    let other = legal.as_slice().iter().copied().find(|action| *action != best).unwrap();
    ofc.apply(&mut state, other, &mut ());
    ofc.legal_actions(&state, &mut legal);
    let view = ofc.view(&state, seat);
    assert_eq!(fantasyland.next(&ofc, &view, legal.as_slice()), None);
    let chosen = ofc_policy(&ofc, "flat:20").unwrap().choose(
        &ofc,
        &view,
        legal.as_slice(),
        &mut Rng::new(2),
    );
    assert!(legal.as_slice().contains(&chosen));
}
