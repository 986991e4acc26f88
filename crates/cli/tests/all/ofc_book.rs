//! `facedown ofc book`.

use crate::common::{facedown, good, json, refused, run};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("facedown-cli-book-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Two openings in each shard, few iterations.
const QUICK: [&str; 6] = ["--shards", "65536", "--iterations", "4", "--exact-iterations", "2"];

fn book<'a>(out: &'a str, only: &'a str, threads: &'a str) -> Vec<&'a str> {
    let args = ["ofc", "book", "--out", out, "--only", only, "--threads", threads];
    [&args[..], &QUICK[..]].concat()
}

/// Returns the number of leading shards that a file has.
fn shards(path: &str) -> usize {
    let bytes = std::fs::read(Path::new(path)).unwrap_or_default();
    let marks = bytes.get(192..192 + 8 * 40).unwrap_or_default();
    marks.chunks(8).filter(|mark| mark.iter().any(|byte| *byte != 0)).count()
}

#[test]
fn a_book_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let folder = Folder::new("kill");
    let (whole, killed) = (folder.file("whole"), folder.file("killed"));
    good(&book(&whole, "0..40", "2"));
    assert_eq!(shards(&whole), 40);
    let mut cut = 0;
    for wanted in [3, 11, 24] {
        let mut child = facedown(&book(&killed, "0..40", "1")).spawn().unwrap();
        while shards(&killed) < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        let done = shards(&killed);
        assert!(done >= wanted, "{done} shards");
        cut += usize::from(done < 40);
    }
    assert!(cut > 0, "it was never killed in the middle");
    good(&book(&killed, "0..40", "1"));
    assert!(std::fs::read(&killed).unwrap() == std::fs::read(&whole).unwrap());
}

#[test]
fn a_book_goes_on_with_its_own_settings_and_refuses_others() {
    let folder = Folder::new("settings");
    let path = folder.file("book");
    let shown = good(&book(&path, "0..2", "1"));
    assert!(shown.contains("4 of 134,459 openings"), "{shown}");
    // Settings that are not given are those of the book.
    let go_on = ["ofc", "book", "--out", &path, "--only", "0..3"];
    assert!(good(&go_on).contains("6 of 134,459 openings"));
    let other = |rest: &[&str]| refused(&[&go_on[..], rest].concat());
    let said = other(&["--iterations", "5"]);
    assert!(said.contains(&path) && said.contains("iterations 4, not 5"), "{said}");
    assert!(other(&["--seed", "1"]).contains("made with seed 0, not 1"));
    assert!(other(&["--shards", "64"]).contains("made with shards 65536, not 64"));
    assert!(other(&["--preset", "ultimate"]).contains("made with rules standard, not ultimate"));
    assert!(other(&["--preset", "ultimat"]).contains("'ultimat'"));
    let info = json(&["ofc", "book", "--info", &path, "--json"]);
    assert_eq!(info["rules"], "standard");
    assert_eq!(info["classes"], 134_459);
    assert_eq!(info["classes_done"], 6);
    assert_eq!(info["iterations"], 4);
    let shown = good(&["ofc", "book", "--info", &path]);
    assert!(shown.contains("  classes  6 of 134,459\n"), "{shown}");
}

#[test]
fn parts_made_elsewhere_are_put_together() {
    let folder = Folder::new("parts");
    let (whole, first, second) = (folder.file("whole"), folder.file("a"), folder.file("b"));
    good(&book(&whole, "0..6", "1"));
    good(&book(&first, "0..3", "1"));
    good(&book(&second, "3..6", "1"));
    good(&["ofc", "book", "--out", &first, "--from", &second, "--only", "0..6"]);
    assert!(std::fs::read(&first).unwrap() == std::fs::read(&whole).unwrap());
}

#[test]
fn the_opening_of_five_cards_is_shown_in_rows() {
    let folder = Folder::new("look");
    let path = folder.file("book");
    // The last class is that of four kings and a queen.
    good(&book(&path, "65530..65536", "1"));
    let look = |cards: &str| run(&["ofc", "book", "--look", cards, "--in", &path]);
    let kings = "Ks Kh Qh Kd Kc";
    let shown = look(kings);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    for part in ["      top  ", "\n   middle  ", "\n   bottom  ", "\n   points  +", "\n     next  "]
    {
        assert!(shown.out.contains(part), "{}", shown.out);
    }
    assert!(shown.out.ends_with("    class  4 hands\n"), "{}", shown.out);
    let answer = json(&["ofc", "book", "--look", kings, "--in", &path, "--json"]);
    assert_eq!(answer["cards"], kings);
    assert_eq!(answer["found"]["placed"][2][0], "Qh");
    assert_eq!(answer["found"]["hands"], 4);
    let missing = look("2c 3d 4h 5s 7c");
    assert_eq!(missing.code, Some(1));
    assert!(missing.out.contains("but not this one"), "{}", missing.out);
}

#[test]
fn the_book_that_comes_with_the_program_can_be_looked_into() {
    let info = json(&["ofc", "book", "--info", "--json"]);
    assert_eq!(info["rules"], "standard");
    let found = run(&["ofc", "book", "--look", "As Kd 7h 7c 2s", "--json"]);
    assert!(matches!(found.code, Some(0 | 1)), "{}", found.err);
    let answer: serde_json::Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!(answer["found"].is_null(), found.code == Some(1));
}

#[test]
fn errors_are_named() {
    let folder = Folder::new("wrong");
    let path = folder.file("book");
    let look = |cards: &str| refused(&["ofc", "book", "--look", cards]);
    assert!(look("As Kd 7h 7c").contains("4 cards, an opening has 5"));
    assert!(look("").contains("0 cards, an opening has 5"));
    assert!(look("As Kd 7h 7c 2s 3s").contains("6 cards, an opening has 5"));
    assert!(look("As Kd 7h 7c As").contains("As"));
    assert!(look("As Kd 7h 7c 1x").contains("'1x'"));
    assert!(look("As Kd 7h 7c X").contains("X is not in the pack"));
    let make = |rest: &[&str]| refused(&[&["ofc", "book", "--out", &path], rest].concat());
    assert!(make(&["--only", "3..1"]).contains("3..1"));
    assert!(make(&["--only", "0..2000"]).contains("0..2000"));
    assert!(make(&["--only", "x..2"]).contains("x..2"));
    assert!(make(&["--only", "7"]).contains("--only '7'"));
    assert!(make(&["--threads", "0", "--only", "0..1"]).contains("--threads is 0"));
    assert!(make(&["--threads", "9999", "--only", "0..1"]).contains("--threads is 9999"));
    assert!(make(&["--shards", "0"]).contains("shards is 0"));
    assert!(make(&["--iterations", "0"]).contains("iterations is 0"));
    assert!(make(&["--seconds-per-opening", "-1"]).contains("-1"));
    assert!(make(&["--seconds-per-opening", "nan"]).contains("NaN"));
    assert!(make(&["--preset", "classic"]).contains("classic dealing"));
    assert!(!Path::new(&path).exists());
    std::fs::write(&path, b"something else").unwrap();
    assert!(make(&[]).contains("no opening book"));
    assert!(refused(&["ofc", "book", "--info", &path]).contains(&path));
    let nowhere = folder.file("no/such/folder/book");
    assert!(refused(&["ofc", "book", "--out", &nowhere]).contains(&nowhere));
    assert!(refused(&["ofc", "book", "--info", &nowhere]).contains(&nowhere));
    assert!(refused(&["ofc", "book"]).contains("--out"));
    assert!(refused(&["ofc", "book", "--look", "As", "--out", &path]).contains("--look"));
}

#[test]
fn solve_answers_from_a_book_where_it_can_and_says_so() {
    let cards = ["ofc", "solve", "--deal", "As 3s 7s 9s 2h"];
    let look = json(&["ofc", "book", "--look", "As 3s 7s 9s 2h", "--json"]);
    let answer = json(&[&cards[..], &["--book", "--json"]].concat());
    assert_eq!(answer["how"], "book");
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["placed"], look["found"]["placed"]);
    assert_eq!(answer["value"], look["found"]["value"]);
    let info = json(&["ofc", "book", "--info", "--json"]);
    assert_eq!(answer["book"], info);
    let shown = good(&[&cards[..], &["--book"]].concat());
    assert!(shown.contains("From the opening book, not searched now: "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");

    // Positions that the book lacks are searched, and the answer says why.
    for (rest, why) in [
        (vec!["--dead", "Kc"], "has seen no other card"),
        (vec!["--opponent", "Ah / Kd Kc / 6h 6c"], "has seen no other card"),
        (vec!["--worth", "1,2,3,4,5"], "its own values of Fantasyland"),
        (vec!["--rules", "tonybet"], "it is of the rules 'standard'"),
    ] {
        let few = ["--book", "--json", "--iterations", "50", "--threads", "1"];
        let answer = json(&[&cards[..], &few, &rest].concat());
        assert_eq!(answer["how"], "searched", "{rest:?}");
        assert!(answer["not_in_book"].as_str().unwrap().contains(why), "{rest:?}: {answer}");
    }
    let other = refused(&[&cards[..], &["--book", "nothing.book"]].concat());
    assert!(other.contains("--book 'nothing.book'"), "{other}");
}
