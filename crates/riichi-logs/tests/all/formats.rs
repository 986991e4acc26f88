//! The sample logs of `testdata/riichi`, one in each format, and dialects of MJAI.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-riichi-logs --test all formats` rewrites them.

use crate::common::self_play::self_play;
use crate::common::{replay_files, testdata};
use facedown_riichi::Rules;
use facedown_riichi::rules::Length;
use facedown_riichi_logs::fs::read_file;
use facedown_riichi_logs::{Count, Record, mjai, mjlog, replay, tenhou6};

const NAMES: [&str; 3] = ["tonpu.mjlog", "sanma.jsonl", "hanchan.json"];

/// Events that the three logs hold between them.
const SHOWN: [Count; 10] = [
    Count::Chi,
    Count::Pon,
    Count::ClosedKan,
    Count::AddedKan,
    Count::Nuki,
    Count::KanDora,
    Count::Riichi,
    Count::Tsumo,
    Count::Ron,
    Count::Exhausted,
];

/// Returns the first game of the engine with at least `kinds` of these events.
fn rich_game(rules: Rules, kinds: usize) -> Record {
    let shows = |record: &Record| {
        let counts = replay(record).expect("the engine agrees with itself").counts;
        SHOWN.iter().filter(|count| counts.get(**count) > 0).count() >= kinds
    };
    (0..1_000).map(|number| self_play(rules, number)).find(shows).expect("a game with these events")
}

fn bless() {
    let tonpu = rich_game(Rules::TENHOU.with_length(Length::Tonpu), 9);
    let sanma = rich_game(Rules::TENHOU3.with_length(Length::Tonpu), 8);
    let hanchan = rich_game(Rules::TENHOU, 9);
    let texts = [
        mjlog::write(&tonpu).expect("tiles of one pack"),
        mjai::write(&sanma),
        tenhou6::write(&hanchan),
    ];
    for (name, text) in NAMES.iter().zip(texts) {
        std::fs::write(testdata(name), text).expect("the log is written");
    }
}

fn record(name: &str) -> Record {
    read_file(testdata(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_sample_logs_are_read_and_replayed() {
    if std::env::var_os("FACEDOWN_BLESS").is_some() {
        bless();
    }
    let paths: Vec<_> = NAMES.iter().map(|name| testdata(name)).collect();
    let report = replay_files(&paths, 2);
    assert_eq!(report.agreed(), 3, "{report}");
    for count in SHOWN {
        assert!(report.counts.get(count) > 0, "{}:\n{report}", count.name());
    }
    assert_eq!(report.counts.get(Count::Games), 3);
    assert_eq!(report.counts.get(Count::Fragments), 0);
}

#[test]
fn a_report_is_json_with_every_count() {
    let paths = [testdata("tonpu.mjlog"), testdata("no such file")];
    let report = serde_json::to_value(replay_files(&paths, 1)).unwrap();
    assert_eq!((&report["logs"], &report["agreed"]), (&2.into(), &1.into()));
    assert_eq!(report["counts"]["games"], 1);
    assert!(report["unreadable"][0]["log"].as_str().unwrap().ends_with("no such file"));
    assert_eq!(report["counts"].as_object().unwrap().len(), Count::ALL.len());
}

#[test]
fn compressed_logs_are_recognised_by_their_content() {
    use std::io::Write;
    for name in NAMES {
        let plain = std::fs::read(testdata(name)).unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&plain).unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(facedown_riichi_logs::read(&packed), Ok(record(name)), "{name}");
    }
}

#[test]
fn mjai_events_have_the_common_layout() {
    let text = mjai::write(&record("tonpu.mjlog"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(r#"{"type":"start_game","names":["#), "{}", lines[0]);
    assert!(lines[1].starts_with(r#"{"type":"start_kyoku","bakaze":"E","dora_marker":""#));
    assert!(lines[1].contains(r#""kyoku":1,"honba":0,"kyotaku":0,"oya":0,"scores":[25000,25000"#));
    assert!(lines[2].starts_with(r#"{"type":"tsumo","actor":0,"pai":""#), "{}", lines[2]);
    assert!(lines[3].starts_with(r#"{"type":"dahai","actor":0,"pai":""#), "{}", lines[3]);
    assert!(lines.last().unwrap().starts_with(r#"{"type":"end_game","scores":["#));
    assert!(lines.iter().any(|line| line.starts_with(r#"{"type":"reach_accepted","actor":"#)));
    assert!(lines.contains(&r#"{"type":"end_kyoku"}"#));
}

#[test]
fn dialects_of_mjai_are_read() {
    let sanma = record("sanma.jsonl");
    let ours = mjai::write(&sanma);
    // Names of the original server.
    let theirs = ours
        .replace("\"kyotaku\"", "\"kyoutaku\"")
        .replace("\"nukidora\"", "\"kita\"")
        .replace("\"ura_markers\"", "\"uradora_markers\"");
    assert_eq!(mjai::read(&theirs), Ok(sanma.clone()));
    // Mortal's logs have neither rules nor reasons nor yaku; the rest is checked.
    let hanchan = record("hanchan.json");
    let plain = |line: &str| {
        let mut event: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = event.as_object_mut().unwrap();
        for ours in ["rules", "shuffle", "yaku", "hora_points", "reason"] {
            fields.remove(ours);
        }
        event.to_string()
    };
    let plain: Vec<String> = mjai::write(&hanchan).lines().map(plain).collect();
    let bare = mjai::read(&plain.join("\n")).unwrap();
    assert_eq!(bare.rules, None);
    assert!(replay(&bare).is_ok_and(|replayed| replayed.complete));
}
