//! `facedown tricks advise`.

use crate::common::{assert_golden, complaint, good, json, refused, run_with_input};
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oh-hell-trick.json");

fn record() -> Value {
    serde_json::from_str(&std::fs::read_to_string(FILE).expect("the file is there")).unwrap()
}

fn advise<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["tricks", "advise", FILE], more].concat()
}

/// Returns the answer for a position on the standard input, without times.
fn answer(position: &Value, more: &[&str]) -> Value {
    let args = [&["tricks", "advise", "-", "--json", "--iterations", "300"], more].concat();
    let run = run_with_input(&args, position.to_string().as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{position}");
    let mut found: Value = serde_json::from_str(&run.out).expect("one JSON document");
    found["answer"]["totals"]["seconds"] = Value::Null;
    found
}

fn why(position: &Value) -> String {
    let args = ["tricks", "advise", "-"];
    let why = complaint(run_with_input(&args, position.to_string().as_bytes()), &args);
    why.strip_prefix("standard input: ").expect("the input is named").to_owned()
}

#[test]
fn every_card_stands_in_a_table_with_its_value_and_uncertainty() {
    let text = good(&advise(&["--iterations", "1000"]));
    assert!(text.starts_with("Oh Hell for 3 to 7: bid exactly what you take, seat 0, search\n"));
    for line in [
        "      hand  7, ♠ is trump (Qs turned up), dealt by seat 3",
        "     trick  Jc (seat 3 led)",
        " your hand  ♠ 9   ♥ 2",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    for card in ["play 9s", "play 2h"] {
        let row = text.lines().find(|line| line.contains(card)).expect("every card has a row");
        assert!(row.contains(" to ") || row.contains("proven"), "{row}");
    }
}

#[test]
fn json_holds_game_rules_search_and_every_option() {
    let found = json(&advise(&["--json", "--bot", "mo-ismcts:200", "--seed", "3"]));
    assert_eq!((&found["game"], &found["bot"]), (&json!("oh-hell"), &json!("mo-ismcts:200")));
    assert_eq!(found["rules"]["seats"], 4);
    let actions = found["answer"]["actions"].as_array().expect("a list");
    let mut texts: Vec<&str> =
        actions.iter().filter_map(|action| action["text"].as_str()).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["2h", "9s"]);
    assert!(actions.iter().all(|action| action["value"].is_number()));
    assert!(actions.iter().all(|action| action["ci"].is_array() || action["proven"].is_number()));
}

#[test]
fn a_record_stands_alone_or_in_a_document_and_both_mean_the_same() {
    let flat = answer(&record(), &[]);
    let mut view = record();
    let fields = view.as_object_mut().expect("a record");
    fields.remove("game");
    fields.remove("seats");
    let named = json!({"game": "oh-hell", "rules": {"seats": 4}, "view": view});
    assert_eq!(answer(&named, &[]), flat);
    let full = json!({"game": "oh-hell", "rules": flat["rules"], "view": view});
    assert_eq!(answer(&full, &[]), flat);
    let mut flat_with_rules = record();
    flat_with_rules["rules"] = flat["rules"].clone();
    assert_eq!(answer(&flat_with_rules, &[]), flat);
}

#[test]
fn a_record_may_name_a_preset() {
    let mut record = record();
    record["game"] = json!("oh-hell-openspiel");
    let why = why(&record);
    assert_eq!(why, "view: seat 0: 4 cards held and played, expected 10");
    record["rules"] = json!({"rules": "openspiel", "deal": {"cards": [4]}});
    let found = answer(&record, &[]);
    assert_eq!(found["rules"]["score"]["exact"]["hit"]["trick"], 1);
}

#[test]
fn calls_and_passes_are_options_too() {
    let bid = json!({
        "game": "el-dorado", "seats": 6, "seat": 0, "dealer": 5, "hand_number": 8,
        "hand": ["Ah", "Ah"], "upcard": "2s",
    });
    let found = answer(&bid, &[]);
    assert_eq!(found["answer"]["actions"].as_array().expect("a list").len(), 3);
    let hand: Vec<String> = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
        .map(|rank| format!("{rank}h"))
        .to_vec();
    let pass = json!({"game": "hearts", "seat": 0, "dealer": 3, "hand": hand,
        "passing": {"chosen": 0}});
    let found = answer(&pass, &[]);
    assert_eq!(
        found["answer"]["actions"][0]["about"].as_str().map(|text| &text[..5]),
        Some("pass ")
    );
}

#[test]
fn passes_are_typed_card_by_card_or_all_at_once() {
    let args = ["play", "hearts", "--seed", "5", "--bot", "rule"];
    let play = |input: &str| run_with_input(&args, input.as_bytes()).out;
    let one_by_one = play("3c\nPASS tc\nas\nshow\nquit\n");
    assert!(one_by_one.contains("   passing  \u{2663} T 3\n"), "{one_by_one}");
    assert!(one_by_one.contains(" received "), "three cards were passed: {one_by_one}");
    // In any order and case, with the verb or without.
    let last = |text: &str| text.rsplit("\n\n").next().map(str::to_owned);
    for input in ["pass 3c tc as", "pass As 3c Tc", "TC AS 3C", "pass 3ctcas"] {
        let out = play(&format!("{input}\nshow\nquit\n"));
        assert_eq!(last(&out), last(&one_by_one), "{input}: {out}");
    }
    let out = play("pass 3c tc\npass 3c tc 3c\npass 3c tc 2c\npass 3c tc as kc\npass xx\nquit\n");
    for error in [
        "> pass 3c tc\npass: ",
        "> pass 3c tc 3c\n3c is there twice\n",
        "> pass 3c tc 2c\npass: 2c is not in the hand\n",
        "> pass 3c tc as kc\npass: ",
        "> pass xx\n'xx': ",
    ] {
        assert!(out.contains(error), "{error}: {out}");
    }
    assert!(!out.contains(" received "), "nothing was passed: {out}");
    // A pass is not a play.
    let out = play("3c tc as\npass kc\nquit\n");
    assert!(out.contains("'pass kc' is not a legal action"), "{out}");
}

#[test]
fn of_many_passes_the_best_are_shown_and_all_are_in_json() {
    let hand = ["2c", "Kc", "5d", "Jd", "3h", "9h", "Kh", "4s", "7s", "Js", "Qs", "As", "Qc"];
    let pass = json!({
        "game": "hearts", "seat": 0, "dealer": 3, "hand": hand, "passing": {"chosen": 0},
    });
    let all = answer(&pass, &[])["answer"]["actions"].as_array().expect("a list").len();
    assert!(all > 20, "{all}");
    let args = ["tricks", "advise", "-", "--iterations", "300"];
    let run = run_with_input(&args, pass.to_string().as_bytes());
    let rows = run.out.lines().filter(|line| line[..].contains(" pass ")).count();
    assert_eq!(rows, 20, "{}", run.out);
    let more = format!("\n… and {} more (--json has all)\n", all - 20);
    assert!(run.out.contains(&more), "{}", run.out);
}

#[test]
fn the_view_that_play_prints_is_advised_about() {
    let args = ["play", "hearts", "--seed", "5", "--bot", "rule"];
    let run = run_with_input(&args, b"json\nquit\n");
    let printed = run.out.lines().find(|line| line.starts_with('{')).expect("a document");
    let document: Value = serde_json::from_str(printed).expect("JSON");
    assert_eq!(answer(&document, &[])["game"], "hearts");
}

/// A position of each game: a card to pass, a bid, and cards of one pack and of two.
fn positions() -> [Value; 4] {
    let cards = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    [
        json!({
            "game": "hearts", "seat": 1, "dealer": 3, "scores": [-12, 0, -40, -26],
            "hand": cards("2c Kc 5d Jd 3h 9h Kh 4s 7s Js Qs As"),
            "passing": {"chosen": 4, "given": ["Qc"]},
        }),
        json!({
            "game": "spades", "seat": 2, "dealer": 3, "hand_number": 5,
            "scores": [212, 165, 212, 165], "bags": [4, 8, 4, 8],
            "hand": cards("Ac 4c 8c Kd 2d 3d 9d Qh 6h 5s 8s Ts Ks"),
            "calls": [{"seat": 0, "call": "4"}, {"seat": 1, "call": "0"}],
        }),
        record(),
        json!({
            "game": "el-dorado", "seats": 6, "seat": 2, "dealer": 5, "hand_number": 7,
            "scores": [12, -20, 31, 7, 0, 45], "hand": ["Kh", "9c"], "upcard": "4s",
            "calls": (0..6).map(|seat| json!({"seat": seat, "call": "1"})).collect::<Vec<_>>(),
            "tricks": [
                {"leader": 0, "cards": ["Ah", "2h", "Ah", "3h", "Jh", "2s"]},
                {"leader": 5, "cards": ["Td", "Qd", "3d"]},
            ],
        }),
    ]
}

/// A table of advice without its numbers: the actions in a fixed order.
fn without_numbers(text: &str) -> String {
    let (view, rest) = text.split_once("    action").expect("a table");
    let rows = rest.lines().skip(2).take_while(|line| !line.is_empty());
    let choice = |row: &str| row[3..].trim_start().split("  ").next().map(str::to_owned);
    let mut choices: Vec<String> = rows.filter_map(choice).collect();
    choices.sort_unstable();
    format!("{view}{}\n\n", choices.join("\n"))
}

#[test]
fn an_answer_shows_the_table_and_every_choice_of_each_game() {
    let answers = positions().map(|position| {
        let args = ["tricks", "advise", "-", "--iterations", "200"];
        let run = run_with_input(&args, position.to_string().as_bytes());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{position}");
        assert!(run.out.lines().all(|line| line.chars().count() <= 79), "{}", run.out);
        without_numbers(&run.out)
    });
    assert_golden("tricks-answers", &answers.concat());
}

#[test]
fn a_hand_of_each_game_is_played_in_the_terminal() {
    let games = [
        ("hearts", &[][..]),
        ("spades", &[]),
        ("oh-hell", &["--option", "deal.cards=[3]"]),
        ("el-dorado", &["--option", "seats=6", "--option", "deal.cards=[2]"]),
    ];
    for (game, options) in games {
        let args = ["play", game, "--bot", "random", "--seed", "5", "--hands", "1"];
        // The first card of the list, or a bid; invalid input is refused and asked for again.
        let run = run_with_input(&[&args, options].concat(), "1\n0\n".repeat(60).as_bytes());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{game}");
        assert!(run.out.contains("This hand: you "), "{game}: {}", run.out);
        assert!(run.out.lines().all(|line| line.chars().count() <= 79), "{game}: {}", run.out);
        assert_golden(&format!("play-{game}"), &run.out);
    }
}

/// Returns the record with a change.
fn spoilt(change: impl FnOnce(&mut Value)) -> Value {
    let mut record = record();
    change(&mut record);
    record
}

#[test]
fn a_position_that_cannot_be_names_the_trick_and_the_seat() {
    let cases: Vec<(&str, Value)> = vec![
        ("a card played twice", spoilt(|r| r["tricks"][1]["cards"][3] = json!("6h"))),
        ("a card played that the seat holds", spoilt(|r| r["tricks"][1]["cards"][1] = json!("9s"))),
        ("a revoke", spoilt(|r| r["tricks"][1]["cards"][0] = json!("7h"))),
        (
            "an own revoke",
            spoilt(|r| {
                r["tricks"][1]["cards"][2] = json!("9s");
                r["hand"] = json!(["2h", "3c"]);
            }),
        ),
        ("too many cards", spoilt(|r| r["hand"] = json!(["2h", "9s", "3s"]))),
        ("too few cards", spoilt(|r| r["hand"] = json!(["2h"]))),
        ("an unknown suit", spoilt(|r| r["tricks"][0]["cards"][2] = json!("2x"))),
        ("an unknown suit in the hand", spoilt(|r| r["hand"] = json!(["2h", "9z"]))),
        ("eleven players", spoilt(|r| r["seats"] = json!(11))),
        ("a seat that is not there", spoilt(|r| r["seat"] = json!(4))),
        ("a trick led out of turn", spoilt(|r| r["tricks"][1]["leader"] = json!(1))),
        (
            "a trick too long",
            spoilt(|r| {
                r["tricks"][0]["cards"] = json!(["Ah", "Kh", "2s", "6h", "5h"]);
            }),
        ),
        ("a trick too short", spoilt(|r| r["tricks"][0]["cards"] = json!(["Ah", "Kh", "2s"]))),
        ("a bid out of turn", spoilt(|r| r["calls"][1]["seat"] = json!(3))),
        ("a bid too high", spoilt(|r| r["calls"][1]["call"] = json!("5"))),
        ("no upcard", spoilt(|r| r["upcard"] = Value::Null)),
        ("the upcard in a hand", spoilt(|r| r["upcard"] = json!("9s"))),
        ("an unknown field", spoilt(|r| r["colour"] = json!("red"))),
        ("an unknown game", spoilt(|r| r["game"] = json!("bridge"))),
        ("no game", spoilt(|r| drop(r.as_object_mut().expect("a record").remove("game")))),
        ("rules for other seats", spoilt(|r| r["rules"] = json!({"seats": 3}))),
        ("a number for a card", spoilt(|r| r["hand"][0] = json!(7))),
        (
            "a hand that nobody has",
            json!({
                "game": "spades", "seat": 0, "dealer": 3, "hand": ["As", "As"]
            }),
        ),
        ("a list", json!([])),
    ];
    let lines: Vec<String> =
        cases.iter().map(|(what, position)| format!("{what}: {}\n", why(position))).collect();
    assert_golden("tricks-refused", &lines.concat());
}

#[test]
fn invalid_requests_are_refused_and_named() {
    const GIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gin-discard.json");
    assert!(refused(&["tricks", "advise", GIN]).ends_with("gin is not a trick-taking game"));
    let cases: [(&[&str], &str); 4] = [
        (&["tricks", "advise", "/no/such.json"], "'/no/such.json': No such file or directory"),
        (&["tricks", "advise"], "the following required arguments were not provided: <FILE.json>"),
        (&advise(&["--bot", "greedy"]), "no bot 'greedy', expected one of random, rule"),
        (&advise(&["--seconds", "0"]), "invalid value '0' for '--seconds <T>'"),
    ];
    for (args, expected) in cases {
        let why = refused(args);
        assert!(why.starts_with(expected), "{args:?}: '{why}' is not '{expected}'");
    }
    let mut over = record();
    over["seat"] = json!(1);
    over["hand"] = json!(["4d", "5d"]);
    let args = ["tricks", "advise", "-"];
    let why = complaint(run_with_input(&args, over.to_string().as_bytes()), &args);
    assert_eq!(why, "no legal action: seat 1 is not to act");
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/tricks-view.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let example = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let example: Value = serde_json::from_str(example.expect("an example")).expect("JSON");
    assert_eq!(example, record());
}
