//! The danger of discards: labels equal the engine, safe tiles are safe, reasons follow from the view.

use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Seat, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::wire::ViewRecord;
use facedown_riichi::{Action, Legal, Riichi, Rules, State, View};
use facedown_riichi_analysis::danger::model::Model;
use facedown_riichi_analysis::danger::{DangerReport, Reason, assess};
use facedown_testkit::allocations;
use facedown_tiles::Tile;
use serde_json::json;

/// Calls `each` at every decision of some rounds of `efficient`.
fn each_decision(rules: Rules, rounds: usize, mut each: impl FnMut(&Riichi, &State, Seat)) {
    let game = Riichi::new(rules).unwrap();
    let (mut standing, mut legal) = (game.begin(), Legal::default());
    for round in 0..rounds {
        let Some(setup) = game.next_hand(&standing) else { return };
        let mut rng = Rng::stream(11, round as u64);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    each(&game, &state, seat);
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let action =
                        Efficient::default().choose(&game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
        game.finish_hand(&mut standing, &state);
    }
}

/// Returns the seats that may win after a discard, as the engine lists it.
fn winners(game: &Riichi, state: &State, action: Action) -> Vec<Seat> {
    let (mut after, mut rng) = (*state, Rng::new(1));
    game.apply(&mut after, action, &mut ());
    let (mut legal, mut seats) = (Legal::default(), Vec::new());
    // Everybody passes until the call window is closed.
    while after.table().offered().is_some() {
        match game.turn(&after) {
            Turn::Act(seat) => {
                game.legal_actions(&after, &mut legal);
                if legal.as_slice().contains(&Action::Ron) {
                    seats.push(seat);
                }
                game.apply(&mut after, Action::Pass, &mut ());
            }
            Turn::Chance => game.play_chance(&mut after, &mut rng, &mut ()),
            Turn::Over => break,
        }
    }
    seats.sort();
    seats
}

#[test]
fn a_tile_deals_in_exactly_where_the_engine_allows_a_win() {
    let (mut wins, mut tiles) = (0, 0);
    for rules in [Rules::TENHOU, Rules::MJSOUL3] {
        each_decision(rules, 12, |game, state, seat| {
            let view = game.view(state, seat);
            let Ok(danger) = assess(game, &view) else { return };
            let mut legal = Legal::default();
            game.legal_actions(state, &mut legal);
            for action in legal.as_slice() {
                let Action::Discard { tile, .. } = *action else { continue };
                let expected = winners(game, state, *action);
                let others = Seat::all(game.seats()).filter(|other| *other != seat);
                let found: Vec<Seat> =
                    others.filter(|other| game.ron_points(state, *other, tile).is_some()).collect();
                assert_eq!(found, expected, "{tile}");
                tiles += 1;
                wins += expected.len();
                for against in danger.against(tile) {
                    let won = expected.contains(&against.seat);
                    assert!(!won || against.deal_in > 0.0, "{tile} is not safe");
                }
            }
        });
    }
    assert!(wins > 100 && tiles > 5_000, "{wins} of {tiles}");
}

#[test]
fn chances_are_chances_and_no_allocation_is_needed() {
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        // The weights are read once.
        let _ = Model::of(usize::from(rules.seats));
        each_decision(rules, 6, |game, state, seat| {
            let view = game.view(state, seat);
            let mut sum = 0.0;
            let asked = allocations(|| {
                let Ok(danger) = assess(game, &view) else { return };
                for discard in danger.discards() {
                    assert!((0.0..1.0).contains(&discard.deal_in) && discard.loss >= 0.0);
                    let most = danger.against(discard.tile).map(|a| a.deal_in).fold(0.0, f32::max);
                    assert!(discard.deal_in >= most - 1e-6);
                    sum += discard.deal_in;
                }
                for (_, tenpai, _) in danger.opponents() {
                    assert!((0.0..=1.0).contains(&tenpai));
                }
            });
            assert_eq!(asked, 0);
            assert!(sum.is_finite());
        });
    }
}

fn view(game: &Riichi, record: serde_json::Value) -> View {
    serde_json::from_value::<ViewRecord>(record).unwrap().view(game).unwrap()
}

/// Seat 1 has declared riichi with 4p and 7s among its discards.
fn against_riichi(game: &Riichi) -> View {
    view(
        game,
        json!({"seat": 2, "dora": "3s", "hand": "147p258m1289s1256z", "drawn": "6z", "steps": [
            {"seat": 0, "discard": "9p"}, {"seat": 1, "discard": "4p"},
            {"seat": 2, "discard": "3z"}, {"seat": 3, "discard": "1z"},
            {"seat": 0, "discard": "2z"}, {"seat": 1, "discard": "7s", "riichi": true},
        ]}),
    )
}

#[test]
fn reasons_follow_from_the_view() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let view = against_riichi(&game);
    let danger = assess(&game, &view).unwrap();
    let tile = |text: &str| text.parse::<Tile>().unwrap();
    let of = |text: &str| {
        let against = danger.against(tile(text)).find(|a| a.seat == Seat::new(1)).unwrap();
        (against.deal_in, against.reasons.iter().collect::<Vec<_>>())
    };
    let (genbutsu, reasons) = of("4p");
    assert!(genbutsu == 0.0 && reasons == [Reason::Genbutsu]);
    let (suji, reasons) = of("1p");
    assert!(reasons.iter().any(|r| r.to_string() == "suji of 4p"), "{reasons:?}");
    let (live, reasons) = of("5m");
    assert!(reasons.contains(&Reason::TwoSided { waits: 2 }));
    let (honor, reasons) = of("5z");
    assert!(reasons.contains(&Reason::Honor { unseen: 3, yakuhai: true }));
    assert!(suji < live && honor < live && live > 0.03 && suji > 0.001, "{suji} {honor} {live}");
    let (seat, tenpai, reasons) = danger.opponents().find(|o| o.0 == Seat::new(1)).unwrap();
    assert!(seat == Seat::new(1) && tenpai > 0.999);
    assert_eq!(reasons.iter().collect::<Vec<_>>(), [Reason::Riichi { turns: 0 }]);
    let report = serde_json::to_value(DangerReport::new(&danger)).unwrap();
    assert_eq!(report["discards"].as_array().unwrap().len(), danger.discards().count());
    assert_eq!(report["opponents"][2]["reasons"][0]["reason"], "riichi");
    let order: Vec<f64> = report["discards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["deal_in"].as_f64().unwrap())
        .collect();
    assert!(order.is_sorted());
}

#[test]
fn a_view_without_a_discard_is_an_error_that_names_it() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let state = game.deal(&game.first_setup(), &mut Rng::new(5), &mut ());
    let error = assess(&game, &game.view(&state, Seat::new(2))).unwrap_err();
    assert_eq!(error.to_string(), "seat 2 has no discard to choose: another seat is to act");
}
