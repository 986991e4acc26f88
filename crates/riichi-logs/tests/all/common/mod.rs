//! Games and checks for the tests of logs.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod checks;
pub(crate) mod damage;
pub(crate) mod fixtures;
pub(crate) mod self_play;
pub(crate) mod tracking;
pub(crate) mod zips;

use facedown_game::Control;
use facedown_riichi_logs::fs::LogFile;
use facedown_riichi_logs::{ReplayOptions, Report, replay_all};
use std::path::{Path, PathBuf};

/// Returns the path of a file below `testdata/riichi`.
pub(crate) fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi").join(name)
}

/// Replays files on this many threads.
pub(crate) fn replay_files(paths: &[PathBuf], threads: usize) -> Report {
    let logs: Vec<LogFile> = paths.iter().map(LogFile::new).collect();
    let options = ReplayOptions { threads, ..ReplayOptions::default() };
    replay_all(&logs, &options, &mut Control::default())
}
