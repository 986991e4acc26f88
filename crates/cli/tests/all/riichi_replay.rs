//! `facedown riichi replay`.

use crate::common::{assert_golden, good, json, refused, run};
use serde_json::Value;
use std::path::PathBuf;

fn log(name: &str) -> String {
    format!("{}/../../testdata/riichi/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The sample logs, one in each format.
fn samples() -> [String; 3] {
    ["hanchan.json", "sanma.jsonl", "tonpu.mjlog"].map(log)
}

/// A folder of its own for a test, which it removes.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("facedown-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// The report without its last line, which has times.
fn untimed(text: &str) -> &str {
    let (report, times) = text.trim_end().rsplit_once('\n').expect("there are lines");
    assert!(times.ends_with(" logs a minute"), "{times}");
    report
}

#[test]
fn logs_that_agree_are_counted_by_kind_of_event() {
    let [a, b, c] = &samples();
    let report = good(&["riichi", "replay", a, b, c]);
    assert_golden("riichi-replay", untimed(&report));
    assert!(report.lines().all(|line| line.chars().count() < 80), "{report}");
}

#[test]
fn the_report_does_not_depend_on_threads_or_on_how_logs_are_named() {
    let folder = log("logs/tenhou");
    let one = json(&["riichi", "replay", "--json", "--threads", "1", &folder]);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    names.sort();
    let mut args = vec!["riichi", "replay", "--json", "--threads", "2"];
    args.extend(names.iter().map(String::as_str));
    let each = json(&args);
    assert_eq!(one["counts"], each["counts"]);
    assert_eq!((&one["logs"], &one["agreed"]), (&10.into(), &10.into()));
    assert_eq!(one["counts"]["games"], 10);
    assert_eq!(one["stopped"], false);
    assert!(one["timing"]["seconds"].as_f64() > Some(0.0));
}

#[test]
fn a_log_that_disagrees_is_the_answer_no() {
    let args = ["riichi", "replay", &log("tonpu.mjlog"), "--rules", "mjsoul"];
    let text = run(&args);
    assert_eq!((text.code, text.err.as_str()), (Some(1), ""));
    let first = text.out.lines().next().unwrap();
    for part in ["tonpu.mjlog: round 4 (East 4) step ", "end: expected ", ", got "] {
        assert!(first.contains(part), "{first}");
    }
    assert!(text.out.contains("\n0 of 1 logs agree at every step\n"), "{}", text.out);
    let document = run(&[&args[..], &["--json"]].concat());
    assert_eq!(document.code, Some(1));
    let document: Value = serde_json::from_str(&document.out).unwrap();
    let disagreement = &document["disagreements"][0];
    assert_eq!((&disagreement["round"], &disagreement["matter"]), (&4.into(), &"end".into()));
    assert!(disagreement["log"].as_str().unwrap().ends_with("tonpu.mjlog"));
    assert!(
        good(&["riichi", "replay", &log("tonpu.mjlog"), "--rules", "tenhou"]).contains("1 of 1")
    );
}

#[test]
fn a_log_that_cannot_be_read_is_bad_input_with_place_and_reason() {
    let folder = folder("replay-bad");
    let whole = std::fs::read(log("tonpu.mjlog")).unwrap();
    let cut = folder.join("cut.mjlog");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let name = cut.to_str().unwrap();
    let complaint = refused(&["riichi", "replay", name]);
    assert!(complaint.starts_with(&format!("'{name}': tag ")), "{complaint}");
    // The others are still replayed.
    let [a, b, c] = &samples();
    let both = run(&["riichi", "replay", name, a, b, c]);
    assert_eq!(both.code, Some(2));
    assert!(both.out.contains("3 of 4 logs agree"), "{}", both.out);
    assert_eq!(both.err, format!("facedown: {complaint}\n"));
    std::fs::write(folder.join("noise.json"), [0, 255, 19]).unwrap();
    let document = run(&["riichi", "replay", "--json", folder.to_str().unwrap()]);
    assert_eq!(document.code, Some(2));
    assert!(document.err.contains("(and 1 more cannot be read)"), "{}", document.err);
    let document: Value = serde_json::from_str(&document.out).unwrap();
    assert_eq!(document["unreadable"].as_array().unwrap().len(), 2);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn paths_without_logs_are_named() {
    let folder = folder("replay-empty");
    let name = folder.to_str().unwrap();
    assert!(
        refused(&["riichi", "replay", name])
            .starts_with(&format!("'{name}': no logs, expected names"))
    );
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refused(&["riichi", "replay", name]).starts_with(&format!("'{name}': ")));
    assert!(refused(&["riichi", "replay"]).contains("<FILE>..."));
    assert!(refused(&["riichi", "replay", name, "--rules", "ema"]).contains("'ema'"));
}

#[test]
fn a_broken_archive_is_named_and_the_rest_is_still_replayed() {
    let folder = folder("replay-zip");
    let path = folder.join("broken.zip");
    std::fs::write(&path, b"PK\x03\x04 and nothing more").unwrap();
    let (name, game) = (path.to_str().unwrap(), log("tonpu.mjlog"));
    let both = run(&["riichi", "replay", name, &game]);
    assert_eq!(both.code, Some(2));
    assert!(both.out.contains("1 of 2 logs agree"), "{}", both.out);
    assert!(both.err.starts_with(&format!("facedown: '{name}': ")), "{}", both.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_number_of_threads_is_bounded() {
    assert!(
        refused(&["riichi", "replay", &log("tonpu.mjlog"), "--threads", "5000"])
            .contains("1..=1024")
    );
}
