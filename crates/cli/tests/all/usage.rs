//! Help, completions, manual pages, colours, bad commands and broken pipes.

use crate::common::{facedown, good, json, refused, run};
use std::io::Read;
use std::process::Stdio;

const COMMANDS: [&[&str]; 26] = [
    &[],
    &["gin"],
    &["gin", "deadwood"],
    &["ofc"],
    &["ofc", "score"],
    &["ofc", "fantasy"],
    &["ofc", "solve"],
    &["ofc", "book"],
    &["riichi"],
    &["riichi", "hand"],
    &["riichi", "replay"],
    &["riichi", "bot"],
    &["tricks"],
    &["tricks", "advise"],
    &["advise"],
    &["play"],
    &["match"],
    &["games"],
    &["tour"],
    &["bench"],
    &["serve"],
    &["dataset"],
    &["selfplay"],
    &["train"],
    &["completions"],
    &["man"],
];

#[test]
fn the_help_of_every_command_has_an_example() {
    for command in COMMANDS {
        let help = good(&[command, &["--help"]].concat());
        let (_, examples) = help.split_once("\nExample").unwrap_or_else(|| panic!("{help}"));
        let start = [&["facedown"], command].concat().join(" ");
        assert!(examples.contains(&start), "{start}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn without_a_command_there_is_help() {
    assert!(good(&[]).contains("Usage: facedown"));
    assert!(good(&["--version"]).starts_with("facedown 0."));
}

#[test]
fn every_game_is_listed_with_rules_and_bots() {
    assert_eq!(
        good(&["games"]).lines().take(3).collect::<Vec<_>>(),
        [
            "gin: gin rummy for two",
            "  rules  eaai, openspiel, classic, tournament, straight, oklahoma",
            "  bots   random        any legal action",
        ]
    );
    let games = json(&["games", "--json"]);
    assert_eq!(games["games"][0]["name"], "gin");
    assert_eq!(games["games"][0]["presets"][0], "eaai");
    assert_eq!(games["games"][0]["bots"][2]["name"], "greedy");
}

#[test]
fn bad_commands_are_named_in_one_line() {
    let cases: [(&[&str], &str); 5] = [
        (&["chess"], "unrecognized subcommand 'chess'"),
        (&["gin", "meld"], "unrecognized subcommand 'meld'"),
        (&["tour", "--fast"], "unexpected argument '--fast' found"),
        (&["gin", "deadwood"], "the following required arguments were not provided: <HAND>..."),
        (
            &["--color", "blue", "tour"],
            "invalid value 'blue' for '--color <WHEN>' [possible values: auto, always, never]",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(refused(args), format!("{expected}; see 'facedown --help'"));
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;

    for args in [&["gin", "deadwood"][..], &["play"], &["match", "gin", "--bots"]] {
        let run: crate::common::Run = facedown(args)
            .arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"))
            .output()
            .expect("the binary runs")
            .into();
        assert!(crate::common::complaint(run, args).contains("invalid UTF-8"), "{args:?}");
    }
}

#[test]
fn completions_name_commands_games_and_bots() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&["completions", shell]);
        for word in ["deadwood", "completions", "gin", "greedy", "openspiel"] {
            assert!(script.contains(word), "{shell} lacks {word}");
        }
    }
    for shell in ["elvish", "powershell"] {
        assert!(good(&["completions", shell]).contains("deadwood"), "{shell}");
    }
    assert!(refused(&["completions", "tcsh"]).contains("invalid value 'tcsh'"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    assert!(good(&["man"]).contains(".TH facedown 1"));
    let folder = std::env::temp_dir().join(format!("facedown-man-{}", std::process::id()));
    let path = folder.to_str().expect("the folder's name is text");
    good(&["man", "--out", path]);
    for command in COMMANDS {
        let name = [&["facedown"], command].concat().join("-");
        let page = std::fs::read_to_string(folder.join(format!("{name}.1")));
        assert!(page.expect("the page is there").contains("Example"), "{name}");
    }
    let file = folder.join("facedown.1");
    let complaint = refused(&["man", "--out", file.to_str().expect("it is text")]);
    assert!(complaint.starts_with("--out '"), "{complaint}");
    std::fs::remove_dir_all(folder).expect("the pages can be removed");
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let args = ["gin", "deadwood", "9h As"];
    assert!(!good(&args).contains('\u{1b}'));
    let always = [&args[..], &["--color", "always"]].concat();
    assert!(good(&always).contains("\u{1b}[31m9h\u{1b}[39m"));
    assert!(good(&[&["--color=always"], &args[..]].concat()).contains("\u{1b}[31m9h"));
    assert!(!good(&[&args[..], &["--color", "never"]].concat()).contains('\u{1b}'));
    let mut forced = facedown(&args);
    let forced: crate::common::Run =
        forced.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().expect("it runs").into();
    assert!(!forced.out.contains('\u{1b}'), "NO_COLOR wins");
    assert!(good(&["--help", "--color", "always"]).contains('\u{1b}'));
    assert!(!good(&["--help"]).contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let hands = ["4s 5s 6s 7s 7c 7d 7h 9d Ts Ks 2c"; 300]; // more than a pipe holds
    for first in [&["gin", "deadwood"][..], &["gin", "deadwood", "--json"]] {
        let args = [first, &hands].concat();
        let mut child = facedown(&args).stdin(Stdio::null()).spawn().expect("the binary runs");
        let mut output = child.stdout.take().expect("the output is a pipe");
        output.read_exact(&mut [0; 10]).expect("there is output");
        drop(output);
        let run: crate::common::Run = child.wait_with_output().expect("the binary ends").into();
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    }
}

/// The parts of a document that depend on the clock and on the number of threads.
fn without_times(document: &mut serde_json::Value) {
    match document {
        serde_json::Value::Object(fields) => {
            for name in ["timing", "seconds", "threads"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(without_times);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn the_tour_answers_from_every_family() {
    let tour = good(&["tour", "--threads", "2"]);
    for part in [
        "$ facedown gin deadwood \"4s 5s 6s 7s 7c 7d 7h 9d Ts Ks 2c\"\n",
        "deadwood  31, all eleven counted\n",
        "greedy outscores simple by ",
        "royalties  22\n",
        "Exact: every deal was enumerated.\n",
        " shanten  0, tenpai (",
        "haneman: 12,000 points\n",
        " *  play 5c ",
        "facedown play hearts",
    ] {
        assert!(tour.contains(part), "the tour lacks '{part}':\n{tour}");
    }
    let [mut tour, mut again] = ["1", "2"].map(|t| json(&["tour", "--json", "--threads", t]));
    [&mut tour, &mut again].into_iter().for_each(without_times);
    assert_eq!(tour, again);
    assert_eq!(tour["gin"]["hand"]["hands"][0]["best_discard"], "Ts");
    assert_eq!(tour["gin"]["match"]["report"]["bots"][0]["name"], "greedy");
    assert_eq!(tour["ofc"]["fantasy"]["settings"][0]["royalties"], 22);
    assert_eq!(tour["ofc"]["solve"]["exact"], true);
    assert_eq!(tour["riichi"]["hand"]["shanten"], 0);
    assert_eq!(tour["riichi"]["win"]["wins"], true);
    assert_eq!(tour["tricks"]["advise"]["answer"]["actions"][0]["text"], "5c");
    let mut other = json(&["tour", "--json", "--seed", "2"]);
    without_times(&mut other);
    assert_ne!(tour["gin"]["match"], other["gin"]["match"]);
    assert_eq!(tour["riichi"], other["riichi"]);
}

#[test]
fn every_bench_is_timed_and_its_result_checked() {
    let bench = json(&["bench", "--json", "--threads", "2", "--rounds", "1"]);
    let timings = bench["timings"].as_array().expect("a list");
    let names: Vec<&str> = timings.iter().map(|t| t["name"].as_str().expect("a name")).collect();
    for name in ["gin/deadwood", "gin/deadwood-2-threads", "gin/discards", "gin/best-melds"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for name in ["gin/defence", "gin/env", "gin/env-2-threads", "gin/bot-greedy"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for name in ["initial_placement", "mid_game", "end_game", "complex_decision"] {
        assert!(names.contains(&format!("ofc/{name}").as_str()), "{names:?}");
    }
    for timing in timings {
        assert_eq!(timing["correct"], true, "{timing}");
        assert!(timing["nanoseconds"].as_f64().expect("a number") > 0.0, "{timing}");
    }
}

#[test]
fn a_bench_is_chosen_by_a_part_of_its_name() {
    assert!(refused(&["bench", "melds", "--rounds", "0"]).contains("'0'"));
    assert!(good(&["bench", "melds", "--rounds", "2"]).contains("the fastest of 2 rounds"));
    let run = run(&["bench", "melds"]);
    assert_eq!(run.code, Some(0));
    let rows: Vec<&str> = run.out.lines().filter(|line| line.contains("gin/")).collect();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].contains("gin/best-melds") && rows[0].ends_with("checked"), "{}", rows[0]);
    assert!(
        refused(&["bench", "chess"])
            .starts_with("no benchmark 'chess', expected a part of one of gin/")
    );
}

#[test]
fn a_back_end_that_does_not_exist_is_refused_and_named() {
    let args = ["bench", "gin/deadwood"];
    let run = facedown(&args).env("FACEDOWN_SIMD", "steam").output().expect("the binary runs");
    let complaint = crate::common::complaint(run.into(), &args);
    assert!(complaint.starts_with("FACEDOWN_SIMD: "), "{complaint}");
    assert!(complaint.contains("'steam'"), "{complaint}");
}
