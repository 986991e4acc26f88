//! Damaged, truncated and impossible logs: an error with location and reason, never a panic.

use crate::common::damage::{Damage, survives};
use crate::common::testdata;
use facedown_riichi_logs::{LogError, Place, Reason, StepError, mjai, mjlog, read, tenhou6};
use proptest::prelude::{Just, ProptestConfig, any, prop_oneof, proptest};
use std::io::Write;

fn text(name: &str) -> String {
    std::fs::read_to_string(testdata(name)).unwrap()
}

/// Returns the error of the three-seat log after a change of the first line with this beginning.
fn changed(beginning: &str, change: impl Fn(&str) -> String) -> String {
    let all = text("sanma.jsonl");
    let at = all.lines().position(|line| line.starts_with(beginning)).expect("such a line");
    let lines = all.lines().enumerate();
    let lines = lines.map(|(i, line)| if i == at { change(line) } else { line.to_owned() });
    let changed: Vec<String> = lines.collect();
    mjai::read(&changed.join("\n")).expect_err("an error").to_string()
}

#[test]
fn an_impossible_event_names_its_line_and_the_reason() {
    let start = r#"{"type":"start_kyoku""#;
    let first_hand = |line: &str, more: &str| line.replacen("[[", &format!("[[{more}"), 1);
    let cases = [
        (
            changed(start, |l| first_hand(l, "\"1p\",\"1p\",")),
            "line 2: seat 0 is dealt 15 tiles, expected 13",
        ),
        (
            changed(start, |l| {
                let from = l.find("[[").unwrap() + 2;
                let to = from + l[from..].find(']').unwrap();
                format!("{}{}{}", &l[..from], ["\"9p\""; 13].join(","), &l[to..])
            }),
            "line 2: more copies of 9p than the pack has",
        ),
        (
            changed(start, |l| first_hand(l, "\"2m\",")),
            "line 2: seat 0 is dealt 14 tiles, expected 13",
        ),
        (
            changed(start, |l| l.replace("\"kyoku\":1", "\"kyoku\":7")),
            "line 2: invalid value '7' for 'kyoku'",
        ),
        (changed(start, |l| l.replace("\"oya\":0", "\"oya\":5")), "line 2: there is no seat 5"),
        (changed(start, |_| String::new()), "line 3: draw outside a round"),
        (
            changed(r#"{"type":"start_game""#, |_| String::new()),
            "line 2: start_kyoku outside a game",
        ),
        (
            changed(r#"{"type":"tsumo""#, |_| r#"{"type":"tsumo","actor":1,"pai":"1p"}"#.into()),
            "line 3: draw by seat 1 out of turn",
        ),
        (
            changed(r#"{"type":"tsumo""#, |_| r#"{"type":"tsumo","actor":0,"pai":"?"}"#.into()),
            "line 3: invalid value '?' for 'pai'",
        ),
        (changed(r#"{"type":"tsumo""#, |_| String::new()), "line 4: discard is impossible here"),
        (changed(r#"{"type":"tsumo""#, |l| format!("{l}\n{l}")), "line 4: draw is impossible here"),
        (
            changed(r#"{"type":"tsumo""#, |_| r#"{"type":"teleport","actor":0}"#.into()),
            "line 3: unknown variant `teleport`",
        ),
        (changed(r#"{"type":"tsumo""#, |l| l[..l.len() / 2].into()), "line 3: EOF while parsing"),
    ];
    for (got, expected) in cases {
        assert!(got.starts_with(expected), "expected {expected}, got {got}");
    }
    let ura = changed(r#"{"type":"hora""#, |l| {
        let from = l.find("\"ura_markers\":[").unwrap();
        let to = from + l[from..].find(']').unwrap();
        format!("{}\"ura_markers\":[{}{}", &l[..from], ["\"1p\""; 60].join(","), &l[to..])
    });
    assert!(ura.ends_with("a sixth dora indicator"), "{ura}");
}

#[test]
fn an_impossible_tag_names_its_number_and_the_reason() {
    let log = text("tonpu.mjlog");
    let error = |text: String| mjlog::read(&text).expect_err("an error");
    let unknown = error(log.replacen("<TAIKYOKU oya=\"0\"/>", "<WARP speed=\"9\"/>", 1));
    assert_eq!(unknown.reason, Reason::Unknown("WARP".into()));
    assert!(matches!(unknown.place, Place::Tag { number: 5, byte } if byte > 3_000), "{unknown}");
    let cut = error(log[..log.len() - 30].to_owned());
    assert_eq!(cut.reason, Reason::Truncated);
    let whole = error(log.replace("</mjloggm>", ""));
    assert_eq!(whole, LogError { place: Place::File, reason: Reason::Truncated });
    let no_seed = error(log.replacen("base64,", "base64,%", 1));
    assert!(matches!(no_seed.reason, Reason::Seed(_)), "{no_seed}");
    let no_hand = error(log.replacen(" hai2=", " hai7=", 1));
    assert!(matches!(no_hand.reason, Reason::Step(StepError::Dealt(_, 0))), "{no_hand}");
    let twice = error(log.replacen("<T", "<T5/><T", 1));
    assert!(matches!(twice.reason, Reason::Step(_)), "{twice}");
    let letters = error(log.replacen("ten=\"250", "ten=\"2x0", 1));
    assert_eq!(letters.to_string().split(": ").last(), Some("invalid value '2x0' for 'ten'"));
    let no_yaku = error(log.replacen(" yaku=\"", " yaku=\"94,1,", 1));
    assert_eq!(no_yaku.to_string().split(": ").last(), Some("invalid value '94' for 'yaku'"));
}

/// Adds 10 to a number in a list attribute of the first such tag.
fn forged(log: &str, tag: &str, attribute: &str, place: usize) -> String {
    let from = log.find(tag).unwrap_or_else(|| panic!("no {tag}"));
    let from = from + log[from..].find(attribute).expect("the attribute") + attribute.len();
    let to = from + log[from..].find('"').expect("a closing quote");
    let mut numbers: Vec<i32> = log[from..to].split(',').map(|n| n.parse().unwrap()).collect();
    numbers[place] += 10;
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{}{}{}", &log[..from], texts.join(","), &log[to..])
}

#[test]
fn contradictory_scores_counters_and_sticks_are_named() {
    let log = text("tonpu.mjlog");
    let reason = |tag: &str, attribute: &str, place: usize| {
        let error = mjlog::read(&forged(&log, tag, attribute, place)).expect_err("an error");
        assert!(matches!(error.place, Place::Tag { .. }), "{error}");
        error.reason
    };
    for tag in ["<AGARI", "<RYUUKYOKU"] {
        for seat in 0..4 {
            let before = reason(tag, " sc=\"", 2 * seat);
            let Reason::Step(StepError::Scores { seat: whose, reported, expected }) = before else {
                panic!("{before}");
            };
            assert_eq!((whose.index(), reported - expected), (seat, 1_000));
        }
        for (place, name) in ["counters", "sticks"].into_iter().enumerate() {
            let on_table = reason(tag, " ba=\"", place);
            let named =
                matches!(on_table, Reason::Step(StepError::OnTable { what, .. }) if what == name);
            assert!(named, "{on_table}");
        }
    }
    let accepted = log.find("step=\"2\"").expect("a riichi");
    let tag = &log[log[..accepted].rfind("<REACH").unwrap()..accepted];
    let after = reason(tag, " ten=\"", 3);
    assert!(after.to_string().starts_with("seat 3 has "), "{after}");
}

#[test]
fn a_broken_viewer_log_names_list_and_entry() {
    let log = text("hanchan.json");
    let error = |text: String| tenhou6::read(&text).expect_err("an error");
    let cut = error(log[..log.len() / 2].to_owned());
    assert_eq!(cut.reason, Reason::Truncated);
    assert_eq!(error("{}".into()).reason, Reason::Missing("log"));
    let mut value: serde_json::Value = serde_json::from_str(&log).unwrap();
    value["log"][1][4][0] = 99.into();
    let tile = error(value.to_string());
    assert_eq!(tile.to_string(), "log[1][4][0]: invalid value '99' for 'tile'");
    let mut value: serde_json::Value = serde_json::from_str(&log).unwrap();
    value["log"][0][6].as_array_mut().unwrap().push(60.into());
    assert!(matches!(error(value.to_string()).place, Place::Entry { round: 0, .. }));
}

#[test]
fn other_files_are_refused() {
    let reason = |bytes: &[u8]| read(bytes).expect_err("an error").reason;
    assert_eq!(reason(b""), Reason::Truncated);
    assert_eq!(reason(b"hello"), Reason::Format);
    assert_eq!(reason(b"<\xff"), Reason::Utf8(1));
    assert!(matches!(reason(b"\x1f\x8bnonsense"), Reason::Gzip(_)));
    assert_eq!(reason(b"<mjloggm ver=\"2.3\"></mjloggm>"), Reason::Missing("GO"));
    assert!(matches!(reason(b"{\"type\":\"end_game\"}"), Reason::Step(StepError::NoGame(_))));
    assert_eq!(reason(b"{\"log\":3}"), Reason::Missing("log"));
}

#[test]
fn a_gzip_bomb_is_refused() {
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let spaces = vec![b' '; 1 << 20];
    (0..70).for_each(|_| bomb.write_all(&spaces).unwrap());
    let error = read(&bomb.finish().unwrap()).expect_err("an error");
    assert!(matches!(error.reason, Reason::TooLong(_)), "{error}");
}

#[test]
fn a_truncated_gzip_file_is_an_error() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text("tonpu.mjlog").as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for length in (2..packed.len()).step_by(97) {
        let error = read(&packed[..length]).expect_err("an error");
        assert!(matches!(error.reason, Reason::Gzip(_)), "{length}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damaged_logs_never_panic(
        name in prop_oneof![Just("tonpu.mjlog"), Just("sanma.jsonl"), Just("hanchan.json")],
        damages in proptest::collection::vec(Damage::any(), 1..4),
    ) {
        let mut bytes = std::fs::read(testdata(name)).unwrap();
        for damage in &damages {
            damage.apply(&mut bytes);
        }
        survives(&bytes);
    }

    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survives(&bytes);
        for start in ["<", "{\"type\":", "{\"log\":[", "\u{1f}"] {
            let mut whole = start.as_bytes().to_vec();
            whole.extend(&bytes);
            survives(&whole);
        }
    }
}
