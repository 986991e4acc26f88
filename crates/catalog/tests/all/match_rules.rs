//! Rules of matches: what cannot be a match is refused by name, and everything else has a first hand.

use facedown_catalog::{AdviseSpec, GAMES, game};
use serde_json::{Map, Value, json};

fn options(record: Value) -> Map<String, Value> {
    match record {
        Value::Object(options) => options,
        other => panic!("{other} is no record"),
    }
}

#[test]
fn every_match_has_a_first_hand_or_its_option_is_named() {
    let (mut refused, mut begun) = (0, 0);
    for info in GAMES {
        for preset in info.presets {
            let rules = game(info.name, &options(json!({"rules": preset}))).unwrap().rules();
            let name = if info.name == "ofc" { "matches" } else { "match" };
            let numbers = rules[name].as_object().unwrap().iter();
            for (option, _) in numbers.filter(|(_, value)| value.is_number() || value.is_null()) {
                for value in [0, -1, 1, 2, -100, 500, 32_768, 65_535, 65_536, -1_000_000] {
                    let asked = options(json!({"rules": preset, name: {option: value}}));
                    match game(info.name, &asked) {
                        Ok(game) => {
                            let hand = game.begin_match(1).next_hand();
                            assert!(hand.is_some(), "{} {preset} {option}={value}", info.name);
                            begun += 1;
                        }
                        Err(error) => {
                            let why = error.to_string();
                            assert!(why.contains(&format!("{name}.{option}")), "{why}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 50 && begun > 50, "{refused} refused, {begun} begun");
}

#[test]
fn a_goal_at_the_score_of_the_start_is_refused() {
    for name in ["hearts", "spades", "oh-hell", "el-dorado"] {
        for (option, expected) in [("reach", "1 to 100000"), ("floor", "-100000 to -1")] {
            let why = game(name, &options(json!({"match": {option: 0}}))).err().unwrap();
            let expected = format!("match.{option} cannot be 0, expected {expected}");
            assert!(why.to_string().ends_with(&expected), "{why}");
        }
    }
}

#[test]
fn the_rules_of_a_match_have_one_name_in_every_game() {
    let named = |record: Value| game("ofc", &options(record)).map(|game| game.rules());
    let five = named(json!({"matches": {"hands": 5}})).unwrap();
    assert_eq!(five["matches"]["hands"], 5);
    for same in [
        json!({"match": {"hands": 5}}),
        json!({"length": 5}),
        json!({"match": {"play_out": true}, "length": 5}),
    ] {
        assert_eq!(named(same).unwrap(), five);
    }
    let why = named(json!({"match": {"hands": 5}, "matches": {"hands": 5}})).unwrap_err();
    assert_eq!(why.to_string(), "both match and its alias matches are given");
    let why = named(json!({"match": {"hands": 0}})).unwrap_err().to_string();
    assert!(why.ends_with("matches.hands cannot be 0, expected 1 to 1000"), "{why}");
    let why = named(json!({"match": {"speed": 1}})).unwrap_err().to_string();
    assert!(why.contains("speed"), "{why}");
}

#[test]
fn gin_is_searched_in_matches_to_any_target() {
    for target in [1, 100, 6_000, 65_535] {
        let gin = game("gin", &options(json!({"match": {"target": target}}))).unwrap();
        let view = gin.deal(1, Some(0)).unwrap().view(0).unwrap();
        let advice = view.advise(&AdviseSpec::new("search:100", None, &Map::new())).unwrap();
        let finite = advice.actions.iter().filter_map(|action| action.value).all(f64::is_finite);
        assert!(finite && advice.actions[0].value.is_some(), "{target}");
    }
}
