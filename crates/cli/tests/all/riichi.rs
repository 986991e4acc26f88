//! `facedown riichi hand`.

use crate::common::{assert_golden, good, json, refused, run};
use serde_json::{Value, json};

const THIRTEEN: &str = "123m406p778s1122z";
const FOURTEEN: &str = "123m406p7789s1122z";
const READY: &str = "123m456p789s1122z";

fn hand(args: &[&str]) -> Vec<String> {
    ["riichi", "hand"].iter().chain(args).map(ToString::to_string).collect()
}

fn answer(args: &[&str]) -> String {
    let args = hand(args);
    good(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn complaint(args: &[&str]) -> String {
    let args = hand(args);
    refused(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn document(args: &[&str]) -> Value {
    let args = hand(&[args, &["--json"]].concat());
    json(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn the_help_of_every_command_has_an_example() {
    for command in [&["riichi"][..], &["riichi", "hand"], &["riichi", "replay"]] {
        let help = good(&[command, &["--help"]].concat());
        let (_, examples) = help.split_once("\nExample").unwrap_or_else(|| panic!("{help}"));
        assert!(examples.contains(&format!("facedown {}", command.join(" "))), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn thirteen_tiles_have_shanten_and_the_tiles_that_help() {
    assert_golden("riichi-thirteen", &answer(&[THIRTEEN]));
    assert_golden("riichi-tenpai", &answer(&[READY, "--visible", "1z11m"]));
}

#[test]
fn fourteen_tiles_have_a_table_of_discards_best_first() {
    assert_golden("riichi-fourteen", &answer(&[FOURTEEN, "--visible", "1z9s"]));
}

#[test]
fn seen_tiles_are_not_left() {
    let left = |args: &[&str]| document(&[&[READY], args].concat())["left"].clone();
    assert_eq!(left(&[]), 4);
    assert_eq!(left(&["--visible", "12z"]), 2);
    assert_eq!(left(&["--dora", "1z"]), 3);
    let none = document(&[READY, "--visible", "1122z"]);
    assert_eq!(
        (&none["left"], &none["kinds"], &none["gone"]),
        (&json!(0), &json!(0), &json!(["1z", "2z"]))
    );
    assert_eq!(none["shanten"], 0);
}

#[test]
fn json_and_text_agree() {
    let thirteen = document(&[THIRTEEN]);
    assert_eq!(thirteen["shanten"], 1);
    assert_eq!(thirteen["forms"], json!({"standard": 1, "seven_pairs": 3, "thirteen_orphans": 9}));
    assert_eq!((&thirteen["kinds"], &thirteen["left"]), (&json!(5), &json!(14)));
    assert_eq!(thirteen["tiles"][0], json!({"tile": "6s", "left": 4}));
    assert_eq!(thirteen["discards"], Value::Null);
    let fourteen = document(&[FOURTEEN]);
    assert_eq!(fourteen["best_discard"], "7s");
    let discards = fourteen["discards"].as_array().unwrap();
    assert_eq!(discards.len(), 11);
    assert_eq!((&discards[0]["tile"], &discards[0]["left"]), (&json!("7s"), &json!(4)));
    assert!(discards.iter().any(|discard| discard["tile"] == "0p"), "the only 5p is red");
}

#[test]
fn melds_stand_beside_the_closed_tiles() {
    let open = document(&["406p78s11z", "--meld", "1-23m", "--meld", "777=z"]);
    assert_eq!(open["shanten"], 0);
    assert_eq!(open["melds"], json!(["1-23m", "777=z"]));
    assert_eq!(open["forms"]["seven_pairs"], Value::Null);
    // Tiles of melds are seen: a closed kan of a wait leaves nothing of it.
    let kan = document(&["1123m", "--meld", "4444m", "--meld", "777=z", "--meld", "888+p"]);
    assert_eq!(kan["gone"], json!(["4m"]));
}

#[test]
fn three_seats_play_without_the_middle_characters() {
    let [three, four] = ["3", "4"].map(|n| document(&["19m123456p789s11z", "--seats", n]));
    assert_eq!((&three["shanten"], &four["shanten"]), (&json!(1), &json!(1)));
    assert!(three["left"].as_u64() < four["left"].as_u64(), "{three} {four}");
    assert_eq!(
        complaint(&[READY, "--seats", "3"]),
        format!("'{READY}': 2m: the tiles for three seats have no 2m-8m")
    );
    assert!(complaint(&["19m123456p1z", "--meld", "7-89s", "--seats", "3"]).contains("no chi"));
    assert!(complaint(&[READY, "--nuki", "1"]).starts_with("--nuki '1': "));
}

#[test]
fn a_win_is_scored_with_yaku_fu_limit_and_payments() {
    let tsumo = ["234m345567p5567s", "--win", "8s", "--tsumo", "--riichi", "--dora", "4s"];
    let counters = ["--ura", "1z", "--honba", "2", "--sticks", "1"];
    assert_golden("riichi-win-tsumo", &answer(&[&tsumo[..], &counters].concat()));
    assert_golden("riichi-win-ron", &answer(&[READY, "--win", "1z"]));
    let open = ["23406p55s", "--meld", "67-8p", "--meld", "777=z", "--win", "1p", "--ron"];
    assert_golden("riichi-win-open", &answer(&open));
    let orphans = ["19m19p19s1234567z", "--win", "1z", "--rules", "mjsoul", "--seat-wind", "E"];
    assert_golden("riichi-win-yakuman", &answer(&orphans));
}

#[test]
fn the_winning_tile_is_the_fourteenth_or_one_of_fourteen() {
    let with = "123m456p789s11122z";
    assert_eq!(answer(&[READY, "--win", "1z"]), answer(&[with, "--win", "E"]));
    assert_eq!(complaint(&[with, "--win", "3z"]), "--win '3z': no 3z in the hand");
}

#[test]
fn a_score_as_json_has_all_parts() {
    let win = document(&[READY, "--win", "1z", "--honba", "1", "--sticks", "2"]);
    assert_eq!((&win["wins"], &win["reason"]), (&json!(true), &Value::Null));
    assert_eq!(win["score"]["yaku"][0]["yaku"], "round_east");
    assert_eq!((&win["score"]["han"], &win["score"]["fu"]), (&json!(1), &json!(40)));
    assert_eq!(win["score"]["points"], 1300);
    assert_eq!(
        win["payment"],
        json!({"honba": 1, "sticks": 2, "pays": {"ron": 1600}, "total": 3600})
    );
}

#[test]
fn a_hand_that_does_not_win_exits_with_status_1() {
    for (args, reason) in [
        ([READY, "--win", "3z"], "it is not complete, shanten 0"),
        (["123m456p789s1155p", "--win", "5p"], "it is complete but has no yaku"),
    ] {
        let text = run(&[&["riichi", "hand"], &args[..]].concat());
        assert_eq!((text.code, text.err.as_str()), (Some(1), ""));
        assert!(text.out.ends_with(&format!("  no win  {reason}\n")), "{}", text.out);
        let document = run(&[&["riichi", "hand", "--json"], &args[..]].concat());
        assert_eq!(document.code, Some(1));
        let document: Value = serde_json::from_str(&document.out).unwrap();
        assert_eq!((&document["wins"], &document["reason"]), (&json!(false), &json!(reason)));
        assert_eq!(document["score"], Value::Null);
    }
}

#[test]
fn impossible_hands_are_refused_and_named() {
    let cases: [(&[&str], &str); 17] = [
        (&["123m456p789s112234z"], "'123m456p789s112234z': 15 tiles: a closed hand has 13 or 14"),
        (&["11111m"], "'11111m': 5 tiles 1m: there are four"),
        (&["12m8z"], "'12m8z': no tile 8z: z takes 1-7"),
        (&["12mx"], "'12mx': no tile has 'x' (character 4)"),
        (&[""], "'': 0 tiles"),
        (&[READY, "--meld", "123m"], "--meld '123m': 0 marks"),
        (
            &[READY, "--meld", "7-89m"],
            &format!("'{READY}': 13 tiles beside 1 meld, expected 10 or 11"),
        ),
        (&["123m456p789s1z", "--meld", "111=1m"], "--meld '111=1m': a fifth 1m"),
        (&[READY, "--visible", "111z"], "--visible '111z': a fifth 1z"),
        (&[READY, "--dora", "345671z"], "--dora '345671z': more than five indicators"),
        (&[READY, "--win", "1z", "--ura", "111z"], "--ura '111z': a fifth 1z"),
        (&[READY, "--win", "11z"], "--win '11z': expected one tile, got 2"),
        (&["1111m456p789s112z", "--win", "1m"], "--win '1m': a fifth 1m"),
        (&[READY, "--win", "1z", "--ippatsu"], "ippatsu and no riichi exclude each other"),
        (&[READY, "--win", "1z", "--seat-wind", "Q"], "invalid value 'Q' for '--seat-wind <WIND>'"),
        (&[READY, "--tsumo"], "the following required arguments were not provided: --win <TILE>"),
        (&[READY, "--win", "1z", "--honba", "9999"], "invalid value '9999' for '--honba <N>'"),
    ];
    for (args, expected) in cases {
        let complaint = complaint(args);
        assert!(complaint.starts_with(expected), "{args:?}: {complaint}");
    }
}

#[test]
fn tiles_are_coloured_for_those_who_ask() {
    assert!(!answer(&[READY]).contains('\u{1b}'));
    assert!(answer(&[THIRTEEN, "--color", "always"]).contains("\u{1b}[31m0\u{1b}[39m"));
}

#[test]
fn answers_fit_a_narrow_terminal() {
    let wide = ["2345678m2345678p", "--visible", "1m"];
    for args in [&[THIRTEEN][..], &[FOURTEEN], &["2345678m234567p"], &wide] {
        let text = answer(args);
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    }
}

#[test]
fn the_expected_value_of_every_discard_is_a_table() {
    assert_golden("riichi-ev", &answer(&[FOURTEEN, "--ev", "--turn", "14", "--dora", "4s"]));
}

#[test]
fn the_expected_value_goes_by_turn_and_situation() {
    let base = document(&[FOURTEEN, "--ev", "--turn", "6"]);
    let best = &base["discards"][0];
    assert_eq!(
        (&best["tile"], &best["riichi"], &base["draws"]),
        (&json!("7s"), &json!(true), &json!(12))
    );
    for array in ["win", "tenpai", "points"] {
        assert_eq!(best[array].as_array().unwrap().len(), 13, "{array}");
    }
    let points = |args: &[&str]| {
        let all = [&[FOURTEEN, "--ev", "--turn", "6"], args].concat();
        document(&all)["discards"][0]["points"][0].as_f64().unwrap()
    };
    assert!(points(&["--seat-wind", "E"]) > points(&[]));
    assert!(points(&["--visible", "1z2z"]) < points(&[]));
    assert!(points(&["--no-riichi"]) < points(&[]));
    assert!(points(&["--ron-rate", "1"]) > points(&[]));
    assert!(points(&["--ron-rate", "1", "--discarded", "1z"]) < points(&["--ron-rate", "1"]));
    let three = document(&["19m406p7789s11122z", "--ev", "--seats", "3", "--nuki", "1"]);
    assert_eq!(three["draws"], 17);
    let open = document(&["406p7789s1122z", "--meld", "777=z", "--ev"]);
    assert!(open["discards"][0]["points_riichi"].is_null());
}

#[test]
fn a_hand_that_has_no_expected_value_is_named() {
    let said = complaint(&["123m406p778s112z", "--ev"]);
    assert!(said.contains("12 tiles"), "{said}");
    let said = complaint(&["406p7789s1122z", "--ev"]);
    assert!(said.contains("11 closed tiles with 0 melds, expected 13 or 14"), "{said}");
    let said = complaint(&[FOURTEEN, "--ev", "--turn", "99"]);
    assert!(said.contains("turn 99, expected 1 to 18"), "{said}");
    let said = complaint(&[FOURTEEN, "--ev", "--visible", "1111z"]);
    assert!(said.contains("1z"), "{said}");
    let said = complaint(&[FOURTEEN, "--ev", "--ron-rate=-1"]);
    assert!(said.contains("ron -1"), "{said}");
    let said = complaint(&[FOURTEEN, "--turn", "6"]);
    assert!(said.contains("--ev"), "{said}");
}
