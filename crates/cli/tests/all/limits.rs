//! Inputs without an end, and arguments as long as a file.

#![cfg(unix)]

use crate::common::{Run, complaint, facedown, json, refused, run, run_with_input};
use std::fs::File;
use std::process::Stdio;

/// Runs on an endless line of the same byte, as `/dev/zero` is.
fn endless(args: &[&str]) -> Run {
    let zeros = File::open("/dev/zero").expect("the system has it");
    facedown(args).stdin(Stdio::from(zeros)).output().expect("the binary runs").into()
}

#[test]
fn an_endless_line_of_standard_input_is_refused_with_its_limit() {
    let cases: [(&[&str], &str); 5] = [
        (&["gin", "deadwood", "-"], "standard input: line 1: a line of more than 1 MiB"),
        (&["gin", "deadwood", "--json", "-"], "standard input: line 1: a line of more than 1 MiB"),
        (&["advise", "gin", "-"], "standard input: more than 16 MiB"),
        (&["tricks", "advise", "-"], "standard input: more than 16 MiB"),
        (&["riichi", "bot"], "standard input: a line of more than 16 MiB"),
    ];
    for (args, expected) in cases {
        assert_eq!(complaint(endless(args), args), expected);
    }
    let play = endless(&["play", "gin", "--seed", "1"]);
    assert_eq!(play.code, Some(2));
    assert_eq!(play.err, "facedown: standard input: a line of more than 1 MiB\n");
}

#[test]
fn a_file_without_an_end_is_refused_with_its_limit() {
    let cases: [(&[&str], &str); 4] = [
        (&["advise", "gin", "/dev/zero"], "'/dev/zero': more than 16 MiB"),
        (
            &["riichi", "replay", "/dev/zero"],
            "'/dev/zero': the log: it has more than 67108864 bytes unpacked",
        ),
        (&["ofc", "book", "--info", "/dev/zero"], "--info '/dev/zero': more than 16 MiB"),
        (
            &["ofc", "solve", "--book", "/dev/zero", "--deal", "As Kd 7h 7c 2s"],
            "--book '/dev/zero': more than 16 MiB",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(refused(args), expected);
    }
}

#[test]
fn many_hands_make_one_document_and_too_many_are_refused() {
    let args = ["gin", "deadwood", "--json", "-"];
    let run = run_with_input(&args, "As 2s 3s\n".repeat(1_000).as_bytes());
    assert_eq!(run.code, Some(0));
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one document");
    assert_eq!(document["hands"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(
        document["hands"][999],
        json(&["gin", "deadwood", "--json", "As 2s 3s"])["hands"][0]
    );
    // Whole lines, more than a document may have.
    let run = run_with_input(&args, "As\n".repeat(6 << 20).as_bytes());
    let expected = "standard input: more than 16 MiB, the most for one JSON document";
    assert_eq!(complaint(run, &args), expected);
}

#[test]
fn of_a_long_argument_only_the_beginning_is_repeated() {
    let long = "x".repeat(100_000);
    let option = format!("gin_bonus={long}");
    let parameter = format!("{long}=1");
    let bots = format!("{long},greedy");
    let cards = "As ".repeat(30_000);
    let cases: [&[&str]; 20] = [
        &[&long],
        &["gin", "deadwood", &long],
        &["gin", "deadwood", &cards],
        &["play", &long],
        &["play", "gin", "--rules", &long],
        &["play", "gin", "--seat", &long],
        &["play", "gin", "--bot", &long],
        &["match", "gin", "--bots", &bots],
        &["match", "gin", "--bots", "greedy,greedy", "--option", &option],
        &["match", "gin", "--bots", "ismcts:9,greedy", "--set", &parameter],
        &["match", "gin", "--bots", "greedy,greedy", "--seed", &long],
        &["advise", "gin", &long],
        &["riichi", "hand", &long],
        &["riichi", "hand", "123m406p7789s1122z", "--meld", &long],
        &["riichi", "replay", &long],
        &["ofc", "fantasy", &long],
        &["ofc", "solve", "--deal", &long],
        &["ofc", "solve", "--deal", "As Kd 7h 7c 2s", "--rules", &long],
        &["ofc", "book", "--info", &long],
        &["bench", &long],
    ];
    for args in cases {
        let message = refused(args);
        let command = &args[..args.len() - 1];
        assert!(message.chars().count() < 1_000, "{command:?}: {} bytes", message.len());
        let repeated = message.split(|c| c != 'x').map(str::len).max();
        assert!(repeated <= Some(80), "{command:?} repeats {repeated:?} characters: {message}");
    }
    // What was typed is repeated the same way in play.
    let run =
        run_with_input(&["play", "gin", "--seed", "1"], format!("q{long}\nquit\n").as_bytes());
    assert_eq!(run.code, Some(0));
    let line = run.out.lines().find(|line| line.contains("is not a legal action"));
    assert!(line.is_some_and(|line| line.len() < 200), "{line:?}");
    // A short one is repeated whole.
    let short = "y".repeat(60);
    assert!(run_err(&["play", &short]).contains(&short));
}

fn run_err(args: &[&str]) -> String {
    run(args).err
}
