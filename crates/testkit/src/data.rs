//! Tests on data outside the repository.
//!
//! The data folder is `$FACEDOWN_DATA`, or `shared/data` beside the project. Whether it exists is
//! known only at run time, so these tests bring their own harness (`harness = false` in
//! `Cargo.toml`): without the data they are reported as *ignored*, never as passed.

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A test that needs data.
#[derive(Clone, Copy, Debug)]
pub struct DataTest {
    /// The name of the test.
    pub name: &'static str,
    /// Files or folders of the data folder that must exist.
    pub needs: &'static [&'static str],
    /// The test; it fails by panicking.
    pub run: fn(),
}

/// Returns the data folder.
pub fn data_folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from)
}

/// Returns the files of a folder of the data folder, sorted by name.
///
/// # Panics
/// If the folder does not exist or is empty.
pub fn data_files(folder: &str) -> Vec<PathBuf> {
    let path = data_folder().join(folder);
    let entries = std::fs::read_dir(&path)
        .unwrap_or_else(|error| panic!("{}: {error} (set FACEDOWN_DATA)", path.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", path.display());
    files
}

/// Runs tests as the main function of a test program. Tests whose data are missing are ignored; if
/// they are run nevertheless (`--ignored`), they fail.
pub fn run_data_tests(tests: &[DataTest]) -> ExitCode {
    let trials = tests.iter().map(|test| {
        let DataTest { name, needs, run } = *test;
        let missing = needs.iter().find(|path| !data_folder().join(path).exists());
        let trial = Trial::test(name, move || match missing {
            None => {
                run();
                Ok(())
            }
            Some(path) => {
                let folder = data_folder();
                Err(format!("no '{path}' in {} (set FACEDOWN_DATA)", folder.display()).into())
            }
        });
        trial.with_ignored_flag(missing.is_some())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
