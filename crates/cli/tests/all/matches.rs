//! `facedown match`.

use crate::common::{assert_golden, good, json, refused};
use serde_json::Value;

const MATCH: [&str; 8] =
    ["match", "gin", "--bots", "greedy,simple", "--deals", "100", "--seed", "42"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MATCH[..], more].concat()
}

/// Removes the parts that differ from run to run: the last column of the rows, and the last line.
fn without_times(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (_, lines) = lines.split_last().expect("there is a last line");
    let header = lines.iter().position(|line| line.contains("per decision")).expect("a table");
    let width = lines[header].find("per decision").expect("it was found");
    let mut cut = String::new();
    for (i, line) in lines.iter().enumerate() {
        let is_row = i > header && line.starts_with(' ');
        cut.push_str(if is_row { line[..width].trim_end() } else { line });
        cut.push('\n');
    }
    cut
}

// Goldens are of bots that do not change any more.
#[test]
fn a_match_is_a_table_and_a_verdict() {
    let text = good(&with(&["--bots", "simple,random"]));
    assert_golden("match", &without_times(&text));
}

#[test]
fn whole_matches_are_counted_by_matches_won() {
    let unit = ["--matches", "--deals", "10", "--rules", "classic", "--bots", "simple,random"];
    let text = good(&with(&unit));
    assert_golden("match-matches", &without_times(&text));
}

#[test]
fn the_same_seed_gives_the_same_report_on_one_thread_and_on_two() {
    for unit in [&[][..], &["--matches", "--deals", "10"]] {
        let [one, two] = ["1", "2"]
            .map(|threads| json(&with(&[unit, &["--json", "--threads", threads]].concat())));
        assert_eq!(one["timing"]["threads"], 1);
        assert_eq!(two["timing"]["threads"], 2);
        assert_eq!(one["report"], two["report"]);
        let other = json(&with(&[unit, &["--json", "--seed", "43"]].concat()));
        assert_ne!(one["report"], other["report"]);
    }
}

#[test]
fn json_holds_game_rules_report_and_timing() {
    let played =
        json(&with(&["--json", "--option", "gin_bonus=20", "--option", "match.target=150"]));
    assert_eq!(played["game"], "gin");
    assert_eq!(played["rules"]["gin_bonus"], 20);
    assert_eq!(played["rules"]["match"]["target"], 150);
    let report = &played["report"];
    assert_eq!(report["clusters"], 100);
    assert_eq!(report["games"], 200);
    assert_eq!(report["bots"][0]["name"], "greedy");
    let number = |value: &Value| value.as_f64().expect("a number");
    let score = &report["bots"][0]["score"];
    assert!(number(&score["interval"]["low"]) < number(&score["mean"]));
    assert!((number(&score["mean"]) + number(&report["bots"][1]["score"]["mean"])).abs() < 1e-9);
    let games: u64 = ["wins", "draws", "losses"]
        .map(|what| report["bots"][0][what].as_u64().expect("a count"))
        .iter()
        .sum();
    assert_eq!(games, 200);
    assert!(number(&played["timing"]["bots"][0]["per_decision"]) > 0.0);
}

#[test]
fn rules_and_options_change_the_game() {
    let plain = json(&with(&["--json"]));
    for change in [["--rules", "straight"], ["--option", "undercut_bonus=10"]] {
        let changed = json(&with(&[&["--json"], &change[..]].concat()));
        assert_ne!(plain["report"], changed["report"], "{change:?}");
    }
    // A value that is a record.
    let changed = json(&with(&["--json", "--option", r#"knock_limit={"fixed":3}"#]));
    assert_eq!(changed["rules"]["knock_limit"]["fixed"], 3);
}

#[test]
fn one_deal_has_no_interval_and_no_verdict() {
    let text = good(&with(&["--deals", "1"]));
    assert!(text.contains("greedy against simple: one deal gives no interval\n"), "{text}");
}

#[test]
fn an_invalid_match_is_refused_and_named() {
    let cases: [(&[&str], &str); 15] = [
        (
            &["match", "chess", "--bots", "a,b"],
            "no game 'chess', expected one of gin, hearts, spades, oh-hell, el-dorado, riichi, ofc",
        ),
        (
            &["match", "gin", "--bots", "greedy,xx"],
            "no bot 'xx', expected one of random, simple, greedy, search, \
             ismcts, mo-ismcts, flat, determinized, puct",
        ),
        (
            &["match", "gin", "--bots", "a\nb,greedy"],
            "no bot 'a\\nb', expected one of random, simple, greedy, search, \
             ismcts, mo-ismcts, flat, determinized, puct",
        ),
        (&["match", "gin", "--bots", "greedy"], "--bots 'greedy': expected 2, one for each seat"),
        (
            &["match", "gin", "--bots", "greedy,simple,random"],
            "--bots 'greedy,simple,random': expected 2, one for each seat",
        ),
        (
            &with(&["--rules", "poker"]),
            "no rules 'poker', expected one of \
             eaai, openspiel, classic, tournament, straight, oklahoma",
        ),
        (&with(&["--option", "speed"]), "--option 'speed': expected key=value"),
        (
            &with(&["--option", "match.speed=1"]),
            "--option 'match.speed=1': no option 'speed', expected one of \
             boxes, game_bonus, hollywood, max_hands, rotation, shutout, target",
        ),
        (
            &with(&["--option", "gin_bonus=20", "--option", "hand_size=9"]),
            "--option 'hand_size=9': rules of gin: hand_size cannot be 9, expected 7 or 10",
        ),
        (
            &with(&["--option", "gin_bonus=many"]),
            "--option 'gin_bonus=many': rules of gin: gin_bonus: invalid type: string \"many\", expected u16",
        ),
        (
            &with(&["--option", "gin_bonus=20", "--option", "gin_bonus.x=1"]),
            "--option 'gin_bonus.x=1': 'gin_bonus' already has a value",
        ),
        (
            &with(&["--deals", "0"]),
            "invalid value '0' for '--deals <N>': expected a whole number of at least 1; \
             see 'facedown --help'",
        ),
        (
            &with(&["--deals", "-5"]),
            "invalid value '-5' for '--deals <N>': expected a whole number of at least 1; \
             see 'facedown --help'",
        ),
        (
            &with(&["--seed", "-1"]),
            "invalid value '-1' for '--seed <S>': expected a whole number from 0 to 2^64 - 1; \
             see 'facedown --help'",
        ),
        (
            &with(&["--threads", "0"]),
            "invalid value '0' for '--threads <T>': 0 is not in 1..=1024; see 'facedown --help'",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(refused(args), expected);
    }
    let unknown = refused(&with(&["--option", "speed=1"]));
    assert!(unknown.starts_with("--option 'speed=1': no option 'speed', expected one of "));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_match_and_reports_the_deals_played() {
    let run = crate::common::interrupted(&with(&["--json", "--deals", "100000000"]));
    assert_eq!((run.code, run.err.as_str()), (Some(130), ""));
    let played: Value = serde_json::from_str(&run.out).expect("the output is one JSON document");
    assert_eq!(played["report"]["requested"], 100_000_000);
    let played = played["report"]["clusters"].as_u64().expect("a count");
    assert!((1..100_000_000).contains(&played), "{played}");
}

#[test]
fn a_match_ends_when_its_result_is_sharp_enough() {
    let narrow = json(&["match", "gin", "--bots", "greedy,simple", "--until", "4", "--json"]);
    let score = &narrow["report"]["pairs"][0]["score"]["interval"];
    let [low, high] = ["low", "high"].map(|end| score[end].as_f64().expect("an end"));
    assert!(high - low <= 4.0, "{score}");
    assert!(narrow["report"]["clusters"].as_u64() < Some(2_000), "{narrow}");
    let text = good(&["match", "gin", "--bots", "simple,random", "--against"]);
    assert!(text.contains("\nsimple is better than random: +"), "{text}");
    let text = good(&["match", "gin", "--bots", "random,simple", "--against", "1"]);
    assert!(text.contains("\nrandom is worse than simple: -"), "{text}");
    let bounded = ["match", "gin", "--bots", "greedy,greedy:", "--against"];
    assert!(refused(&bounded).starts_with("'greedy:': expected a budget"));
    for (option, value, said) in [
        ("--until", "0", "invalid value '0' for '--until <WIDTH>': expected a number above 0"),
        ("--until", "nan", "invalid value 'nan' for '--until <WIDTH>': expected a number above 0"),
        ("--against", "-1", "invalid value '-1' for '--against [<MARGIN>]': expected a number of"),
        ("--hand", "2", "hand: no hand 2, expected 0 to 1"),
    ] {
        let why = refused(&["match", "gin", "--bots", "greedy,simple", option, value]);
        assert!(why.starts_with(said), "{why}");
    }
}

#[test]
fn a_match_draws_its_course() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("course.svg");
    let path = file.to_str().expect("a path");
    good(&with(&["--plot", path]));
    let svg = std::fs::read_to_string(&file).expect("the picture was written");
    assert!(svg.starts_with("<svg ") && svg.contains("greedy − simple"), "{svg}");
    let alone = ["match", "gin", "--bots", "simple,simple", "--deals", "5", "--plot", path];
    assert!(refused(&alone).ends_with("no two bots and deals to compare"));
    let nowhere = refused(&with(&["--plot", "/nowhere/course.svg"]));
    assert!(nowhere.starts_with("cannot write '/nowhere/course.svg'"), "{nowhere}");
}

#[test]
fn the_hand_of_a_match_can_be_chosen() {
    let played = |more: &[&str]| json(&with(&[&["--json"], more].concat()))["report"].clone();
    assert_ne!(played(&["--hand", "0"]), played(&["--hand", "1"]));
    assert_ne!(played(&["--hand", "0"]), played(&[]));
    assert_eq!(played(&["--hand", "1"]), played(&["--hand", "1"]));
}
