//! `facedown riichi review` and `facedown review`.

use crate::common::{good, json, refused, run_with_input};
use std::path::PathBuf;

fn log(name: &str) -> String {
    format!("{}/../../testdata/riichi/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A file of its own for a test.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("facedown-{}-{name}", std::process::id()))
}

#[test]
fn a_log_is_reviewed_as_text_json_and_a_page() {
    let page = file("review.html");
    let log = log("tonpu.mjlog");
    let path = page.to_str().unwrap();
    let args = ["riichi", "review", &log, "--seat", "1", "--worlds", "20"];
    let text = good(&[&args[..], &["--html", path]].concat());
    assert!(text.contains("Worst decisions") && text.contains("E1"), "{text}");
    let html = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Review of tonpu.mjlog"));
    let review = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&review["seat"], &review["seats"]), (&1.into(), &4.into()));
    let one = json(&[&args[..], &["--json", "--threads", "1"]].concat());
    assert_eq!(one, review, "threads change nothing");
}

#[test]
fn all_seats_of_three_players_are_reviewed() {
    let review = json(&["riichi", "review", &log("sanma.jsonl"), "--worlds", "4", "--json"]);
    assert_eq!(review["totals"].as_array().unwrap().len(), 3);
}

#[test]
fn bad_logs_and_seats_are_named() {
    let sanma = log("sanma.jsonl");
    let seat = refused(&["riichi", "review", &sanma, "--seat", "3"]);
    assert!(seat.ends_with("no seat 3, expected 0 to 2"), "{seat}");
    let missing = refused(&["riichi", "review", "no-such.mjlog"]);
    assert!(missing.starts_with("'no-such.mjlog'"), "{missing}");
    let worlds = refused(&["riichi", "review", &sanma, "--worlds", "1"]);
    assert!(worlds.contains("--worlds"), "{worlds}");
    let record = refused(&["review", &sanma]);
    assert!(record.contains("sanma.jsonl"), "{record}");
}

#[test]
fn a_game_of_every_kind_that_was_played_is_reviewed() {
    for game in ["gin", "hearts", "spades", "oh-hell", "el-dorado", "riichi", "ofc"] {
        let record = file(&format!("{game}.json"));
        let path = record.to_str().unwrap();
        let args = ["play", game, "--seed", "7", "--hands", "1", "--record", path];
        // Every decision takes the first action of the list, to the end of the hand.
        let played = run_with_input(&args, "1\n".repeat(400).as_bytes());
        assert_eq!(played.code, Some(0), "{}", played.err);
        let budget = ["--iterations", "20", "--worlds", "10"];
        let review = json(&[&["review", path, "--seat", "0", "--json"][..], &budget].concat());
        let text = good(&[&["review", path, "--seat", "0"][..], &budget].concat());
        std::fs::remove_file(&record).unwrap();
        assert_eq!((&review["game"], &review["names"][0]), (&game.into(), &"you".into()));
        assert!(review["totals"][0]["decisions"].as_u64().unwrap() > 3, "{review}");
        assert!(text.starts_with(&format!("{game}: opinion of search")), "{text}");
    }
}
