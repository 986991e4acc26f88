//! `facedown play`.

use crate::common::player::{Player, follow_hints, hinted};
use crate::common::{Run, assert_golden, refused, run, run_with_input};
use serde_json::{Map, Value};

/// Types the same input until the hand is over; invalid input is refused and asked for again.
fn stubborn() -> Vec<u8> {
    "pass\nstock\n1\nknock\n".repeat(100).into_bytes()
}

#[test]
fn a_whole_hand_is_played_from_a_script() {
    let args = ["play", "gin", "--bot", "simple", "--seed", "5", "--hands", "1"];
    let Run { code, out, err } = run_with_input(&args, &stubborn());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_golden("play-hand", &out);
}

#[test]
fn invalid_input_is_refused_and_asked_for_again() {
    let args = ["play", "gin", "--bot", "simple", "--seed", "5", "--seat", "1"];
    let input =
        b"castle\n99\n0\nKs\n\xff\xfe\n\n?\nhint 200\nshow\nPASS\ns\ndiscard 2\nk\ndiscard\nkd\nquit\n";
    let Run { code, out, err } = run_with_input(&args, input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_golden("play-inputs", &out);
}

#[test]
fn the_end_of_input_ends_the_game_politely() {
    let Run { code, out, err } = run(&["play", "gin", "--seed", "5"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.ends_with("> \nEnd of input. The score: you 0, greedy 0.\n"), "{out}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let args = ["play", "gin", "--seed", "9", "--hands", "2", "--bot", "simple"];
    let first = run_with_input(&args, &stubborn()).out;
    assert_eq!(first, run_with_input(&args, &stubborn()).out);
    let other = ["play", "gin", "--seed", "10", "--hands", "2", "--bot", "simple"];
    assert_ne!(first, run_with_input(&other, &stubborn()).out);
}

#[test]
fn an_invalid_game_is_refused_and_named() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["play", "chess"],
            "no game 'chess', expected one of gin, hearts, spades, oh-hell, el-dorado, riichi, ofc",
        ),
        (
            &["play", "gin", "--bot", "xx"],
            "no bot 'xx', expected one of random, simple, greedy, search, ismcts, mo-ismcts, \
             flat, determinized, puct",
        ),
        (&["play", "gin", "--seat", "2"], "--seat 2: expected 0 to 1"),
        (
            &["play", "gin", "--hands", "0"],
            "invalid value '0' for '--hands <N>': expected a whole number of at least 1; \
             see 'facedown --help'",
        ),
        (
            &["play", "gin", "--seat", "-1"],
            "invalid value '-1' for '--seat <N>': expected a whole number from 0 to 2^64 - 1; \
             see 'facedown --help'",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(refused(args), expected);
    }
}

#[test]
fn advice_is_legal_to_the_end_under_all_rules() {
    for rules in ["eaai", "openspiel", "classic", "tournament", "straight", "oklahoma"] {
        let args = ["play", "gin", "--seed", "3", "--rules", rules, "--hands", "3"];
        let transcript = follow_hints(&args, 30, Player::say);
        assert!(!transcript.contains("not a legal action"), "{rules}:\n{transcript}");
        assert!(!transcript.contains("may mean"), "{rules}:\n{transcript}");
        assert_eq!(transcript.matches("This hand: ").count(), 3, "{rules}:\n{transcript}");
    }
}

#[test]
fn a_match_is_played_to_its_end() {
    let short = ["play", "gin", "--seed", "3", "--bot", "random", "--option", "match.target=20"];
    let transcript = follow_hints(&short, 300, Player::say);
    assert!(transcript.ends_with("The match is over: you win.\n"), "{transcript}");
    assert!(!transcript.contains("not a legal action"));
}

#[test]
fn hint_why_advise_and_the_bot_agree() {
    for game in ["gin", "hearts", "oh-hell", "riichi", "ofc"] {
        let args = ["play", game, "--seed", "5", "--bot", "random", "--set", "seed=7"];
        let run = run_with_input(&args, b"json\nwhy 200\nhint 200\nquit\n");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{game}");
        let hint = hinted(&run.out);
        assert!(run.out.contains(&format!("\n *  {hint} ")), "{game}, {hint}: {}", run.out);
        let printed = run.out.lines().find(|line| line.starts_with('{')).expect("a document");
        let args = ["advise", game, "-", "--iterations", "200", "--seed", "7", "--json"];
        let advised = run_with_input(&args, printed.as_bytes());
        let advised: Value = serde_json::from_str(&advised.out).expect("one JSON document");
        assert_eq!(advised["answer"]["actions"][0]["about"], hint, "{game}");
        let document: Value = serde_json::from_str(printed).expect("JSON");
        let position = facedown_catalog::position(&document, Some(game), &Map::new());
        let position = position.expect("a position");
        let mut bot = position.game.bot("search:200", 7).expect("a bot");
        let chosen = bot.choose(&*position.view).unwrap().expect("an action");
        assert_eq!(advised["answer"]["best"], chosen, "{game}: the bot does not play {hint}");
    }
}
