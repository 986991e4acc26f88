//! Replays logs and says how fast: `cargo run --release --example replay -- FILE-OR-FOLDER…`
//!
//! Without arguments it takes the Tenhou games of the shared data. Options: `--threads N` (0, the
//! default, takes all cores) and `--repeat N` to replay everything so many times and print the
//! best.

use facedown_riichi_logs::replay_files;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn data_folder() -> PathBuf {
    let near = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FACEDOWN_DATA").map_or(near, PathBuf::from)
}

/// The files of a folder in order, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn main() {
    let (mut threads, mut repeat, mut paths) = (0, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).expect("a number");
        match argument.as_str() {
            "--threads" => threads = number(),
            "--repeat" => repeat = number(),
            path => paths.extend(files(Path::new(path))),
        }
    }
    if paths.is_empty() {
        paths = files(&data_folder().join("tenhou"));
    }
    let mut best = f64::INFINITY;
    let mut report = None;
    for _ in 0..repeat.max(1) {
        let start = Instant::now();
        report = Some(replay_files(&paths, threads));
        best = best.min(start.elapsed().as_secs_f64());
    }
    if let Some(report) = &report {
        print!("{report}");
    }
    let (logs, minute) = (paths.len(), paths.len() as f64 / best * 60.0);
    println!("{logs} logs in {best:.3} s: {minute:.0} a minute with {threads} threads (0 = all)");
}
