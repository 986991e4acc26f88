//! `facedown riichi bot`: MJAI on standard input and output.

use crate::common::{assert_golden, complaint, facedown, run_with_input};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const START: &str = r#"{"type":"start_game","id":0,"names":["a","b","c","d"]}"#;
const HIDDEN: &str = r#"["?","?","?","?","?","?","?","?","?","?","?","?","?"]"#;
const HAND: &str = r#"["1m","2m","3m","4p","5pr","6p","7s","8s","E","E","P","P","2s"]"#;

fn round(hand: &str) -> String {
    format!(
        r#"{{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"3s","scores":[25000,25000,25000,25000],"tehais":[{hand},{HIDDEN},{HIDDEN},{HIDDEN}]}}"#
    )
}

/// A table at which the bot is asked to discard, to call and to win.
fn table() -> Vec<String> {
    let mut lines = vec![r#"{"type":"hello","protocol":"mjsonp","protocol_version":3}"#.to_owned()];
    lines.push(START.to_owned());
    lines.push(round(HAND));
    for line in [
        r#"{"type":"tsumo","actor":0,"pai":"9s"}"#,
        r#"{"type":"dahai","actor":0,"pai":"2s","tsumogiri":false}"#,
        r#"[{"type":"tsumo","actor":1,"pai":"?"},{"type":"dahai","actor":1,"pai":"P","tsumogiri":true}]"#,
        r#"{"type":"pon","actor":0,"target":1,"pai":"P","consumed":["P","P"]}"#,
        r#"{"type":"dahai","actor":0,"pai":"1m","tsumogiri":false}"#,
        "",
        r#"{"type":"none"}"#,
        r#"{"type":"tsumo","actor":1,"pai":"?"}"#,
        r#"{"type":"dahai","actor":1,"pai":"1m","tsumogiri":false}"#,
        r#"{"type":"hora","actor":3,"target":1,"deltas":[0,-1000,0,1000]}"#,
        r#"{"type":"end_kyoku"}"#,
        r#"{"type":"end_game"}"#,
    ] {
        lines.push(line.to_owned());
    }
    lines
}

#[test]
fn every_line_is_answered_with_one() {
    let mut input = table().join("\n");
    input.push('\n');
    let args = ["riichi", "bot", "--bot", "random", "--seed", "3", "--name", "tester"];
    let run = run_with_input(&args, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_golden("riichi-bot", &run.out);
    let again = run_with_input(&args, input.as_bytes());
    assert_eq!(again.out, run.out, "equal seeds give equal answers");
}

#[test]
fn an_answer_comes_before_the_next_line_is_written() {
    let mut child = facedown(&["riichi", "bot"]).stdin(Stdio::piped()).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut replies = Vec::new();
    for line in table().iter().filter(|line| !line.is_empty()) {
        writeln!(input, "{line}").expect("it listens");
        let mut reply = String::new();
        output.read_line(&mut reply).expect("it answers");
        replies.push(reply.trim().to_owned());
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert!(replies[0].contains(r#""type":"join","name":"facedown""#), "{}", replies[0]);
    assert_eq!(replies[3], r#"{"type":"reach","actor":0}"#, "it is tenpai");
    let none = replies.iter().filter(|reply| reply.as_str() == r#"{"type":"none"}"#).count();
    assert!(none >= 8, "{replies:?}");
}

/// Runs the bot on lines of which the last is invalid; returns its error message.
fn error_message(lines: &[&str], more: &[&str]) -> String {
    let args = [&["riichi", "bot"], more].concat();
    let run = run_with_input(&args, lines.join("\n").as_bytes());
    assert_eq!(run.code, Some(1), "{lines:?}: {}", run.err);
    assert_eq!(run.out.lines().count(), lines.len() - 1, "all but the last were answered");
    let line = run.err.strip_suffix('\n').expect("the complaint is a line");
    assert!(!line.contains('\n'), "{line}");
    line.strip_prefix("facedown: ").expect("the complaint names the program").to_owned()
}

#[test]
fn an_invalid_event_ends_the_bot_with_status_1_and_its_line() {
    let deal = round(HAND);
    let draw = r#"{"type":"tsumo","actor":0,"pai":"9s"}"#;
    let cases: [(&[&str], &str); 8] = [
        (&["{"], "line 1: EOF while parsing an object at column 1"),
        (&[r#"{"type":"dance"}"#], "line 1: dance: unknown variant `dance`"),
        (&[START, draw], "line 2: tsumo outside a round"),
        (&[START, &deal, draw, draw], "line 4: tsumo "),
        (
            &[START, &deal, draw, r#"{"type":"dahai","actor":0,"pai":"C","tsumogiri":false}"#],
            "line 4: seat 0 does not hold 7z",
        ),
        (
            &[START, &deal, draw, r#"{"type":"dahai","actor":2,"pai":"C","tsumogiri":false}"#],
            "line 4: ",
        ),
        (&[START, &round(&HAND.replace("2s", "5pr"))], "line 2: "),
        (&[START, &deal, r#"{"type":"tsumo","actor":0,"pai":"?"}"#], "line 3: "),
    ];
    for (lines, expected) in cases {
        let why = error_message(lines, &[]);
        assert!(why.starts_with(expected), "'{why}' is not '{expected}'");
    }
    let start = r#"{"type":"start_game","id":3,"names":["a","b","c"]}"#;
    let three = error_message(&[start], &["--seats", "3"]);
    assert!(three.starts_with("line 1: "), "{three}");
    let run = run_with_input(&["riichi", "bot"], b"\xff\xfe\n");
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(1), "facedown: line 1: byte 0 is not UTF-8 text\n")
    );
}

#[test]
fn arguments_that_make_no_bot_are_bad_input() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["--bot", "xx"],
            "no bot 'xx', expected one of random, efficient, tempo, sharp, clone, search",
        ),
        (&["--rules", "ema"], "no rules 'ema', expected one of tenhou, mjsoul, tenhou3, mjsoul3"),
        (&["--seats", "5"], "invalid value '5' for '--seats <N>'"),
        (&["--option", "kuikae"], "--option 'kuikae': expected key=value"),
        (&["--option", "tea=1"], "--option 'tea=1': no option 'tea'"),
        (&["--set", "threads=2"], "--set 'threads=2': 'efficient' does not search"),
    ];
    for (more, expected) in cases {
        let args = [&["riichi", "bot"], more].concat();
        let why = complaint(run_with_input(&args, b""), &args);
        assert!(why.starts_with(expected), "'{why}' is not '{expected}'");
    }
}

#[test]
fn a_bot_that_searches_plays_at_a_table_for_three() {
    let hidden: Vec<&str> = vec![HIDDEN; 2];
    let deal = format!(
        r#"{{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"3s","scores":[35000,35000,35000],"tehais":[["1m","9m","3p","4p","5pr","6p","7s","8s","E","E","P","N","2s"],{}]}}"#,
        hidden.join(",")
    );
    let start = r#"{"type":"start_game","id":0,"names":["a","b","c"]}"#;
    let draw = r#"{"type":"tsumo","actor":0,"pai":"9s"}"#;
    let input = [start, &deal, draw].join("\n");
    let args = ["riichi", "bot", "--seats", "3", "--rules", "mjsoul", "--bot", "search:20"];
    let run = run_with_input(&args, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let last = run.out.lines().last().expect("an answer");
    assert!(last.contains("\"actor\":0"), "{last}");
}
