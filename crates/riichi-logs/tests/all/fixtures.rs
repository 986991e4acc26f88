//! Games of our own bots in `testdata/riichi/logs`: both presets, four and three seats, both lengths,
//! every format. They go through the same checks as the real games of `real_games.rs`.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-riichi-logs --test all fixtures` records them again.

use crate::common::checks::{check_formats, check_walls, check_without_seed};
use crate::common::damage::check_damaged;
use crate::common::fixtures::{FIXTURES, Fixture, Format};
use crate::common::tracking::check_tracking;
use crate::common::{replay_files, testdata};
use facedown_game::{Control, Rng};
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{
    Count, Record, ReplayOptions, ReplayProgress, read, replay_all, replay_with_rules,
};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the fixtures, rewritten if `FACEDOWN_BLESS` is set.
fn fixtures() -> [Fixture; 8] {
    static BLESS: Once = Once::new();
    BLESS.call_once(|| {
        if is_blessing() {
            FIXTURES.iter().for_each(Fixture::bless);
        }
    });
    FIXTURES
}

fn is_blessing() -> bool {
    std::env::var_os("FACEDOWN_BLESS").is_some()
}

/// Returns every fixture in every format.
fn logs() -> impl Iterator<Item = (Fixture, Format)> {
    fixtures().into_iter().flat_map(|game| game.formats.iter().map(move |format| (game, *format)))
}

/// Returns the fixtures whose rules logs can state.
fn tenhou_paths() -> Vec<PathBuf> {
    logs().filter(|(game, _)| game.is_tenhou()).map(|(game, format)| game.path(format)).collect()
}

#[test]
fn every_game_agrees_with_the_engine_at_every_step_in_every_format() {
    let mut text = String::new();
    for game in fixtures() {
        let [first, others @ ..] = game.formats else { panic!("{} has no format", game.name) };
        let replayed = replay_with_rules(&game.record(*first), game.rules);
        let replayed = replayed.unwrap_or_else(|error| panic!("{}: {error}", game.name));
        assert!(replayed.complete, "{}", game.name);
        for format in others {
            let again = replay_with_rules(&game.record(*format), game.rules);
            assert_eq!(again.as_ref(), Ok(&replayed), "{} {format:?}", game.name);
        }
        writeln!(text, "{}\n{:#?}\n", game.name, replayed.counts).unwrap();
    }
    let path = testdata("logs/counts.txt");
    if is_blessing() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(path).expect("the committed counts");
    assert_eq!(text, expected, "the counts have changed");
}

#[test]
fn the_games_hold_nearly_every_kind_of_event() {
    let mut counts = facedown_riichi_logs::Counts::default();
    for game in fixtures() {
        let replayed = replay_with_rules(&game.record(game.formats[0]), game.rules).unwrap();
        counts.merge(&replayed.counts);
    }
    let absent = [
        Count::PassedWins,
        Count::DoubleRiichi,
        Count::Yakuman,
        Count::Pao,
        Count::Nagashi,
        Count::FourWinds,
        Count::FourRiichi,
        Count::TripleRon,
        Count::Fragments,
    ];
    for (count, times) in counts.iter() {
        assert_eq!(times == 0, absent.contains(&count), "{}: {times}", count.name());
    }
}

#[test]
fn all_formats_of_a_game_give_the_same_record() {
    for game in fixtures() {
        let portable = |format: &Format| {
            let record = game.record(*format).portable();
            // Only MJAI leaves rules open that are not Tenhou's.
            Record { rules: record.rules.filter(|_| game.is_tenhou()), ..record }
        };
        let mut records = game.formats.iter().map(portable);
        let first = records.next().expect("a format");
        assert!(records.all(|record| record == first), "{}", game.name);
    }
}

#[test]
fn every_record_survives_every_format() {
    for (game, format) in logs() {
        let record = game.record(format);
        if format == Format::Tenhou6 {
            // The viewer's logs lack data that the other formats need.
            let text = facedown_riichi_logs::tenhou6::write(&record);
            assert_eq!(read(text.as_bytes()), Ok(record), "{}", game.name);
        } else if game.is_tenhou() || format == Format::Mjai {
            check_formats(&record, game.name);
        }
    }
}

#[test]
fn walls_from_the_seeds_give_every_tile() {
    let mlogs = logs().filter(|(_, format)| *format == Format::Mjlog);
    let check = |(game, format): (Fixture, Format)| {
        check_walls(&String::from_utf8(game.bytes(format)).expect("UTF-8"))
    };
    assert!(mlogs.map(check).sum::<usize>() > 5_000);
}

#[test]
fn logs_without_a_seed_replay_to_the_same() {
    for (game, format) in logs().filter(|(_, format)| *format != Format::Tenhou6) {
        check_without_seed(&game.record(format), game.rules, game.name);
    }
}

#[test]
fn trackers_of_all_seats_have_the_views_of_the_engine() {
    for (game, format) in logs().filter(|(_, format)| *format != Format::Tenhou6) {
        assert!(check_tracking(&game.record(format), game.rules) > 100, "{}", game.name);
    }
}

#[test]
fn damaged_logs_never_panic() {
    use std::io::Write;
    let mut rng = Rng::new(5);
    let mut read = 0;
    for (game, format) in logs() {
        let plain = game.bytes(format);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&plain).unwrap();
        read += check_damaged(&packed.finish().unwrap(), &plain, &mut rng);
    }
    // Some damage must get past the parsers, or the replay of damaged logs is not tested.
    assert!(read > 20, "{read}");
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let paths = tenhou_paths();
    let report = replay_files(&paths, 1);
    assert_eq!(report.agreed(), paths.len(), "{report}");
    assert_eq!(report, replay_files(&paths, 3));
}

#[test]
fn progress_is_reported_and_a_cancelled_replay_stops() {
    let logs: Vec<LogFile> = tenhou_paths().into_iter().map(LogFile::new).collect();
    let (cancel, mut reports) = (AtomicBool::new(false), Vec::new());
    let mut listen = |progress: &ReplayProgress| {
        reports.push(*progress);
        cancel.store(progress.done >= 3, Ordering::Relaxed);
    };
    let mut control =
        Control { cancel: Some(&cancel), progress: Some(&mut listen), ..Control::default() };
    let options = ReplayOptions { threads: 1, ..ReplayOptions::default() };
    let report = replay_all(&logs, &options, &mut control);
    assert_eq!(report.logs.len(), 3);
    let expected = [1, 2, 3].map(|done| ReplayProgress { done, total: logs.len() });
    assert_eq!(reports, expected);
}

#[test]
fn fixtures_are_plain_and_small() {
    let mut expected: Vec<PathBuf> = logs().map(|(game, format)| game.path(format)).collect();
    expected.sort();
    let found = find_logs(&testdata("logs")).unwrap();
    let found: Vec<PathBuf> = found.iter().map(|log| log.path().to_owned()).collect();
    assert_eq!(found, expected);
    let size = |path: &PathBuf| std::fs::metadata(path).unwrap().len();
    let total: u64 = found.iter().map(size).sum();
    assert!(total <= 300_000, "{total} bytes");
}
