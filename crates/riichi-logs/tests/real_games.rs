//! Real games of the data folder through every check. Ignored where there is no data;
//! `all/fixtures.rs` has the same checks on committed games.
//!
//! A program of its own, with a harness that can report a test as ignored when it is run.

#[path = "all/common/mod.rs"]
mod common;

use common::checks::{check_formats, check_walls, check_without_seed};
use common::damage::check_damaged;
use common::replay_files;
use common::tracking::check_tracking;
use common::zips::logs_of;
use facedown_game::{Control, Rng};
use facedown_riichi_logs::fs::{LogFile, read_file};
use facedown_riichi_logs::{Count, Matter, Record, ReplayOptions, replay_all, unpack};
use facedown_testkit::data::{DataTest, data_files, data_folder, run_data_tests};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::path::PathBuf;
use std::process::ExitCode;

const GAMES: &[&str] = &["tenhou", "tenhou-edge"];

fn main() -> ExitCode {
    run_data_tests(&[
        DataTest {
            name: "walls_from_the_seeds_give_every_tile_of_every_game",
            needs: GAMES,
            run: walls_from_the_seeds_give_every_tile_of_every_game,
        },
        DataTest {
            name: "every_game_agrees_with_the_engine_at_every_step",
            needs: GAMES,
            run: every_game_agrees_with_the_engine_at_every_step,
        },
        DataTest {
            name: "the_report_does_not_depend_on_the_number_of_threads",
            needs: GAMES,
            run: the_report_does_not_depend_on_the_number_of_threads,
        },
        DataTest {
            name: "every_record_survives_every_format",
            needs: GAMES,
            run: every_record_survives_every_format,
        },
        DataTest {
            name: "logs_without_a_seed_replay_to_the_same",
            needs: GAMES,
            run: logs_without_a_seed_replay_to_the_same,
        },
        DataTest {
            name: "trackers_of_all_seats_have_the_views_of_the_engine",
            needs: GAMES,
            run: trackers_of_all_seats_have_the_views_of_the_engine,
        },
        DataTest { name: "damaged_logs_never_panic", needs: GAMES, run: damaged_logs_never_panic },
        DataTest {
            name: "quirks_of_every_era_agree_but_for_a_discard_against_kuikae",
            needs: &["tenhou-quirks"],
            run: quirks_of_every_era_agree_but_for_a_discard_against_kuikae,
        },
        DataTest {
            name: "every_fortieth_game_of_the_archives_agrees",
            needs: &["tenhou-train"],
            run: every_fortieth_game_of_the_archives_agrees,
        },
    ])
}

fn all_logs() -> Vec<PathBuf> {
    GAMES.iter().flat_map(|folder| data_files(folder)).collect()
}

fn records() -> Vec<(PathBuf, Record)> {
    let read = |path: &PathBuf| match read_file(path) {
        Ok(record) => (path.clone(), record),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    all_logs().par_iter().map(read).collect()
}

fn walls_from_the_seeds_give_every_tile_of_every_game() {
    let check = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let plain = unpack(&bytes).unwrap();
        check_walls(std::str::from_utf8(&plain).unwrap())
    };
    let compared: usize = all_logs().par_iter().map(check).sum();
    assert!(compared > 500_000, "{compared} tiles compared");
}

fn every_game_agrees_with_the_engine_at_every_step() {
    let logs = all_logs();
    let report = replay_files(&logs, 0);
    assert_eq!(report.agreed(), logs.len(), "{report}");
    // The contents of the data: a lower count means that something is no longer checked.
    let at_least = [
        (Count::Games, 656),
        (Count::Rounds, 6_219),
        (Count::Decisions, 350_000),
        (Count::Draws, 260_000),
        (Count::Chi, 3_700),
        (Count::Pon, 6_300),
        (Count::OpenKan, 35),
        (Count::ClosedKan, 290),
        (Count::RiichiKan, 60),
        (Count::AddedKan, 200),
        (Count::Nuki, 3_800),
        (Count::KanDora, 510),
        (Count::Riichi, 4_500),
        (Count::DoubleRiichi, 10),
        (Count::RefusedRiichi, 180),
        (Count::Tsumo, 2_200),
        (Count::Ron, 2_900),
        (Count::DoubleRon, 29),
        (Count::Ippatsu, 440),
        (Count::Chankan, 3),
        (Count::Rinshan, 50),
        (Count::Haitei, 20),
        (Count::Houtei, 20),
        (Count::Yakuman, 12),
        (Count::Kazoe, 1),
        (Count::Pao, 1),
        (Count::Exhausted, 890),
        (Count::Nagashi, 4),
        (Count::NineTerminals, 104),
        (Count::FourWinds, 8),
        (Count::FourRiichi, 1),
        (Count::Extension, 50),
        (Count::Tobi, 150),
        (Count::Yame, 90),
        (Count::OnTime, 400),
        (Count::Fragments, 4),
    ];
    for (count, least) in at_least {
        assert!(report.counts.get(count) >= least, "{}: {report}", count.name());
    }
}

fn quirks_of_every_era_agree_but_for_a_discard_against_kuikae() {
    let logs = data_files("tenhou-quirks");
    let report = replay_files(&logs, 0);
    assert_eq!(report.unreadable().count(), 0, "{report}");
    let [(name, disagreement)] = report.disagreements().collect::<Vec<_>>()[..] else {
        panic!("{report}")
    };
    assert!(name.contains("server-discards-kuikae-for-absent-player"), "{report}");
    assert_eq!(disagreement.matter, Matter::Move);
    assert_eq!(report.agreed(), logs.len() - 1);
}

fn every_fortieth_game_of_the_archives_agrees() {
    let logs = logs_of(&data_folder().join("tenhou-train"));
    assert!(logs.len() >= 12_648, "{} logs", logs.len());
    let some: Vec<LogFile> = logs.into_iter().step_by(40).collect();
    let report = replay_all(&some, &ReplayOptions::default(), &mut Control::default());
    assert_eq!(report.agreed(), some.len(), "{report}");
}

fn the_report_does_not_depend_on_the_number_of_threads() {
    let logs = data_files("tenhou-edge");
    assert_eq!(replay_files(&logs, 1), replay_files(&logs, 3));
}

fn every_record_survives_every_format() {
    let check = |(path, record): &(PathBuf, Record)| {
        check_formats(record, &path.display().to_string());
    };
    records().par_iter().for_each(check);
}

fn logs_without_a_seed_replay_to_the_same() {
    let check = |(path, record): &(PathBuf, Record)| {
        check_without_seed(record, record.engine_rules(), &path.display().to_string());
    };
    records().par_iter().for_each(check);
}

fn trackers_of_all_seats_have_the_views_of_the_engine() {
    let (mut games, mut decisions) = ([0; 5], 0);
    // Every fourth game keeps the suite quick; four and three seats are both among them.
    for path in data_files("tenhou").iter().step_by(4) {
        let record = read_file(path).expect("a log of the data");
        decisions += check_tracking(&record, record.engine_rules());
        games[record.seats] += 1;
    }
    let played = games[3] + games[4];
    assert!(games[3] > 0 && games[4] > 0 && decisions > 200 * played, "{games:?} {decisions}");
}

fn damaged_logs_never_panic() {
    let mut rng = Rng::new(5);
    for path in data_files("tenhou-edge") {
        let packed = std::fs::read(&path).unwrap();
        let plain = unpack(&packed).unwrap();
        check_damaged(&packed, &plain, &mut rng);
    }
}
