//! `facedown riichi danger`.

use crate::common::{run, run_with_input};
use serde_json::{Value, json};

fn view() -> Value {
    json!({"game": "riichi", "rules": "tenhou", "view":
    {"seat": 2, "dora": "3s", "hand": "147p258m1289s1256z", "drawn": "6z", "steps": [
        {"seat": 0, "discard": "9p"}, {"seat": 1, "discard": "4p"},
        {"seat": 2, "discard": "3z"}, {"seat": 3, "discard": "1z"},
        {"seat": 0, "discard": "2z"}, {"seat": 1, "discard": "7s", "riichi": true},
    ]}})
}

#[test]
fn every_discard_has_its_chance_and_reasons() {
    let input = view().to_string();
    let answer = run_with_input(&["riichi", "danger", "-"], input.as_bytes());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.contains("seat 1  tenpai 100"), "{}", answer.out);
    assert!(answer.out.contains("suji of 4p"), "{}", answer.out);
    let answer = run_with_input(&["riichi", "danger", "-", "--json"], input.as_bytes());
    let record: Value = serde_json::from_str(&answer.out).unwrap();
    let discards = record["discards"].as_array().unwrap();
    assert_eq!(discards.len(), 14);
    assert_eq!(discards[0]["against"].as_array().unwrap().len(), 3);
    assert!(discards[13]["deal_in"].as_f64() > Some(0.03));
}

#[test]
fn another_game_and_a_view_without_a_discard_are_named() {
    let gin = json!({"game": "gin", "view": {}}).to_string();
    let answer = run_with_input(&["riichi", "danger", "-"], gin.as_bytes());
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("game: \"gin\", expected \"riichi\""), "{}", answer.err);
    let mut waiting = view();
    waiting["view"]["steps"].as_array_mut().unwrap().pop();
    waiting["view"]["hand"] = "147p258m1289s125z".into();
    waiting["view"].as_object_mut().unwrap().remove("drawn");
    waiting["view"]["turn"] = 1.into();
    let answer = run_with_input(&["riichi", "danger", "-"], waiting.to_string().as_bytes());
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    assert!(answer.err.contains("seat 2 has no discard to choose"), "{}", answer.err);
    assert_eq!(run(&["riichi", "danger", "/no/such/file"]).code, Some(2));
}
