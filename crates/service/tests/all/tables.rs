//! Tables: whole games against bots, tokens, undo, resigning, and stores.

use crate::common::{ask, games, service, with_store};
use facedown_service::{ErrorKind, MemoryStore, Service, Store};
use serde_json::{Value, json};
use std::sync::Arc;

struct Seat<'a> {
    service: &'a Service,
    table: String,
    token: String,
}

impl<'a> Seat<'a> {
    fn open(service: &'a Service, body: &Value) -> Self {
        let answer = ask(service, "tables/create", body).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (table, token) = (text(&answer["table"]), text(&answer["tokens"][0]["token"]));
        Self { service, table, token }
    }

    fn call(&self, call: &str, more: &Value) -> Result<Value, facedown_service::ServiceError> {
        let mut body = json!({"table": self.table, "token": self.token});
        for (field, value) in more.as_object().unwrap() {
            body[field] = value.clone();
        }
        ask(self.service, call, &body)
    }

    fn look(&self) -> Value {
        self.call("tables/look", &json!({})).unwrap()
    }

    fn act(&self, action: &Value) -> Value {
        self.call("tables/act", &json!({"action": action})).unwrap()
    }
}

/// A quick table: the person in seat 0 against bots that do not search.
fn quick(game: &str, hands: u32, seed: u64) -> Value {
    let seats = facedown_catalog::game(game, &serde_json::Map::new()).unwrap().seats();
    let bot = |seat: usize| if seat == 0 { json!({}) } else { json!({"bot": "random"}) };
    let seats: Vec<Value> = (0..seats).map(bot).collect();
    json!({"game": game, "hands": hands, "seed": seed, "seats": seats})
}

#[test]
fn a_game_of_every_kind_is_played_to_its_end() {
    let store = Arc::new(MemoryStore::default());
    let service = with_store(Arc::clone(&store));
    for game in games() {
        let seat = Seat::open(&service, &quick(game, 2, 9));
        let mut answer = seat.look();
        let mut events = answer["events"].as_array().unwrap().clone();
        let mut turns = 0;
        while answer["over"] == false {
            assert_eq!(answer["your_turn"], true, "{game}");
            let actions = answer["actions"].as_array().unwrap();
            let action = actions[turns % actions.len()]["action"].clone();
            answer =
                seat.call("tables/act", &json!({"action": action, "seen": events.len()})).unwrap();
            events.extend(answer["events"].as_array().unwrap().iter().cloned());
            turns += 1;
            assert!(turns < 2_000, "{game} does not end");
        }
        // A match may be over after one hand.
        let hands = answer["results"].as_array().unwrap().len();
        assert!((1..=2).contains(&hands), "{game}");
        let history = seat.call("tables/history", &json!({})).unwrap();
        assert_eq!(history["events"], Value::from(events), "{game}");
        assert_eq!(history["views"].as_array().unwrap().len(), hands, "{game}");
        let error = seat.call("tables/act", &json!({"action": 0})).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict);
    }
    // A new service on the same store knows the same.
    assert_eq!(store.take_saved().len(), games().count());
}

#[test]
fn a_table_of_search_bots_depends_on_its_seed_alone() {
    let body = |seed: u64| {
        json!({"game": "hearts", "hands": 1, "seed": seed, "seats": [
            {}, {"bot": "search", "iterations": 40}, {"bot": "ismcts", "iterations": 40},
            {"bot": "rule"}]})
    };
    let play = |seed: u64| {
        let service = service();
        let seat = Seat::open(&service, &body(seed));
        let mut answer = seat.look();
        while answer["over"] == false {
            answer = seat.act(&answer["actions"][0]["text"]);
        }
        seat.call("tables/history", &json!({})).unwrap()
    };
    assert_eq!(play(4), play(4));
    assert_ne!(play(4), play(5));
}

#[test]
fn a_move_of_several_cards_is_one_action_and_can_be_taken_back_card_by_card() {
    let service = service();
    let seat = Seat::open(&service, &quick("hearts", 1, 3));
    let answer = seat.look();
    assert_eq!(answer["selection"]["count"], 3);
    // Two cards by id: nothing hidden is learnt until the third.
    let first = seat.act(&answer["actions"][0]["action"]);
    assert_eq!(first["can_undo"], true);
    let second = seat.act(&first["actions"][0]["action"]);
    assert_eq!(second["can_undo"], true);
    let back = seat.call("tables/undo", &json!({})).unwrap();
    assert_eq!(back["view"], first["view"]);
    let back = seat.call("tables/undo", &json!({})).unwrap();
    assert_eq!(back["view"], answer["view"]);
    let error = seat.call("tables/undo", &json!({})).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
    let passed = seat.act(&answer["selection"]["example"]);
    assert_eq!(passed["can_undo"], false);
    assert_eq!(seat.call("tables/undo", &json!({})).unwrap_err().kind, ErrorKind::Conflict);
}

#[test]
fn a_draw_cannot_be_taken_back() {
    let service = service();
    let body = json!({"game": "gin", "seed": 1, "seats": [{}, {}]});
    let created = ask(&service, "tables/create", &body).unwrap();
    let seat = |i: usize| Seat {
        service: &service,
        table: created["table"].as_str().unwrap().to_owned(),
        token: created["tokens"][i]["token"].as_str().unwrap().to_owned(),
    };
    let seats = [seat(0), seat(1)];
    let mut drawn = 0;
    for _ in 0..12 {
        let looks = [seats[0].look(), seats[1].look()];
        let to_act = usize::from(looks[1]["your_turn"] == true);
        let act = |text: &str| {
            let actions = looks[to_act]["actions"].as_array().unwrap();
            actions.iter().find(|action| action["text"] == text).map(|a| a["action"].clone())
        };
        let stock = act("stock");
        let any = looks[to_act]["actions"][0]["action"].clone();
        let answer = seats[to_act].act(stock.as_ref().unwrap_or(&any));
        if stock.is_some() {
            drawn += 1;
            assert_eq!(answer["can_undo"], false, "a card was drawn");
        } else {
            assert_eq!(answer["can_undo"], true, "nothing was learnt");
        }
        // The other seat learns of it, and has nothing to take back.
        assert_eq!(seats[1 - to_act].look()["can_undo"], false);
    }
    assert!(drawn > 0);
}

#[test]
fn a_seat_needs_its_own_token() {
    let service = service();
    let seat = Seat::open(&service, &quick("gin", 1, 2));
    let wrong = Seat { token: "0".repeat(32), table: seat.table.clone(), service: &service };
    for call in ["tables/look", "tables/history", "tables/undo", "tables/resign"] {
        let error = wrong.call(call, &json!({})).unwrap_err();
        assert_eq!((error.kind, error.field.as_deref()), (ErrorKind::Forbidden, Some("token")));
    }
    let nowhere = Seat { table: "f".repeat(32), token: seat.token.clone(), service: &service };
    assert_eq!(nowhere.call("tables/look", &json!({})).unwrap_err().kind, ErrorKind::NotFound);
    let strange = Seat { table: "../x".into(), token: seat.token.clone(), service: &service };
    assert_eq!(strange.call("tables/look", &json!({})).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn resigning_ends_a_table() {
    let service = service();
    let seat = Seat::open(&service, &quick("gin", 1, 2));
    let answer = seat.call("tables/resign", &json!({})).unwrap();
    assert_eq!(answer["over"], true);
    assert_eq!(answer["winners"], json!([1]));
    assert_eq!(seat.look()["resigned"], 0);
    assert_eq!(seat.call("tables/resign", &json!({})).unwrap_err().kind, ErrorKind::Conflict);
}

#[test]
fn a_table_can_be_removed() {
    let service = service();
    let seat = Seat::open(&service, &quick("gin", 1, 1));
    assert_eq!(seat.call("tables/remove", &json!({})).unwrap()["removed"], true);
    let gone = seat.call("tables/look", &json!({})).unwrap_err();
    assert_eq!(gone.kind, ErrorKind::NotFound);
    assert_eq!(seat.call("tables/remove", &json!({})).unwrap_err().kind, ErrorKind::NotFound);
}

#[test]
fn a_table_is_not_taken_from_another_person() {
    let service = service();
    let body = json!({ "game": "gin", "hands": 1, "seed": 1, "seats": [{}, {}] });
    let seat = Seat::open(&service, &body);
    let refused = seat.call("tables/remove", &json!({})).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Conflict);
    seat.call("tables/resign", &json!({})).unwrap();
    seat.call("tables/remove", &json!({})).unwrap();
}

#[test]
fn an_action_sent_twice_acts_once() {
    let service = service();
    let seat = Seat::open(&service, &quick("gin", 1, 2));
    let answer = seat.look();
    let body = json!({"action": answer["actions"][0]["action"], "seen": answer["seen"]});
    seat.call("tables/act", &body).unwrap();
    assert_eq!(seat.call("tables/act", &body).unwrap_err().kind, ErrorKind::Conflict);
}

#[test]
fn a_refused_action_changes_nothing() {
    let service = service();
    let seat = Seat::open(&service, &quick("hearts", 1, 3));
    let answer = seat.look();
    let held = answer["actions"][0]["action"].clone();
    for action in [json!(9_999), json!("Zz"), json!([]), json!([held, held]), json!("pass As")] {
        let error = seat.call("tables/act", &json!({"action": action})).unwrap_err();
        assert_eq!((error.kind, error.field.as_deref()), (ErrorKind::Invalid, Some("action")));
    }
    assert_eq!(seat.look(), answer);
}

#[test]
fn a_bad_table_names_its_field() {
    let service = service();
    let cases = [
        (json!({"game": "go"}), "game"),
        (json!({"game": "gin", "rules": {"speed": 1}}), "rules"),
        (json!({"game": "gin", "hands": 0}), "hands"),
        (json!({"game": "gin", "seats": [{}]}), "seats"),
        (json!({"game": "gin", "seats": [{"bot": "random"}, {"bot": "random"}]}), "seats"),
        (json!({"game": "gin", "seats": [{}, {"bot": "deep"}]}), "seats[1].bot"),
        (json!({"game": "gin", "seats": [{}, {"bot": "search:9s"}]}), "seats[1].bot"),
        (
            json!({"game": "gin", "seats": [{}, {"bot": "search", "timeout_ms": 999_999}]}),
            "seats[1].timeout_ms",
        ),
    ];
    for (body, field) in cases {
        let error = ask(&service, "tables/create", &body).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{error}");
    }
}

#[test]
fn a_secret_seed_differs_from_table_to_table() {
    let store = Arc::new(MemoryStore::default());
    let service = with_store(Arc::clone(&store));
    let views: Vec<Value> = (0..2)
        .map(|_| Seat::open(&service, &json!({"game": "gin"})).look()["view"]["hand"].clone())
        .collect();
    assert_ne!(views[0], views[1]);
    assert!(store.load(&"0".repeat(32)).unwrap().is_none());
}
