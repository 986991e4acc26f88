//! `facedown play riichi`, `match riichi` and `advise riichi`.

use crate::common::player::{Player, follow_hints};
use crate::common::{Run, assert_golden, complaint, good, json, run_with_input};
use serde_json::Value;

// Goldens are of bots that do not change any more.
#[test]
fn a_round_is_shown_and_played_from_a_script() {
    let args = ["play", "riichi", "--bot", "random", "--seed", "5", "--seat", "1"];
    let input = b"castle\n1\npass\n14\nshow\n1\npass\n1\nquit\n";
    let Run { code, out, err } = run_with_input(&args, input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_golden("riichi-play", &out);
    assert!(out.lines().all(|line| line.chars().count() < 80), "{out}");
}

/// Declares riichi and discards in one line, with the first tile that will do.
fn declare(player: &mut Player) {
    let tiles = ["m", "p", "s", "z"].map(|suit| (0..10).map(move |n| format!("{n}{suit}")));
    for tile in tiles.into_iter().flatten() {
        let before = player.transcript.len();
        player.say(&format!("riichi {tile}"));
        let asked = player.is_asked();
        let said = player.transcript.split_off(before);
        if !said.contains("expected a discard that keeps tenpai") {
            player.transcript.push_str(&said);
            if asked {
                player.say("show");
            }
            return;
        }
    }
    panic!("no tile declares riichi:\n{}", player.transcript);
}

/// Does as the hint says.
fn follow(player: &mut Player, advice: &str) {
    match advice {
        "declare riichi" => declare(player),
        advice => player.say(advice),
    }
}

#[test]
fn a_riichi_that_cannot_be_declared_is_refused() {
    let args = ["play", "riichi", "--bot", "random", "--seed", "5"];
    let out = run_with_input(&args, b"riichi 5p\nquit\n").out;
    assert!(out.contains("> riichi 5p\nriichi cannot be declared now\n"), "{out}");
}

#[test]
fn a_whole_hanchan_is_played_as_the_hints_say() {
    for (rules, seed) in [("tenhou", "3"), ("mjsoul3", "4")] {
        let text = follow_hints(&["play", "riichi", "--seed", seed, "--rules", rules], 30, follow);
        assert!(!text.contains("not a legal action"), "{rules}:\n{text}");
        assert!(!text.contains("may mean"), "{rules}:\n{text}");
        let rounds = text.matches("This hand: ").count();
        assert!((1..40).contains(&rounds), "{rounds}");
        assert!(text.contains("The match is over: "), "{rules}:\n{text}");
        for part in ["tenpai", "han", "points", "efficient 2: discard", "> riichi "] {
            assert!(text.contains(part), "{rules} lacks '{part}':\n{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() < 80));
    }
}

/// Nothing in a transcript reveals that another seat could have called and passed.
#[test]
fn passes_of_others_are_never_shown() {
    let args = ["play", "riichi", "--seed", "8", "--bot", "random", "--hands", "2"];
    let input = "1\npass\n".repeat(200);
    let text = run_with_input(&args, input.as_bytes()).out;
    assert!(text.contains("This hand: "), "{text}");
    for seat in 1..4 {
        assert!(!text.contains(&format!("random {seat}: let")), "{text}");
        assert!(!text.contains(&format!("random {seat}: pass")), "{text}");
    }
}

#[test]
fn bots_meet_on_the_same_walls() {
    let bots = ["--bots", "efficient,random,random,random"];
    let args = [&["match", "riichi", "--deals", "10", "--seed", "1"][..], &bots].concat();
    let text = good(&args);
    assert!(text.starts_with("riichi (tenhou), seed 1: 10 deals, "), "{text}");
    assert!(text.contains("efficient outscores random"), "{text}");
    let found = json(&[&args[..], &["--json", "--option", "match.length=tonpu"]].concat());
    assert_eq!(found["rules"]["match"]["length"], "tonpu");
    assert_eq!(found["report"]["bots"][0]["name"], "efficient");
    let three = ["match", "riichi", "--bots", "efficient,random,random", "--deals", "2"];
    assert!(good(&[&three[..], &["--option", "seats=3"]].concat()).contains("(tenhou, changed)"));
}

/// A view of somebody who is to act, as `play` prints it.
fn document() -> Value {
    let args = ["play", "riichi", "--seed", "5", "--bot", "random"];
    let run = run_with_input(&args, b"1\njson\nquit\n");
    let line = run.out.lines().find(|line| line.starts_with('{')).expect("a document");
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn the_view_that_play_prints_is_advised_about() {
    let args =
        ["advise", "riichi", "-", "--bot", "search", "--iterations", "60", "--json", "--seed", "2"];
    let run = run_with_input(&args, document().to_string().as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let found: Value = serde_json::from_str(&run.out).expect("one JSON document");
    assert_eq!(found["game"], "riichi");
    assert!(!found["answer"]["actions"].as_array().expect("a list").is_empty());
    let args = ["advise", "riichi", "-", "--iterations", "60"];
    let text = run_with_input(&args, document().to_string().as_bytes()).out;
    assert!(text.starts_with("riichi mahjong for four or three, seat 0, search\n"), "{text}");
    assert!(text.contains(" your hand  ") && text.contains("discard "), "{text}");
}

#[test]
fn a_view_that_cannot_be_names_the_step_and_the_seat() {
    let why = |change: fn(&mut Value)| {
        let mut document = document();
        change(&mut document["view"]);
        let args = ["advise", "riichi", "-"];
        complaint(run_with_input(&args, document.to_string().as_bytes()), &args)
    };
    let seat = why(|view| view["steps"][0]["seat"] = 3.into());
    assert_eq!(seat, "standard input: view of riichi: step 1, seat 3: it is the turn of seat 0");
    let tile = why(|view| view["steps"][0]["discard"] = "9z".into());
    assert!(tile.starts_with("standard input: view of riichi: step 1: discard '9z'"), "{tile}");
    let hand = why(|view| view["hand"] = "123m".into());
    assert!(hand.contains("3 tiles in the hand, expected"), "{hand}");
    let field = why(|view| view["colour"] = 1.into());
    assert!(field.contains("unknown field `colour`"), "{field}");
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/riichi-view.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let example = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let args = ["advise", "riichi", "-", "--bot", "search", "--iterations", "50"];
    let run = run_with_input(&args, example.expect("an example").as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("discard 3z*"), "{}", run.out);
}
