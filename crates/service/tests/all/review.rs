//! Reviews of riichi logs and of records of every game.

use crate::common::{ask, games, service};
use facedown_catalog::game;
use facedown_game::Turn;
use facedown_search::Slice;
use facedown_service::{ErrorKind, Progress, Request};
use serde_json::{Map, Value, json};
use std::sync::atomic::AtomicBool;

const LOG: &str = include_str!("../../../../testdata/riichi/tonpu.mjlog");

/// A record of random play.
fn record(name: &str, seed: u64, most: usize) -> Value {
    let game = game(name, &Map::new()).unwrap();
    let mut matches = game.begin_match(seed);
    let mut random = game.bot("random", seed).unwrap();
    let (mut actions, mut hand) = (Vec::new(), matches.next_hand().unwrap());
    while actions.len() < most {
        let Turn::Act(seat) = hand.turn() else { break };
        let action = random.choose(&*hand.view(seat.index()).unwrap()).unwrap().unwrap();
        hand.apply(action).unwrap();
        actions.push(action);
        if hand.turn() == Turn::Over {
            matches.finish_hand(&*hand);
            let Some(next) = matches.next_hand() else { break };
            hand = next;
        }
    }
    json!({"version": 1, "game": name, "seed": seed, "actions": actions})
}

#[test]
fn a_riichi_log_is_reviewed_in_slices_as_at_once() {
    let service = service();
    let body = json!({"log": {"name": "a", "text": LOG}, "seat": 1, "iterations": 6, "seed": 3});
    let whole = ask(&service, "riichi/review", &body).unwrap();
    assert_eq!((&whole["seat"], &whole["iterations"]), (&json!(1), &json!(6)));
    assert!(whole["totals"][0]["decisions"].as_u64().unwrap() > 20);
    let request = Request::read("riichi/review", body.to_string().as_bytes()).unwrap();
    let mut job = service.begin(&request).unwrap();
    let (cancel, mut last) = (AtomicBool::new(false), 0.0);
    while !job.advance(Slice::iterations(32), &cancel).unwrap() {
        let Some(Progress::Share(share)) = job.progress() else { panic!("a share") };
        assert!(share >= last);
        last = share;
    }
    assert!(job.spent().worlds > 0);
    assert_eq!(serde_json::to_value(job.answer().unwrap()).unwrap(), whole);
}

#[test]
fn an_opinion_has_every_option_with_its_loss() {
    let service = service();
    let open = json!({"game": "riichi", "hands": 1, "seed": 4});
    let table = ask(&service, "tables/create", &open).unwrap();
    let seat = json!({"table": table["table"], "token": table["tokens"][0]["token"]});
    let seen = ask(&service, "tables/look", &seat).unwrap();
    let body = json!({"rules": seen["rules"], "view": seen["view"], "iterations": 40, "seed": 2});
    let whole = ask(&service, "riichi/opinion", &body).unwrap();
    assert_eq!((&whole["worlds"], &whole["seat"]), (&json!(40), &seen["seat"]));
    let options = whole["options"].as_array().unwrap();
    // A tile of the hand and the same tile just drawn are one option.
    let mut texts: Vec<String> = seen["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["text"].as_str().unwrap().trim_end_matches('*').to_owned())
        .collect();
    texts.sort();
    texts.dedup();
    let mut found: Vec<&str> = options.iter().map(|one| one["text"].as_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, texts);
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(options[0]["loss_ci"].is_null() && number(&options[0]["loss"]) == 0.0);
    for one in &options[1..] {
        let gap = number(&options[0]["value"]) - number(&one["value"]);
        assert!((gap - number(&one["loss"])).abs() < 1e-9);
        let [low, high] = [0, 1].map(|end| number(&one["loss_ci"][end]));
        assert!(low <= gap && gap <= high, "{low} {gap} {high}");
    }
    let request = Request::read("riichi/opinion", body.to_string().as_bytes()).unwrap();
    let mut job = service.begin(&request).unwrap();
    while !job.advance(Slice::iterations(1), &AtomicBool::new(false)).unwrap() {
        assert!(matches!(job.progress(), Some(Progress::Answer(_))));
    }
    assert_eq!(serde_json::to_value(job.answer().unwrap()).unwrap(), whole);
    let none = json!({"view": seen["view"], "iterations": 1});
    let refused = ask(&service, "riichi/opinion", &none).unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("worlds"));
}

#[test]
fn a_review_that_is_due_has_what_is_done() {
    let service = service();
    let body = json!({"log": {"text": LOG}, "iterations": 1000});
    let request = Request::read("riichi/review", body.to_string().as_bytes()).unwrap();
    let mut job = service.begin(&request).unwrap();
    let cancel = AtomicBool::new(false);
    assert!(!job.advance(Slice::iterations(20), &cancel).unwrap());
    let answer = serde_json::to_value(job.answer().unwrap()).unwrap();
    assert_eq!(answer["stopped"], true);
}

#[test]
fn records_of_every_game_are_reviewed() {
    let service = service();
    for name in games() {
        let record = record(name, 5, 24);
        let body = json!({"record": record, "iterations": 40, "worlds": 12, "seed": 1});
        let answer = ask(&service, "review", &body).unwrap();
        let decisions = answer["hands"].as_array().unwrap().iter();
        let decisions: Vec<&Value> =
            decisions.flat_map(|hand| hand["decisions"].as_array().unwrap()).collect();
        assert!(decisions.len() > 4, "{name}: {}", decisions.len());
        for decision in &decisions {
            let low = decision["interval"][0].as_f64();
            assert_eq!(decision["mistake"], low.is_some_and(|low| low > 0.0), "{name} {decision}");
            assert!(decision["loss"].as_f64().unwrap() >= 0.0);
            let same = decision["played"] == decision["advised"];
            assert_eq!(same, decision["interval"].is_null(), "{name} {decision}");
        }
        let counted: u64 = answer["totals"]
            .as_array()
            .unwrap()
            .iter()
            .map(|total| total["decisions"].as_u64().unwrap())
            .sum();
        assert_eq!(counted as usize, decisions.len(), "{name}");
        assert_eq!(ask(&service, "review", &body).unwrap(), answer, "{name}: equal seeds");
    }
}

#[test]
fn a_table_hands_out_its_record_once_it_is_over() {
    let service = service();
    let setup = json!({"game": "gin", "hands": 1, "seed": 5,
        "seats": [{}, {"bot": "greedy", "iterations": 5}]});
    let created = ask(&service, "tables/create", &setup).unwrap();
    let seat = json!({"table": created["table"], "token": created["tokens"][0]["token"]});
    let early = ask(&service, "tables/record", &seat).unwrap_err();
    assert_eq!(early.kind, ErrorKind::Conflict);
    ask(&service, "tables/resign", &seat).unwrap();
    let record = ask(&service, "tables/record", &seat).unwrap();
    assert_eq!((&record["game"], &record["seed"]), (&json!("gin"), &json!(5)));
    let text = record.to_string();
    assert!(!text.contains(created["tokens"][0]["token"].as_str().unwrap()), "no tokens");
    ask(&service, "review", &json!({"record": record, "iterations": 5, "worlds": 2})).unwrap();
}

#[test]
fn what_is_wrong_with_a_review_is_named() {
    let service = service();
    let log = json!({"text": LOG});
    for (call, body, field) in [
        ("riichi/review", json!({"log": log, "seat": 4}), "seat"),
        ("riichi/review", json!({"log": log, "iterations": 1}), "worlds"),
        ("riichi/review", json!({"log": log, "rules": "x"}), "rules"),
        ("riichi/review", json!({"log": {"text": "nothing"}}), "log"),
        ("riichi/review", json!({"log": {"base64": "!"}}), "log.base64"),
        ("riichi/review", json!({"log": {}}), "log"),
        (
            "review",
            json!({"record": {"version": 2, "game": "gin", "seed": 1, "actions": []}}),
            "record.version",
        ),
        (
            "review",
            json!({"record": {"version": 1, "game": "go", "seed": 1, "actions": []}}),
            "record.game",
        ),
        (
            "review",
            json!({"record": {"version": 1, "game": "gin", "seed": 1, "actions": [9999]}}),
            "record.actions[0]",
        ),
        ("review", json!({"record": record("gin", 1, 8), "seat": 2}), "seat"),
        ("review", json!({"record": record("gin", 1, 8), "worlds": 1}), "worlds"),
        ("review", json!({"record": record("gin", 1, 8), "bot": "nobody"}), "bot"),
    ] {
        let error = ask(&service, call, &body).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{error}");
    }
}
