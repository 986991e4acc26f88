//! Many logs at once.

use super::{Counts, Disagreement, Replayed, replay_with_rules};
use crate::error::LogError;
use crate::read_file;
use crate::record::Record;
use facedown_riichi::Rules;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What became of one log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileReport {
    /// It was replayed and agreed in everything.
    Agreed(Box<Replayed>),
    /// It was read, and the engine disagrees.
    Disagreed(Disagreement),
    /// It cannot be read.
    Unreadable(LogError),
}

/// What became of many logs, in the order they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// One entry for each file.
    pub files: Vec<(PathBuf, FileReport)>,
    /// How often each kind of thing happened in those that agreed.
    pub counts: Counts,
}

impl Report {
    /// How many logs agreed in everything.
    pub fn agreed(&self) -> usize {
        self.files.iter().filter(|(_, r)| matches!(r, FileReport::Agreed(_))).count()
    }

    /// The logs that the engine disagrees with.
    pub fn disagreements(&self) -> impl Iterator<Item = (&Path, &Disagreement)> {
        self.files.iter().filter_map(|(path, report)| match report {
            FileReport::Disagreed(disagreement) => Some((path.as_path(), disagreement)),
            _ => None,
        })
    }

    /// The logs that cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = (&Path, &LogError)> {
        self.files.iter().filter_map(|(path, report)| match report {
            FileReport::Unreadable(error) => Some((path.as_path(), error)),
            _ => None,
        })
    }
}

/// The files that did not agree, a line each, then all counts.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, error) in self.unreadable() {
            writeln!(f, "{}: {error}", path.display())?;
        }
        for (path, disagreement) in self.disagreements() {
            writeln!(f, "{}: {disagreement}", path.display())?;
        }
        write!(f, "{} of {} logs agree\n{}", self.agreed(), self.files.len(), self.counts)
    }
}

/// How many logs agree, those that do not with their reasons, and the counts by name.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |path: &Path| path.display().to_string();
        let disagreements =
            self.disagreements().map(|(path, why)| Disagreed { log: name(path), why });
        let unreadable = self
            .unreadable()
            .map(|(path, error)| Unreadable { log: name(path), error: error.to_string() });
        let mut report = serializer.serialize_struct("Report", 5)?;
        report.serialize_field("logs", &self.files.len())?;
        report.serialize_field("agreed", &self.agreed())?;
        report.serialize_field("disagreements", &disagreements.collect::<Vec<_>>())?;
        report.serialize_field("unreadable", &unreadable.collect::<Vec<_>>())?;
        report.serialize_field("counts", &self.counts)?;
        report.end()
    }
}

#[derive(Serialize)]
struct Disagreed<'a> {
    log: String,
    #[serde(flatten)]
    why: &'a Disagreement,
}

#[derive(Serialize)]
struct Unreadable {
    log: String,
    error: String,
}

/// How many logs are replayed.
#[derive(Clone, Copy, Default)]
pub struct ReplayOptions<'a> {
    /// So many threads at a time; 0 means as many as there are cores. The report does not depend
    /// on their number.
    pub threads: usize,
    /// By which rules; those that the log names unless told otherwise.
    pub rules: Option<fn(&Record) -> Rules>,
    /// Called after each log.
    pub progress: Option<&'a (dyn Fn() + Sync)>,
    /// Set to stop: logs that were not begun by then are left out of the report.
    pub cancel: Option<&'a AtomicBool>,
}

/// Reads and replays logs, so many threads at a time; 0 means as many as there are cores. The
/// report does not depend on their number.
pub fn replay_files(paths: &[PathBuf], threads: usize) -> Report {
    replay_files_with(paths, &ReplayOptions { threads, ..ReplayOptions::default() })
}

/// As [`replay_files`], watched, stopped, or by other rules.
pub fn replay_files_with(paths: &[PathBuf], options: &ReplayOptions<'_>) -> Report {
    let each = |path: &PathBuf| {
        if options.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return None;
        }
        let report = replay_file(path, options.rules.unwrap_or(Record::engine_rules));
        if let Some(progress) = options.progress {
            progress();
        }
        Some((path.clone(), report))
    };
    let all = || paths.par_iter().filter_map(each).collect();
    let files: Vec<(PathBuf, FileReport)> =
        match rayon::ThreadPoolBuilder::new().num_threads(options.threads).build() {
            Ok(pool) => pool.install(all),
            // No threads to be had: the caller's own does it.
            Err(_) => paths.iter().filter_map(each).collect(),
        };
    let mut counts = Counts::default();
    for (_, report) in &files {
        if let FileReport::Agreed(replayed) = report {
            counts.merge(&replayed.counts);
        }
    }
    Report { files, counts }
}

fn replay_file(path: &Path, rules: fn(&Record) -> Rules) -> FileReport {
    match read_file(path) {
        Err(error) => FileReport::Unreadable(error),
        Ok(record) => match replay_with_rules(&record, rules(&record)) {
            Ok(replayed) => FileReport::Agreed(Box::new(replayed)),
            Err(disagreement) => FileReport::Disagreed(disagreement),
        },
    }
}
