//! Every call answers, and says what is wrong with a request.

use crate::common::{ask, games, position, service};
use facedown_search::Slice;
use facedown_service::{CALLS, ErrorKind, Progress, Request};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

fn timeless(mut answer: Value) -> Value {
    if let Some(totals) = answer.get_mut("totals") {
        totals["seconds"] = Value::Null;
    }
    if answer.get("seconds").is_some() {
        answer["seconds"] = Value::Null;
    }
    answer
}

#[test]
fn advice_is_given_in_every_game_and_slices_change_nothing() {
    let service = service();
    for game in games() {
        for steps in [0, 9] {
            let mut body = position(game, 3, steps);
            body["iterations"] = json!(300);
            body["seed"] = json!(5);
            let whole = ask(&service, "act", &body).unwrap();
            let first = &whole["actions"][0];
            assert_eq!(first["action"], whole["action"], "{game}");
            assert_eq!(first["text"], whole["text"], "{game}");
            let request = Request::read("act", body.to_string().as_bytes()).unwrap();
            let mut job = service.begin(&request).unwrap();
            let cancel = AtomicBool::new(false);
            let mut slices = 1;
            while !job.advance(Slice::iterations(50), &cancel).unwrap() {
                assert!(job.progress().is_some());
                slices += 1;
            }
            let sliced = serde_json::to_value(job.answer().unwrap()).unwrap();
            assert_eq!(timeless(sliced), timeless(whole), "{game} in {slices} slices");
        }
    }
}

#[test]
fn placements_are_solved_in_slices_too() {
    let service = service();
    let body = json!({"deal": "As Kd 7h 7c 2s", "iterations": 600, "seed": 3});
    let whole = ask(&service, "ofc/solve", &body).unwrap();
    assert_eq!(whole["placements"].as_array().unwrap().len(), 232);
    let request = Request::read("ofc/solve", body.to_string().as_bytes()).unwrap();
    let mut job = service.begin(&request).unwrap();
    let cancel = AtomicBool::new(false);
    let mut interim = 0;
    while !job.advance(Slice::iterations(100), &cancel).unwrap() {
        interim += usize::from(matches!(job.progress(), Some(Progress::Answer(_))));
    }
    assert!(interim > 0);
    assert!(job.spent().iterations >= 600);
    let sliced = serde_json::to_value(job.answer().unwrap()).unwrap();
    assert_eq!(timeless(sliced), timeless(whole));
}

#[test]
fn a_search_that_is_cut_short_has_an_answer() {
    let service = service();
    let body = json!({
        "board": "Qs / 7c 7d 2h / 9s Ts Js", "deal": "Qd 8s 4c",
        "opponents": ["Ah / Kd Kc 5d / 6h 6c 3h"], "timeout_ms": 50_000,
    });
    let request = Request::read("ofc/solve", body.to_string().as_bytes()).unwrap();
    let mut job = service.begin(&request).unwrap();
    let cancel = AtomicBool::new(false);
    assert!(!job.advance(Slice::iterations(1), &cancel).unwrap());
    let answer = serde_json::to_value(job.answer().unwrap()).unwrap();
    assert!(!answer["placements"].as_array().unwrap().is_empty());
    let body = position("riichi", 2, 4);
    let request = Request::read("act", body.to_string().as_bytes()).unwrap();
    let job = service.begin(&request).unwrap();
    let answer = serde_json::to_value(job.answer().unwrap()).unwrap();
    assert!(!answer["actions"].as_array().unwrap().is_empty());
}

#[test]
fn kernels_answer_as_their_crates_do() {
    let service = service();
    let answer = ask(&service, "gin/deadwood", &json!({"hands": ["4c 5c 6c 5d 5h"], "all": true}));
    let answer = answer.unwrap();
    assert_eq!(answer["hands"][0]["deadwood"], 10);
    assert!(answer["hands"][0]["groupings"].is_array());
    let brief = json!({"hands": ["4c 5c 6c 5d 5h", "Ks"], "brief": true});
    assert_eq!(ask(&service, "gin/deadwood", &brief).unwrap(), json!({"deadwood": [10, 10]}));

    let cards = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc";
    let answer = ask(&service, "ofc/fantasy", &json!({"cards": cards, "all": 5})).unwrap();
    assert_eq!(answer["settings"][0]["stays"], true);

    let boards = json!({"boards": [
        "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h",
        "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d",
    ]});
    let answer = ask(&service, "ofc/score", &boards).unwrap();
    assert_eq!(answer["pairs"][0]["points"], 24);

    let answer = ask(&service, "riichi/hand", &json!({"tiles": "123m406p7789s1122z"})).unwrap();
    assert_eq!(answer["shanten"], 0);
    let ev = json!({"tiles": "123m406p7789s1122z", "ev": {"turn": 6}});
    let answer = ask(&service, "riichi/hand", &ev).unwrap();
    assert_eq!(answer["ev"]["discards"][0]["tile"], "7s");
    let win = json!({"tiles": "234m345567p5567s", "dora": "4s",
        "win": {"tile": "8s", "tsumo": true, "riichi": "single", "honba": 1}});
    let answer = ask(&service, "riichi/hand", &win).unwrap();
    assert_eq!(answer["win"]["wins"], true);
    assert_eq!(answer["win"]["payment"]["honba"], 1);

    let mut body = position("riichi", 4, 0);
    body.as_object_mut().unwrap().remove("game");
    let answer = ask(&service, "riichi/danger", &body).unwrap();
    assert_eq!(answer["opponents"].as_array().unwrap().len(), 3);
    assert!(answer["discards"][0]["deal_in"].as_f64().unwrap() < 0.1);

    let mut body = position("hearts", 4, 20);
    body["n"] = json!(7);
    let answer = ask(&service, "tricks/deals", &body).unwrap();
    assert_eq!(answer["deals"].as_array().unwrap().len(), 7);
    assert_eq!(answer["deals"][0].as_array().unwrap().len(), 5);

    let answer = ask(&service, "games", &json!({})).unwrap();
    assert_eq!(answer["games"].as_array().unwrap().len(), games().count());
}

#[test]
fn logs_are_replayed_and_bad_ones_are_named() {
    let log = include_str!("../../../../testdata/riichi/tonpu.mjlog");
    let body = json!({"logs": [{"name": "a", "text": log}, {"name": "b", "text": "<nothing>"}]});
    let answer = ask(&service(), "riichi/replay", &body).unwrap();
    assert_eq!(answer["agreed"], 1);
    assert_eq!(answer["unreadable"][0]["log"], "b");
    let games = answer["counts"].as_array().unwrap().iter().find(|c| c["event"] == "games");
    assert_eq!(games.unwrap()["count"], 1);
}

#[test]
fn a_bad_request_names_its_field() {
    let view = position("gin", 1, 3);
    let with = |field: &str, value: Value| {
        let mut body = view.clone();
        body[field] = value;
        body
    };
    let long = vec!["As"; 50_001];
    let cases = [
        ("gin/deadwood", json!({"hands": ["As", "Zz"]}), "hands[1]"),
        ("gin/deadwood", json!({"hands": ["As As"]}), "hands[0]"),
        ("gin/deadwood", json!({"hands": long}), "hands"),
        ("gin/deadwood", json!({"hands": ["As"], "hnds": 1}), "hnds"),
        ("gin/deadwood", json!({"hands": [3]}), "hands[0]"),
        ("ofc/fantasy", json!({"cards": "As"}), "cards"),
        ("ofc/fantasy", json!({"cards": "As", "rules": "none"}), "rules"),
        ("ofc/score", json!({"boards": ["Qs Qd 7c / 9c", "Qs Qx"]}), "boards[0]"),
        ("riichi/hand", json!({"tiles": "123x"}), "tiles"),
        ("riichi/hand", json!({"tiles": "123m", "seats": 7}), "seats"),
        ("riichi/hand", json!({"tiles": "123m", "melds": ["123"]}), "melds[0]"),
        ("riichi/hand", json!({"tiles": "1111m", "visible": "1m"}), "visible"),
        ("riichi/hand", json!({"tiles": "123m406p7789s1122z", "ev": {"turn": 99}}), "ev.turn"),
        ("riichi/hand", json!({"tiles": "123m406p7789s1122z", "ev": {"others": 2.0}}), "ev"),
        ("riichi/replay", json!({"logs": [{}]}), "logs[0]"),
        ("act", with("game", json!("go")), "game"),
        ("act", with("bot", json!("alphago")), "bot"),
        ("act", with("bot", json!("ismcts:memory=1")), "bot"),
        ("act", with("params", json!({"threads": 64})), "params"),
        ("act", with("params", json!({"speed": 64})), "params"),
        ("act", with("iterations", json!(0)), "iterations"),
        ("act", with("timeout_ms", json!(10_000_000)), "timeout_ms"),
        ("act", with("view", json!({"seat": 9})), "view"),
        ("act", with("rules", json!("none")), "rules"),
        ("act", with("seconds", json!(1e9)), "seconds"),
        ("act", with("seconds", json!(0)), "seconds"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "threads": 2}), "threads"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "memory": 1 << 30}), "memory"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "memory": 1}), "memory"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "past": [["Ad"]]}), "past"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "past": [vec!["Ad"; 9]]}), "past"),
        ("ofc/solve", json!({"deal": "As Kd 7h 7c 2s", "parallel": "tree"}), "parallel"),
        ("riichi/hand", json!({"tiles": "1z", "ev": {"rules": {"kirage": true}}}), "ev.rules"),
        ("tricks/deals", view.clone(), "game"),
        ("nothing", json!({}), "call"),
    ];
    let service = service();
    for (call, body, field) in cases {
        let error = ask(&service, call, &body).unwrap_err();
        let found = error.field.as_deref().unwrap_or_default();
        assert_eq!(found, field, "{call} {error}");
        assert_ne!(error.kind, ErrorKind::Internal, "{error}");
        assert!(!error.message.is_empty() && error.message.len() < 4_000, "{error}");
    }
}

#[test]
fn a_request_can_name_its_call() {
    let request = Request::read_named(r#"{"call": "gin/deadwood", "hands": ["Ks"]}"#).unwrap();
    assert_eq!(request.name(), "gin/deadwood");
    for (text, field) in
        [("{}", Some("call")), (r#"{"call": 3}"#, Some("call")), ("[]", None), ("{", None)]
    {
        assert_eq!(Request::read_named(text).unwrap_err().field.as_deref(), field, "{text}");
    }
    let nested = "[".repeat(100_000);
    assert!(Request::read_named(&format!(r#"{{"call": "act", "view": {nested}"#)).is_err());
    assert!(CALLS.iter().all(|call| call.about.ends_with('.')));
}

#[test]
fn a_message_has_the_value_first_and_a_door_names_its_option() {
    for (call, body, name, text) in [
        (
            "act",
            json!({"view": {}, "iterations": 0}),
            "--iterations",
            "--iterations is 0, expected 1 to",
        ),
        (
            "ofc/solve",
            json!({"deal": "", "pruning_visits": -1}),
            "pruning_visits",
            "pruning_visits is -1, expected a whole number, not below 0",
        ),
        (
            "ofc/solve",
            json!({"deal": "", "parallel": "tree"}),
            "parallel",
            "parallel is 'tree', expected",
        ),
        ("ofc/solve", json!({"deal": 5}), "deal", "deal is 5, expected a string"),
        ("ofc/solve", json!({"deal": "", "rules": "x"}), "--rules", "--rules 'x': "),
    ] {
        let error = ask(&service(), call, &body).unwrap_err();
        assert!(error.about(name).starts_with(text), "{}", error.about(name));
    }
}

#[test]
fn on_the_own_machine_a_search_may_have_threads_and_answers_do_not_depend_on_them() {
    let local = facedown_service::Service::local();
    let solve = |threads: usize| {
        let body = json!({"deal": "As Kd 7h 7c 2s", "iterations": 300, "threads": threads});
        timeless(ask(&local, "ofc/solve", &body).unwrap())
    };
    assert_eq!(solve(1), solve(2));
    let many = json!({"deal": "As Kd 7h 7c 2s", "threads": 65});
    assert_eq!(ask(&local, "ofc/solve", &many).unwrap_err().field.as_deref(), Some("threads"));
}
