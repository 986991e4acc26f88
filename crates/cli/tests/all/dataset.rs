//! `facedown dataset` and `facedown selfplay`.

use crate::common::{good, refused};
use std::path::PathBuf;

/// A folder for one test, empty at first.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for tests");
    path
}

#[test]
fn a_data_set_is_made_once() {
    let path = folder("solved").join("hands");
    let path = path.to_str().expect("a path of text");
    let args = ["dataset", "deadwood", "--rows", "64", "--seed", "5", "--out", path];
    assert!(good(&args).ends_with("shards: 1, of them there before: 0\n"));
    assert!(good(&args).ends_with("shards: 1, of them there before: 1\n"));
    let other = ["dataset", "deadwood", "--rows", "64", "--seed", "6", "--out", path];
    assert!(refused(&other).ends_with("another data set: seed is 5, not 6"));
}

#[test]
fn solved_hands_are_written_as_json_lines() {
    let path = folder("lines").join("hands.jsonl");
    let text = path.to_str().expect("a path of text");
    good(&["dataset", "fantasyland", "--rows", "20", "--out", text]);
    let lines = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(lines.lines().count(), 20);
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let len = |row: &str| line[row].as_array().map_or(0, Vec::len);
        assert_eq!(["hand", "top", "middle", "bottom"].map(len), [14, 3, 5, 5]);
    }
}

#[test]
fn games_of_bots_do_not_depend_on_threads() {
    let here = folder("selfplay");
    let files = |name: &str, threads: &str| {
        let path = here.join(name);
        let out = path.to_str().expect("a path of text");
        let args = ["selfplay", "gin", "--bots", "greedy,simple", "--games", "30", "--out", out];
        good(&[&args[..], &["--threads", threads, "--seed", "9"]].concat());
        ["manifest.json", "part-000000.parquet"].map(|file| std::fs::read(path.join(file)).unwrap())
    };
    assert!(files("one", "1") == files("two", "2"));
}

#[test]
fn games_of_bots_can_be_one_file() {
    let here = folder("selfplay-file");
    let path = here.join("games.parquet");
    let out = path.to_str().expect("a path of text");
    let args = ["selfplay", "gin", "--bot", "simple", "--games", "1100", "--out", out];
    assert!(good(&args).contains("shards: 2, of them there before: 0"));
    let bytes = std::fs::read(&path).expect("the file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert!(!here.join("games.shards").exists());
    assert!(good(&args).contains("of them there before: 2"));
    let other = refused(&[&args[..], &["--seed", "2"]].concat());
    assert!(other.contains("the file of another data set"), "{other}");
}

#[test]
fn bad_data_sets_are_named() {
    let cases: [(&[&str], &str); 7] = [
        (&["dataset", "poker"], "no data set 'poker', expected one of fantasyland, deadwood"),
        (&["dataset", "riichi-decisions"], "riichi-decisions needs --logs PATH"),
        (&["dataset", "deadwood", "--logs", "x"], "--logs is for riichi-decisions"),
        (&["dataset", "riichi-decisions", "--logs", "no/logs"], "no/logs"),
        (&["selfplay", "gin", "--bots", "nobody"], "nobody"),
        (&["selfplay", "hearts", "--bots", "random,random"], "expected 1 or 4"),
        (&["selfplay", "gin", "--bots", "random", "--hand", "2"], "no hand 2, expected 0 to 1"),
    ];
    for (args, expected) in cases {
        let complaint = refused(&[args, &["--out", "/nonexistent/out"]].concat());
        assert!(complaint.contains(expected), "{args:?}: {complaint}");
    }
    let lines = refused(&["dataset", "deadwood", "--rows", "5", "--out", "x.jsonl"]);
    assert_eq!(lines, "JSON lines are for the data set fantasyland");
}
