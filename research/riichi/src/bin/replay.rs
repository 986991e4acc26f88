//! Measures the speed of replays: `cargo research replay -- FILE-OR-FOLDER…`
//!
//! The default is the folder `tenhou` of the data (`$FACEDOWN_DATA` or `../shared/data`). Options:
//! `--threads N` (0, the default, for one per core) and `--repeat N` for the best of N runs.

use facedown_game::Control;
use facedown_riichi_logs::fs::find_logs;
use facedown_riichi_logs::{ReplayOptions, replay_all};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn data_folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut threads, mut repeat, mut logs) = (0, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().and_then(|n| n.parse().ok()).ok_or("expected a number");
        match argument.as_str() {
            "--threads" => threads = number()?,
            "--repeat" => repeat = number()?,
            path => logs.extend(find_logs(Path::new(path))?),
        }
    }
    if logs.is_empty() {
        logs = find_logs(&data_folder().join("tenhou"))?;
    }
    let options = ReplayOptions { threads, ..ReplayOptions::default() };
    let mut best = f64::INFINITY;
    let mut report = None;
    for _ in 0..repeat.max(1) {
        let start = Instant::now();
        report = Some(replay_all(&logs, &options, &mut Control::default()));
        best = best.min(start.elapsed().as_secs_f64());
    }
    if let Some(report) = &report {
        print!("{report}");
    }
    let (logs, minute) = (logs.len(), logs.len() as f64 / best * 60.0);
    println!("{logs} logs in {best:.3} s: {minute:.0} a minute with {threads} threads (0 = all)");
    Ok(())
}
