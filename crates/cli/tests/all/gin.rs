//! `facedown gin deadwood`.

use crate::common::{assert_golden, complaint, good, json, refused, run_with_input};
use serde_json::{Value, json};

const TEN: &str = "As2s3s 9c9d9h Kd 2c 7h 7d";
const ELEVEN: &str = "4s 5s 6s 7s 7c 7d 7h 9d Ts Ks 2c";

#[test]
fn a_hand_of_ten_has_deadwood_melds_and_loose_cards() {
    assert_golden("deadwood-ten", &good(&["gin", "deadwood", TEN]));
}

#[test]
fn a_hand_of_eleven_counts_all_and_names_the_best_discards() {
    assert_golden("deadwood-eleven", &good(&["gin", "deadwood", ELEVEN]));
}

#[test]
fn all_groupings_are_listed_on_request() {
    let hands = ["4c 5c 6c 5d 5h", "2h3h4h5h6h7h", "Kd"];
    assert_golden("deadwood-all", &good(&[&["gin", "deadwood", "--all"], &hands[..]].concat()));
}

#[test]
fn several_hands_are_answered_one_after_another() {
    let both = good(&["gin", "deadwood", TEN, ELEVEN]);
    let each = [TEN, ELEVEN].map(|hand| good(&["gin", "deadwood", hand]));
    assert_eq!(both, each.join("\n"));
}

#[test]
fn hands_are_read_from_standard_input_one_on_a_line() {
    let run = run_with_input(&["gin", "deadwood", "-"], format!("{TEN}\n\n  {ELEVEN}").as_bytes());
    assert_eq!(run.out, good(&["gin", "deadwood", TEN, ELEVEN]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn a_bad_line_of_standard_input_is_named() {
    let args = ["gin", "deadwood", "--json", "-"];
    let run = run_with_input(&args, b"As 2s\n\nAs 9x\n");
    assert_eq!(complaint(run, &args), "line 3: '9x': no suit 'x', expected one of cdhs");
    let run = run_with_input(&args, b"\xff\xfe\n");
    assert!(complaint(run, &args).starts_with("line 1: "));
}

#[test]
fn json_and_text_agree() {
    let answer = json(&["gin", "deadwood", "--json", "--all", TEN, ELEVEN]);
    let [ten, eleven] = answer["hands"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!(ten["deadwood"], 26);
    assert_eq!(ten["melds"], json!([["9c", "9d", "9h"], ["As", "2s", "3s"]]));
    assert_eq!(ten["loose"], json!(["2c", "7d", "Kd", "7h"]));
    assert_eq!(ten["groupings"].as_array().unwrap().len(), 1);
    assert_eq!((&ten["best_discard"], &ten["discards"]), (&Value::Null, &Value::Null));
    assert_eq!(eleven["deadwood"], 31);
    assert_eq!(eleven["best_discard"], "Ts");
    let discards = eleven["discards"].as_array().unwrap();
    assert_eq!(discards.len(), 11);
    assert_eq!((&discards[0]["card"], &discards[0]["deadwood"]), (&json!("Ts"), &json!(21)));
    assert_eq!((&discards[10]["card"], &discards[10]["deadwood"]), (&json!("5s"), &json!(41)));
    assert_eq!(discards[10]["loose"], json!(["2c", "9d", "4s", "6s", "Ts", "Ks"]));
}

#[test]
fn no_hand_at_all_is_an_empty_document() {
    assert_eq!(json(&["gin", "deadwood", "--json", "-"]), json!({"hands": []}));
}

#[test]
fn a_hand_that_is_none_is_refused_and_named() {
    let twelve = "Ac2c3c4c5c6c7c8c9cTcJcQc";
    let cases = [
        ("As 9x", "'9x': no suit 'x', expected one of cdhs".to_owned()),
        ("1s", "'1s': no rank '1', expected one of A23456789TJQK".to_owned()),
        ("As T", "'T': a card is a rank and a suit, not 1 characters".to_owned()),
        ("Td As td", "Td is there twice".to_owned()),
        (twelve, format!("'{twelve}': 12 cards, expected 1 to 11")),
        (" ", "' ': 0 cards, expected 1 to 11".to_owned()),
        ("\u{1b}[2J", r"'\u{1b}[': no rank '\u{1b}', expected one of A23456789TJQK".to_owned()),
    ];
    for (hand, expected) in cases {
        assert_eq!(refused(&["gin", "deadwood", hand]), expected);
        // A good hand before it is not answered either.
        assert_eq!(refused(&["gin", "deadwood", TEN, hand]), expected);
    }
}
