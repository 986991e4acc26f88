//! Logs read straight out of zip archives: the same as from files, and every bad member is named.

use crate::common::fixtures::{FIXTURES, Fixture};
use crate::common::zips::{Folder, gzip, headers, logs_of, replay_path, zip};
use crate::common::{replay_files, testdata};
use facedown_game::Rng;
use facedown_riichi_logs::fs::{LogFile, find_logs, read_file};
use facedown_riichi_logs::{
    LogSource, Matter, Reason, ReplayError, Report, Sample, SampleOptions, SampleReader, read,
};
use std::path::{Path, PathBuf};

/// The fixtures whose rules logs can state, in all formats.
fn games() -> Vec<(PathBuf, Vec<u8>)> {
    let tenhou = FIXTURES.iter().filter(|game| game.is_tenhou());
    let files = |game: &Fixture| {
        game.formats.iter().map(|format| (game.path(*format), game.bytes(*format))).collect()
    };
    tenhou.flat_map(|game| -> Vec<_> { files(game) }).collect()
}

/// The games in an archive, in folders, every second one packed once more.
fn archive_of_games() -> Vec<u8> {
    let packed = games().into_iter().enumerate().map(|(i, (path, bytes))| {
        let name = path.file_name().unwrap().to_str().unwrap();
        match i % 2 {
            0 => (format!("{i:02}/deep/{name}"), bytes),
            _ => (format!("{i:02}-{name}.gz"), gzip(&bytes)),
        }
    });
    let packed: Vec<(String, Vec<u8>)> = packed.collect();
    let members: Vec<(&str, &[u8])> =
        packed.iter().rev().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    zip(&members)
}

/// Returns what cannot be read, by the end of its name.
fn unreadable(report: &Report) -> Vec<(&str, &Reason)> {
    let end = |name: &str| name.rfind('/').map_or(0, |slash| slash + 1);
    report.unreadable().map(|(name, error)| (&name[end(name)..], &error.reason)).collect()
}

#[test]
fn an_archive_gives_what_its_files_give_on_any_number_of_threads() {
    let folder = Folder::new("zip-games");
    let path = folder.write("games.zip", &archive_of_games());
    let paths: Vec<PathBuf> = games().into_iter().map(|(path, _)| path).collect();
    let files = replay_files(&paths, 1);
    let report = replay_path(&path, 1);
    assert_eq!((report.agreed(), report.logs.len()), (paths.len(), paths.len()), "{report}");
    assert_eq!(report.counts, files.counts);
    let names: Vec<&str> = report.logs.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.is_sorted(), "{names:?}");
    let start = format!("{}/", path.display());
    assert!(names.iter().all(|name| name.starts_with(&start)), "{names:?}");
    assert_eq!(replay_path(&path, 3), report);
    // The archive is found in its folder, and by its content under another name.
    assert_eq!(replay_path(folder.path(), 2), report);
    let other = folder.write("games.bin", &archive_of_games());
    assert_eq!(replay_path(&other, 2).counts, report.counts);
}

#[test]
fn samples_of_an_archive_are_those_of_its_files_for_any_number_of_threads() {
    let folder = Folder::new("zip-samples");
    let path = folder.write("games.zip", &archive_of_games());
    let samples = |logs: Vec<LogFile>, threads, shuffle| {
        let options = SampleOptions { threads, shuffle, ..SampleOptions::default() };
        let mut reader = SampleReader::new(logs, options);
        let (mut all, mut batch) = (Vec::new(), Vec::new());
        loop {
            reader.next_batch(500, &mut batch).unwrap();
            if batch.is_empty() {
                return all;
            }
            all.extend(batch.iter().map(|s: &Sample| (s.log, s.round, s.view, s.action)));
        }
    };
    let files: Vec<LogFile> = games().into_iter().map(|(path, _)| LogFile::new(path)).collect();
    for shuffle in [0, 300] {
        let plain = samples(files.clone(), 1, shuffle);
        assert!(plain.len() > 1_000);
        for threads in [1, 2, 4] {
            let packed = samples(logs_of(&path), threads, shuffle);
            assert!(packed == plain, "{threads} threads, {shuffle} shuffled");
        }
    }
}

#[test]
fn bad_members_are_named_and_the_others_replayed() {
    let game = std::fs::read(testdata("tonpu.mjlog")).unwrap();
    let spaces = vec![b' '; 65 << 20];
    let members: [(&str, &[u8]); 10] = [
        ("0-good.mjlog", &game),
        ("1-broken.mjlog", &game),
        ("2-checksum.mjlog", &game),
        ("3-readme.txt", b"No log at all."),
        ("4-bomb.mjlog", &spaces),
        ("5-bomb.mjlog.gz", &gzip(&spaces)),
        ("6-encrypted.mjlog", &game),
        ("7-method.mjlog", &game),
        ("8-cut.mjlog", &game[..game.len() / 2]),
        ("9-good.mjlog", &game),
    ];
    let mut archive = zip(&members);
    let data = |archive: &[u8], name: &str| headers(archive, name)[0] + 30 + name.len();
    let at = data(&archive, "1-broken.mjlog");
    archive[at + 40..at + 400].fill(0xff);
    for at in headers(&archive, "2-checksum.mjlog").into_iter().zip([14, 16]).map(|(h, f)| h + f) {
        archive[at] ^= 1;
    }
    for at in headers(&archive, "6-encrypted.mjlog").into_iter().zip([6, 8]).map(|(h, f)| h + f) {
        archive[at] |= 1;
    }
    for at in headers(&archive, "7-method.mjlog").into_iter().zip([8, 10]).map(|(h, f)| h + f) {
        archive[at] = 12; // bzip2
    }
    let folder = Folder::new("zip-bad");
    let path = folder.write("mixed.zip", &archive);
    let report = replay_path(&path, 2);
    assert_eq!((report.agreed(), report.logs.len()), (2, 10), "{report}");
    let bad = unreadable(&report);
    let names: Vec<&str> = bad.iter().map(|(name, _)| *name).collect();
    let expected: Vec<&str> = members[1..9].iter().map(|(name, _)| *name).collect();
    assert_eq!(names, expected);
    let reasons: [fn(&Reason) -> bool; 8] = [
        |reason| matches!(reason, Reason::Zip(_)),
        |reason| matches!(reason, Reason::Zip(_)),
        |reason| *reason == Reason::Format,
        |reason| matches!(reason, Reason::TooLong(_)),
        |reason| matches!(reason, Reason::TooLong(_)),
        |reason| *reason == Reason::Encrypted,
        |reason| matches!(reason, Reason::Zip(_)),
        |reason| *reason == Reason::Truncated,
    ];
    for ((name, reason), fits) in bad.into_iter().zip(reasons) {
        assert!(fits(reason), "{name}: {reason}");
    }
    // Samples skip them, and name the first unless told to.
    let options = |skip_bad| SampleOptions { skip_bad, ..SampleOptions::default() };
    let mut batch = Vec::new();
    let mut reader = SampleReader::new(logs_of(&path), options(true));
    while reader.next_batch(1_000, &mut batch).is_ok() && !batch.is_empty() {}
    assert_eq!(reader.skipped().len(), 8);
    let mut reader = SampleReader::new(logs_of(&path), options(false));
    let failed = loop {
        if let Err(failed) = reader.next_batch(1_000, &mut batch) {
            break failed;
        }
    };
    assert!(failed.name.ends_with("mixed.zip/1-broken.mjlog"), "{failed}");
}

#[test]
fn a_lie_about_the_size_does_not_pass_the_limit() {
    let mut archive = zip(&[("bomb.mjlog", &vec![b' '; 65 << 20])]);
    let sizes = headers(&archive, "bomb.mjlog").into_iter().zip([22, 24]);
    for at in sizes.map(|(header, field)| header + field) {
        archive[at..at + 4].copy_from_slice(&1_000u32.to_le_bytes());
    }
    let folder = Folder::new("zip-lie");
    let report = replay_path(&folder.write("lie.zip", &archive), 1);
    let [(_, reason)] = unreadable(&report)[..] else { panic!("{report}") };
    assert!(matches!(reason, Reason::TooLong(_) | Reason::Zip(_)), "{reason}");
}

#[test]
fn archives_that_are_empty_or_broken_are_named_and_the_others_replayed() {
    let folder = Folder::new("zip-broken");
    let whole = archive_of_games();
    folder.write("a-empty.zip", &zip(&[]));
    folder.write("b-cut.zip", &whole[..whole.len() / 2]);
    folder.write("c-nonsense.ZIP", b"nonsense");
    folder.write("d-nothing.zip", b"");
    folder.write("e-junk.zip", &zip(&[("__MACOSX/._x.mjlog", b"?"), (".DS_Store", b"?")]));
    folder.write("f-whole.zip", &whole);
    let report = replay_path(folder.path(), 2);
    assert_eq!(report.agreed() + 5, report.logs.len(), "{report}");
    let bad = unreadable(&report);
    let names: Vec<&str> = bad.iter().map(|(name, _)| *name).collect();
    let expected = ["a-empty.zip", "b-cut.zip", "c-nonsense.ZIP", "d-nothing.zip", "e-junk.zip"];
    assert_eq!(names, expected);
    assert_eq!((bad[0].1, bad[4].1), (&Reason::EmptyArchive, &Reason::EmptyArchive));
    assert!(bad[1..4].iter().all(|(_, reason)| matches!(reason, Reason::Zip(_))), "{report}");
}

#[test]
fn a_member_is_named_as_a_path_below_its_archive() {
    let folder = Folder::new("zip-member");
    let path = folder.write("games.zip", &archive_of_games());
    let all = logs_of(&path);
    let member = &all[0];
    assert_eq!(find_logs(member.path()).unwrap(), std::slice::from_ref(member));
    assert_eq!(read_file(member.path()), member.read());
    let below = find_logs(&path.join("00")).unwrap();
    assert_eq!(
        below,
        all.iter().filter(|log| log.name().contains("/00/")).cloned().collect::<Vec<_>>()
    );
    assert!(find_logs(&path.join("no such member.mjlog")).is_err());
    assert!(find_logs(&path.join("0")).is_err());
    assert_eq!(read_file(&path).unwrap_err().reason, Reason::Several(all.len()));
    let game = std::fs::read(testdata("tonpu.mjlog")).unwrap();
    let single = folder.write("single.zip", &zip(&[("tonpu.mjlog", &game)]));
    assert_eq!(read_file(single), read(&game));
}

#[test]
fn an_archive_that_goes_away_is_an_error_of_its_members() {
    let folder = Folder::new("zip-gone");
    let path = folder.write("games.zip", &archive_of_games());
    let logs = logs_of(&path);
    std::fs::remove_file(path).unwrap();
    assert!(logs.iter().all(|log| matches!(log.load().unwrap_err().reason, Reason::Zip(_))));
}

#[test]
fn damaged_archives_never_panic() {
    let game = std::fs::read(testdata("tonpu.mjlog")).unwrap();
    let archive = zip(&[("a.mjlog", &game), ("b/c.mjlog", b"<mjloggm>")]);
    let ends = archive.len() - 220..archive.len();
    let folder = Folder::new("zip-fuzz");
    let (mut rng, mut listed) = (Rng::new(8), 0);
    for _ in 0..400 {
        let mut damaged = archive.clone();
        for _ in 0..=rng.below(3) {
            // Half of the damage is to the directory, where the structure is.
            let at = match rng.below(2) {
                0 => rng.below(archive.len() as u32) as usize,
                _ => ends.start + rng.below(ends.len() as u32) as usize,
            };
            damaged[at] = rng.below(256) as u8;
        }
        let report = replay_path(&folder.write("damaged.zip", &damaged), 1);
        listed += report.logs.len();
    }
    assert!(listed > 500, "{listed}");
}

#[test]
fn the_rules_are_those_of_the_day_in_the_name_of_a_member() {
    // The results of this game are rounded.
    let game = FIXTURES[0];
    let bytes = game.bytes(game.formats[0]);
    let named = ["2018110500gm-0009-0000-1.mjlog", "2024041200gm-0009-0000-2.mjlog", "x.mjlog"];
    let folder = Folder::new("zip-eras");
    let path = folder.write("eras.zip", &zip(&named.map(|name| (name, bytes.as_slice()))));
    let report = replay_path(&path, 2);
    assert_eq!(report.agreed(), 2, "{report}");
    let [(name, disagreement)] = report.disagreements().collect::<Vec<_>>()[..] else {
        panic!("{report}")
    };
    assert!(name.ends_with(named[1]), "{name}");
    assert_eq!(disagreement.matter, Matter::End);
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    for path in ["/dev/zero", "/dev/urandom"] {
        let report = replay_path(Path::new(path), 1);
        let [(_, Err(ReplayError::Unreadable(error)))] = &report.logs[..] else {
            panic!("{report}")
        };
        assert!(matches!(error.reason, Reason::TooLong(_)), "{error}");
    }
}
