//! `facedown play ofc`, `match ofc` and `advise ofc`.

use crate::common::{Run, assert_golden, complaint, good, json, refused, run_with_input};

// Goldens are of bots that do not change any more.
#[test]
fn a_hand_is_shown_and_played_from_a_script() {
    let args = ["play", "ofc", "--bot", "random", "--seed", "5", "--hands", "1"];
    let input = b"ttttt\nttmbb\n1\nxbm\nshow\n1\nb\n1\n1\n1\n1\n1\n";
    let Run { code, out, err } = run_with_input(&args, input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_golden("ofc-play", &out);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn placements_are_typed_as_rows() {
    let args = ["play", "ofc", "--bot", "random", "--seed", "5", "--hands", "1"];
    let input = b"Tc 9c / 9h\nTc / 9c / 9h 9s Kd\n9c Tc / 9h / 6h 9s\n- / As / 3c\nquit\n";
    let Run { code, out, err } = run_with_input(&args, input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for part in [
        "  place Tc 9c 9h 9s 6h, for example: 9h / 9c 6h / Tc 9s\n",
        "\n2 rows, expected top / middle / bottom\n",
        "\nKd is not in your hand\n",
        "      top  Tc 9c ..",
        "discarded  Qs\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn three_at_a_table_fit_the_screen() {
    let args = ["play", "ofc", "--rules", "joker-ultimate", "--option", "seats=3", "--seed", "2"];
    let Run { code, out, .. } = run_with_input(&args, b"ttmbb\n1\n1\n1\n1\nquit\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("seat 2"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn a_deal_counts_all_that_follows_from_it() {
    let args =
        ["match", "ofc", "--bots", "greedy,random", "--deals", "20", "--seed", "1", "--json"];
    let report = &json(&args)["report"];
    assert_eq!((&report["unit"], &report["games"]), (&"hand".into(), &40.into()));
    // The better bot comes to Fantasyland, and those hands count too.
    assert!(report["hands"].as_u64() > Some(40), "{report}");
    assert!(report["bots"][0]["score"]["mean"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn the_view_that_play_prints_is_advised_about() {
    let args = ["play", "ofc", "--seed", "3"];
    let run = run_with_input(&args, b"json\nquit\n");
    let line = run.out.lines().find_map(|line| line.find('{').map(|at| &line[at..]));
    let record = line.expect("a document").to_owned();
    let args = ["advise", "ofc", "-", "--bot", "flat", "--iterations", "300", "--json"];
    let run = run_with_input(&args, record.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let advice: serde_json::Value = serde_json::from_str(&run.out).expect("a document");
    assert!(advice.to_string().contains("\"about\""), "{advice}");
    let broken = record.replace("\"button\":1", "\"button\":7");
    let args = ["advise", "ofc", "-"];
    let why = complaint(run_with_input(&args, broken.as_bytes()), &args);
    assert!(why.contains("button: no seat 7, expected 0 to 1"), "{why}");
}

#[test]
fn bad_options_are_named() {
    let why = |more: &[&str]| {
        refused(&[&["match", "ofc", "--bots", "greedy,greedy", "--deals", "1"], more].concat())
    };
    assert!(why(&["--rules", "texas"]).contains("no rules 'texas', expected one of standard"));
    assert!(why(&["--option", "seats=4"]).contains("seats cannot be 4, expected 2 to 3"));
    assert!(why(&["--option", "jokers=3"]).contains("jokers cannot be 3, expected 0 to 2"));
    assert!(why(&["--option", "length=0"]).contains("matches.hands cannot be 0"));
    assert!(why(&["--option", "speed=1"]).contains("speed"));
    assert!(good(&["games"]).contains("ofc"));
}
