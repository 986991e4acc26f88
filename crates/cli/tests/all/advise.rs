//! `facedown advise`, `--set` and `facedown games --params`.

use crate::common::{complaint, good, json, refused, run_with_input};
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gin-discard.json");

fn advise<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["advise", "gin", FILE], more].concat()
}

fn document() -> Value {
    serde_json::from_str(&std::fs::read_to_string(FILE).expect("the file is there")).unwrap()
}

/// Returns an answer without times.
fn answer(args: &[&str]) -> Value {
    let mut answer = json(args)["answer"].clone();
    answer["totals"]["seconds"] = Value::Null;
    answer
}

#[test]
fn every_choice_stands_in_a_table_with_its_value_and_uncertainty() {
    let text = good(&advise(&["--bot", "ismcts", "--iterations", "3000"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "gin rummy for two, seat 0, ismcts");
    let view = "  your hand  9c 9h 9s | (3c 5c Tc 4d 3h 6h As Qs)   deadwood 42";
    assert!(lines.contains(&view), "{text}");
    let header = lines.iter().position(|line| line.contains("95 % interval")).expect("a table");
    let columns: Vec<&str> = lines[header].split_whitespace().collect();
    let expected = ["action", "visits", "share", "value", "95", "%", "interval", "then"];
    assert_eq!(columns, expected);
    let rows = &lines[header + 2..header + 13];
    assert!(rows[0].starts_with(" *  discard "), "{text}");
    assert!(rows.iter().all(|row| row.contains("discard ") && row.contains(" to ")), "{text}");
    assert!(lines.iter().all(|line| line.chars().count() <= 79), "{text}");
    assert!(text.contains(" iterations in ") && text.contains(" worlds, "), "{text}");
    let coloured = good(&advise(&["--iterations", "100", "--color", "always"]));
    assert!(coloured.contains("discard \u{1b}[31m6h\u{1b}[39m"), "{coloured}");
}

#[test]
fn json_holds_game_rules_search_and_answer() {
    let found = json(&advise(&["--json", "--bot", "flat", "--iterations", "500", "--seed", "3"]));
    assert_eq!((&found["game"], &found["bot"]), (&json!("gin"), &json!("flat")));
    assert_eq!(found["rules"]["gin_bonus"], 25);
    assert_eq!(
        (&found["config"]["root"], &found["config"]["seed"]),
        (&json!("sequential_halving"), &json!(3))
    );
    let answer = &found["answer"];
    assert_eq!((&answer["seat"], &answer["totals"]["iterations"]), (&json!(0), &json!(500)));
    let actions = answer["actions"].as_array().expect("a list");
    assert_eq!(actions.len(), 11);
    assert_eq!(answer["best"], actions[0]["action"]);
    assert_eq!(actions[0]["line"][0], actions[0]["text"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    let [low, high] = [0, 1].map(|end| number(&actions[0]["ci"][end]));
    assert!(low < number(&actions[0]["value"]) && number(&actions[0]["value"]) < high);
}

#[test]
fn equal_seeds_and_iterations_give_equal_answers_on_any_number_of_threads() {
    let ask =
        |more: &[&str]| answer(&advise(&[&["--json", "--iterations", "1000"], more].concat()));
    let one = ask(&["--threads", "1", "--seed", "5"]);
    assert_eq!(one, ask(&["--threads", "2", "--seed", "5"]));
    assert_eq!(one, ask(&["--set", "threads=2", "--set", "seed=5"]));
    assert_ne!(one, ask(&["--seed", "6"]));
}

#[test]
fn a_position_comes_from_a_file_or_from_standard_input_with_its_game_or_without() {
    let budget = ["--json", "--iterations", "200"];
    let named = answer(&advise(&budget));
    let view = document()["view"].to_string();
    let args = [&["advise", "gin", "-"], &budget[..]].concat();
    let run = run_with_input(&args, view.as_bytes());
    let mut found: Value = serde_json::from_str(&run.out).expect("one JSON document");
    found["answer"]["totals"]["seconds"] = Value::Null;
    assert_eq!((run.code, &found["answer"]), (Some(0), &named));
    let changed = json(&advise(&[&budget[..], &["--option", "gin_bonus=31"]].concat()));
    assert_eq!(changed["rules"]["gin_bonus"], 31);
    let classic = json(&advise(&[&budget[..], &["--rules", "classic"]].concat()));
    assert_eq!(classic["rules"]["gin_bonus"], 20);
}

#[test]
fn the_view_that_play_prints_is_advised_about() {
    let args = ["play", "gin", "--seed", "5", "--bot", "simple"];
    let run = run_with_input(&args, b"pass\nstock\njson\nwhy 500\nwhy fast\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let printed = run.out.lines().find(|line| line.starts_with('{')).expect("a document");
    let args = ["advise", "gin", "-", "--iterations", "100", "--json"];
    let advice = run_with_input(&args, printed.as_bytes());
    assert_eq!(advice.code, Some(0), "{}", advice.err);
    assert!(run.out.contains(" *  discard "), "{}", run.out);
    assert!(run.out.contains("500 iterations in "), "{}", run.out);
    assert!(run.out.contains("'why fast': expected why, why 5s or why 20000\n"), "{}", run.out);
}

#[test]
fn every_bot_advises_by_name() {
    for bot in ["random", "simple", "greedy", "search:50", "ismcts:50", "mo-ismcts:50", "flat:50"] {
        let found = json(&advise(&["--json", "--bot", bot, "--seed", "3"]));
        let actions = found["answer"]["actions"].as_array().expect("a list");
        assert_eq!((&found["bot"], actions.len()), (&json!(bot), 11), "{bot}");
        assert_eq!(found["config"].is_null(), !bot.contains(':'), "{bot}");
    }
    let text = good(&advise(&["--bot", "greedy"]));
    assert!(text.contains("seat 0, greedy\n") && text.contains("\n *  discard "), "{text}");
    assert!(text.ends_with("decided without search\n\n"), "{text}");
}

#[test]
fn parameters_are_set_by_name() {
    let one = json(&advise(&[
        "--json",
        "--iterations",
        "200",
        "--set",
        "root_trees=1",
        "--set",
        "ordering.visits=0.9",
        "--set",
        "root=uniform",
        "--set",
        "memory=3000000",
    ]));
    assert_eq!(one["config"]["ordering"], json!({"visits": 0.9, "value": 0.5, "heuristic": 0.2}));
    assert_eq!(
        (&one["config"]["root"], &one["config"]["memory"]),
        (&json!("uniform"), &json!(3_000_000))
    );
    assert_eq!(one["answer"]["totals"]["trees"], 1);
    let played = |bots: &str, set: &[&str]| {
        let args = ["match", "gin", "--bots", bots, "--deals", "2", "--json", "--threads", "1"];
        json(&[&args[..], set].concat())["report"]["bots"][1].clone()
    };
    let set = played("flat:30,greedy", &["--set", "root_trees=1"]);
    assert_eq!(set, played("flat:30:root_trees=1,greedy", &[]));
    assert_ne!(set, played("flat:30,greedy", &[]));
}

#[test]
fn invalid_requests_are_refused_and_named() {
    let cases: [(&[&str], &str); 19] = [
        (
            &["advise", "chess", FILE],
            "no game 'chess', expected one of gin, hearts, spades, oh-hell, el-dorado",
        ),
        (&["advise", "gin", "/no/such.json"], "'/no/such.json': No such file or directory"),
        (&advise(&["--bot", "wizard"]), "no bot 'wizard', expected one of random, simple"),
        (
            &advise(&["--bot", "greedy", "--seconds", "1"]),
            "'greedy' does not search and takes no budget",
        ),
        (&advise(&["--bot", "flat:fast"]), "'flat:fast': expected a budget like flat:25ms"),
        (&advise(&["--seconds", "0"]), "invalid value '0' for '--seconds <T>': expected a number"),
        (&advise(&["--seconds", "-1"]), "invalid value '-1' for '--seconds <T>'"),
        (&advise(&["--seconds", "nan"]), "invalid value 'nan' for '--seconds <T>'"),
        (&advise(&["--iterations", "0"]), "invalid value '0' for '--iterations <N>'"),
        (&advise(&["--nodes", "x"]), "invalid value 'x' for '--nodes <N>'"),
        (&advise(&["--set", "speed"]), "--set 'speed': expected name=value"),
        (&advise(&["--set", "speed=1"]), "no parameter 'speed', expected one of"),
        (&advise(&["--set", "fpu=x"]), "fpu is \"x\": expected a number, null"),
        (&advise(&["--set", "ordering.x=1"]), "no parameter 'ordering.x'"),
        (&advise(&["--set", "exploration=-1"]), "exploration is -1"),
        (
            &["match", "gin", "--bots", "greedy,simple", "--set", "fpu=1"],
            "'greedy,simple' does not search and has no parameter 'fpu'",
        ),
        (
            &["match", "gin", "--bots", "greedy,flat:speed=1"],
            "no parameter 'speed', expected one of choice",
        ),
        (&["play", "gin", "--set", "speed=1"], "no parameter 'speed'"),
        (&["advise", "gin"], "the following required arguments were not provided: <FILE.json>"),
    ];
    for (args, expected) in cases {
        let why = refused(args);
        assert!(why.starts_with(expected), "{args:?}: '{why}' is not '{expected}'");
    }
}

#[test]
fn a_position_that_is_none_is_refused_and_named() {
    let spoil = |field: &str, value: Value| {
        let mut document = document();
        document["view"][field] = value;
        document.to_string()
    };
    let cases = [
        ("{".to_owned(), "EOF while parsing"),
        ("[]".to_owned(), "a position is a JSON object, not a list"),
        (spoil("hand", json!("As As")), "view of gin: hand: As is there twice"),
        (spoil("hand", json!("As Kd")), "view of gin: drawn: 3h is not in the hand"),
        (spoil("stock", json!(52)), "view of gin: stock: 52, but the rest of the view makes it 30"),
        (spoil("to_act", json!(1)), "view of gin: turns: the dealer draws first only by taking"),
        (r#"{"game": "chess", "view": {}}"#.to_owned(), r#"game: "chess", expected "gin""#),
    ];
    let args = ["advise", "gin", "-"];
    for (input, expected) in cases {
        let why = complaint(run_with_input(&args, input.as_bytes()), &args);
        let expected = format!("standard input: {expected}");
        assert!(why.starts_with(&expected), "'{why}' is not '{expected}'");
    }
    let waiting = json!({
        "seat": 1, "dealer": 1, "to_act": 0, "phase": "first_upcard", "upcard": "Kd",
        "hand": "As 2s 3s 4s 5s 6s 7s 8s 9s Ts",
    });
    let why = complaint(run_with_input(&args, waiting.to_string().as_bytes()), &args);
    assert_eq!(why, "no legal action: seat 1 is not to act");
}

#[test]
fn every_parameter_is_listed_with_its_default_and_meaning() {
    let text = good(&["games", "--params"]);
    assert_eq!(text, good(&["games", "--knobs"]), "the old name");
    assert!(text.lines().all(|line| line.chars().count() <= 79), "{text}");
    assert!(text.contains("\n root_trees          number of independent trees"), "{text}");
    let listed = json(&["games", "--params", "--json"]);
    let params = listed["params"].as_array().expect("a list");
    assert_eq!(params.len(), 27);
    assert!(params.iter().all(|param| !param["about"].as_str().expect("a text").is_empty()));
    assert_eq!(listed["bots"]["flat"]["root"], "sequential_halving");
    assert_eq!(listed["games"]["gin"]["candidates"], 6);
    let riichi = listed["games"]["riichi"].as_object().expect("a record");
    assert_eq!(
        riichi.keys().collect::<Vec<_>>(),
        ["candidates", "prior_visits", "seed", "threads"]
    );
    assert!(text.contains("search, riichi: "), "{text}");
    let games = json(&["games", "--json"]);
    assert_eq!(games["games"][0]["bots"][2]["searches"], false);
    assert_eq!(games["games"][0]["bots"][3]["searches"], true);
}

#[test]
fn the_examples_of_the_documentation_run() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/search.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let examples = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = examples.flat_map(str::lines).collect();
    assert!(lines.len() >= 5, "{lines:?}");
    let file = std::fs::read(FILE).expect("the file is there");
    for line in lines {
        let (command, _) = line.split_once(" < ").unwrap_or((line, ""));
        let words = command.split(' ').skip(1);
        let args: Vec<&str> = words.map(|w| if w == "view.json" { FILE } else { w }).collect();
        let run = run_with_input(&args, &file);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_search_with_its_answer() {
    let endless = u64::MAX.to_string();
    let args = advise(&["--json", "--iterations", &endless, "--set", "early_stop=false"]);
    let run = crate::common::interrupted(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(130), ""));
    let found: Value = serde_json::from_str(&run.out).expect("the output is one JSON document");
    assert_eq!(found["answer"]["totals"]["stop"], "cancelled");
    assert_eq!(found["answer"]["actions"].as_array().expect("a list").len(), 11);
}
