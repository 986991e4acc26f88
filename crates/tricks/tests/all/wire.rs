//! Records of views round-trip, and errors name the place at fault.

use crate::common::{all_games, game, seat};
use facedown_game::{Game, Rng, Seat};
use facedown_tricks::wire::ViewRecord;
use facedown_tricks::{Rules, Setup};
use serde_json::{Value, json};

#[test]
fn every_view_of_every_game_round_trips_through_its_record() {
    for (name, game) in all_games() {
        for number in 0..40u64 {
            let mut rng = Rng::new(number);
            let mut setup = Setup { hand: number as u16 % 6, ..game.first_setup() };
            if game.rules().teams.is_some() {
                setup.scores = [0, 150, 0, 150, 0, 0, 0, 0, 0, 0];
                setup.bags = [3, 9, 3, 9, 0, 0, 0, 0, 0, 0];
            }
            let mut state = game.deal(&setup, &mut rng, &mut ());
            let mut steps = rng.below(80);
            crate::common::play_until(&game, &mut state, &mut rng, |_| {
                steps = steps.saturating_sub(1);
                steps == 0
            });
            for seat in Seat::all(game.seats()) {
                let view = game.view(&state, seat);
                let record = ViewRecord::new(&game, &view, None);
                let text = serde_json::to_string(&record).unwrap();
                let back: ViewRecord = serde_json::from_str(&text).unwrap();
                assert_eq!(back, record);
                assert_eq!(back.rules().as_ref(), Ok(game.rules()));
                assert_eq!(back.view(&game), Ok(view), "{name}, hand {number}, {seat}: {text}");
            }
        }
    }
}

/// Returns the record of seat 0 in a hand of Oh Hell with four cards each, after two tricks and a
/// lead.
fn record() -> Value {
    let mut rules = Rules::oh_hell(4);
    rules.deal.cards = vec![4];
    let game = game(rules);
    let hands = ["Ah 2h 3c 9s", "Kh 4h 5c 8d", "2s 3s 6c 7c", "5h 6h Tc Jc"];
    let mut state = crate::common::deal(&game, &game.first_setup(), &hands, "Qs");
    crate::common::play(&game, &mut state, "2 1 1 1 Ah Kh 2s 6h 7c Tc 3c 5c Jc");
    let view = game.view(&state, seat(0));
    serde_json::to_value(ViewRecord::new(&game, &view, None)).unwrap()
}

fn error(record: Value) -> String {
    let record: ViewRecord = match serde_json::from_value(record) {
        Ok(record) => record,
        Err(error) => return error.to_string(),
    };
    match record.game().and_then(|game| record.view(&game)) {
        Ok(view) => panic!("{view:?}"),
        Err(error) => error.to_string(),
    }
}

fn changed(path: &str, value: Value) -> String {
    let mut record = record();
    *record.pointer_mut(path).unwrap() = value;
    error(record)
}

#[test]
fn the_unchanged_record_is_a_view() {
    let record: ViewRecord = serde_json::from_value(record()).unwrap();
    let game = record.game().unwrap();
    let view = record.view(&game).unwrap();
    assert_eq!(view.hand().to_string(), "2h 9s");
    assert_eq!(view.table().tricks(), 2);
}

#[test]
fn a_card_played_twice_is_named_with_trick_and_seat() {
    assert_eq!(
        changed("/tricks/1/cards/0", json!("6h")),
        "trick 2, seat 2: 6h is there twice: seat 3 played it to trick 1"
    );
    assert_eq!(
        changed("/tricks/0/cards/1", json!("9s")),
        "trick 1, seat 1: 9s is there twice: seat 0 holds it"
    );
    // The seat's own later plays count too.
    assert_eq!(
        changed("/tricks/0/cards/1", json!("3c")),
        "trick 1, seat 1: 3c is there twice: seat 0 plays it to trick 2"
    );
    assert_eq!(changed("/hand", json!(["2h", "3c"])), "trick 2, seat 0: 3c is there twice");
}

#[test]
fn a_revoke_is_named_with_both_tricks() {
    // Seat 2 could not follow to hearts in the first trick.
    assert_eq!(
        changed("/tricks/1/cards/0", json!("7h")),
        "trick 2, seat 2: 7h is a revoke: 2s to trick 1 showed that the seat holds no such card"
    );
    // The seat's own: it held clubs.
    let mut own = record();
    own["tricks"][1]["cards"][2] = json!("9s");
    own["hand"] = json!(["2h", "3c"]);
    assert_eq!(error(own), "trick 2, seat 0: 9s was not legal: the seat held 3c");
}

#[test]
fn hands_that_do_not_add_up_are_named() {
    assert_eq!(changed("/hand", json!(["2h"])), "seat 0: 3 cards held and played, expected 4");
    assert_eq!(
        changed("/hand", json!(["2h", "9s", "8s"])),
        "seat 0: 5 cards held and played, expected 4"
    );
    assert_eq!(
        changed("/hand", json!(["2h", "Qs"])),
        "seat 0: Qs is there twice: it was turned up"
    );
    let long = json!(["Ah", "Kh", "2s", "6h", "5h"]);
    assert_eq!(
        changed("/tricks/0/cards", long),
        "trick 1, seat 0: leads a trick of 5 cards, expected 1 to 4"
    );
}

#[test]
fn unknown_suits_and_ranks_are_named() {
    assert_eq!(
        changed("/tricks/0/cards/2", json!("2x")),
        "trick 1, seat 2: '2x': no suit 'x', expected one of cdhs"
    );
    assert_eq!(
        changed("/hand", json!(["2h", "1s"])),
        "seat 0: '1s': no rank '1', expected one of A23456789TJQK"
    );
}

#[test]
fn eleven_seats_are_rejected() {
    let record = json!({"game": "el-dorado", "seats": 11, "seat": 0, "dealer": 3, "hand": []});
    assert_eq!(error(record), "seats cannot be 11, expected 2 to 10");
}

#[test]
fn wrong_leaders_and_calls_are_named() {
    assert_eq!(
        changed("/tricks/1/leader", json!(1)),
        "trick 2, seat 1: leads, but it is the turn of seat 2"
    );
    assert_eq!(
        changed("/calls/1/call", json!("7")),
        "seat 1: '7' is not a legal call, expected one of 0, 1, 2, 3, 4"
    );
    assert_eq!(changed("/calls/0/seat", json!(2)), "seat 2: called 2 out of turn");
    assert_eq!(changed("/seat", json!(4)), "seat is 4, expected 0 to 3");
    assert_eq!(
        changed("/upcard", Value::Null),
        "upcard is missing: a card is turned up in this game"
    );
    assert!(
        changed("/tricks/0/cards", json!(["Ah", "Kh", "2s"])).contains("trick 2, seat 2: leads")
    );
}

#[test]
fn unknown_fields_and_games_are_named() {
    let mut odd = record();
    odd["trumps"] = json!("h");
    assert!(error(odd).starts_with("unknown field `trumps`"));
    let mut none = record();
    none.as_object_mut().unwrap().remove("rules");
    assert_eq!(error(none.clone()), "neither game nor rules are given");
    none["game"] = json!("chess");
    assert!(error(none).starts_with("game: no rules 'chess', expected one of oh-hell, "));
}

/// Replaces a value somewhere in a record.
fn mutate(record: &mut Value, mut place: usize, with: &Value) {
    fn count(value: &Value) -> usize {
        match value {
            Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
            Value::Object(fields) => 1 + fields.values().map(count).sum::<usize>(),
            _ => 1,
        }
    }
    place %= count(record);
    let mut at = record;
    loop {
        if place == 0 {
            *at = with.clone();
            return;
        }
        place -= 1;
        let children: Vec<&mut Value> = match at {
            Value::Array(items) => items.iter_mut().collect(),
            Value::Object(fields) => fields.values_mut().collect(),
            _ => return,
        };
        let mut next = None;
        for child in children {
            let size = count(child);
            if place < size {
                next = Some(child);
                break;
            }
            place -= size;
        }
        match next {
            Some(child) => at = child,
            None => return,
        }
    }
}

#[test]
fn a_mutated_record_is_a_view_or_an_error_and_never_a_panic() {
    let values = [
        json!(null),
        json!(0),
        json!(1),
        json!(3),
        json!(9),
        json!(255),
        json!("As"),
        json!("2h"),
        json!("9s"),
        json!("look"),
        json!("trump h alone"),
        json!([]),
        json!(["Kh"]),
        json!(["Kh", "Kh", "2c", "3c"]),
        json!([{"leader": 1, "cards": ["Ah"]}]),
        json!(true),
    ];
    let mut rng = Rng::new(4);
    let mut views = 0;
    for (_, game) in all_games() {
        for number in 0..150u64 {
            let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
            let mut steps = rng.below(40);
            crate::common::play_until(&game, &mut state, &mut rng, |_| {
                steps = steps.saturating_sub(1);
                steps == 0
            });
            let view = game.view(&state, Seat::new(number as usize % game.seats()));
            let mut record = serde_json::to_value(ViewRecord::new(&game, &view, None)).unwrap();
            record.as_object_mut().unwrap().remove("rules");
            for _ in 0..=rng.below(2) {
                let value = &values[rng.below(values.len() as u32) as usize];
                mutate(&mut record, rng.below(1_000) as usize, value);
            }
            let Ok(record) = serde_json::from_value::<ViewRecord>(record) else { continue };
            if let Ok(view) = record.view(&game) {
                views += 1;
                // Whatever is read can be used as a view.
                let _ = (facedown_game::Hidden::worlds(&game, &view), game.constraints(&view));
                let mut legal = facedown_tricks::Legal::default();
                game.view_actions(&view, &mut legal);
            }
        }
    }
    assert!(views > 100, "{views}");
}

#[test]
fn the_example_of_the_documentation_is_a_view() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/tricks-view.md");
    let text = std::fs::read_to_string(path).unwrap();
    let json = text.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let record: ViewRecord = serde_json::from_str(json).unwrap();
    let game = record.game().unwrap();
    let view = record.view(&game).unwrap();
    assert_eq!((view.table().dealt(), view.table().to_act()), (4, seat(0)));
    assert!(facedown_game::Hidden::worlds(&game, &view).is_ok());
}
