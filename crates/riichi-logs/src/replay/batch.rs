//! Replays many logs in parallel.

use super::{Counts, Disagreement, GameLuck, Replayed, replay_with_luck, replay_with_rules};
use crate::error::LogError;
use crate::record::Record;
use crate::source::LogSource;
use crate::threads::thread_count;
use facedown_game::Control;
use facedown_riichi::Rules;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A log that cannot be replayed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The log cannot be read.
    Unreadable(LogError),
    /// The engine disagrees with the log.
    Disagreed(Disagreement),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Disagreed(disagreement) => disagreement.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

/// The results of many logs, in the order in which they were given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The name and result of each log.
    pub logs: Vec<(String, Result<Replayed, ReplayError>)>,
    /// Statistics of the logs that agreed.
    pub counts: Counts,
}

impl Report {
    /// Returns the number of logs that agreed at every step.
    pub fn agreed(&self) -> usize {
        self.logs.iter().filter(|(_, result)| result.is_ok()).count()
    }

    /// Returns the logs that the engine disagrees with.
    pub fn disagreements(&self) -> impl Iterator<Item = (&str, &Disagreement)> {
        self.logs.iter().filter_map(|(name, result)| match result {
            Err(ReplayError::Disagreed(disagreement)) => Some((name.as_str(), disagreement)),
            _ => None,
        })
    }

    /// Returns luck and play of the logs that agreed, if they were asked for.
    pub fn luck(&self) -> impl Iterator<Item = (&str, &GameLuck)> {
        self.logs.iter().filter_map(|(name, result)| {
            let luck = result.as_ref().ok()?.luck.as_ref()?;
            Some((name.as_str(), luck))
        })
    }

    /// Returns the logs that cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &LogError)> {
        self.logs.iter().filter_map(|(name, result)| match result {
            Err(ReplayError::Unreadable(error)) => Some((name.as_str(), error)),
            _ => None,
        })
    }
}

/// One line for each log that failed, then the statistics.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, error) in self.unreadable() {
            writeln!(f, "{name}: {error}")?;
        }
        for (name, disagreement) in self.disagreements() {
            writeln!(f, "{name}: {disagreement}")?;
        }
        write!(f, "{} of {} logs agree\n{}", self.agreed(), self.logs.len(), self.counts)
    }
}

/// The numbers of logs, those that failed with their errors, and the statistics by name.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let disagreements = self.disagreements().map(|(log, why)| Disagreed { log, why });
        let unreadable =
            self.unreadable().map(|(log, error)| Unreadable { log, error: error.to_string() });
        let luck: Vec<_> = self.luck().map(|(log, luck)| LogLuck { log, luck }).collect();
        let fields = 5 + usize::from(!luck.is_empty());
        let mut report = serializer.serialize_struct("Report", fields)?;
        report.serialize_field("logs", &self.logs.len())?;
        report.serialize_field("agreed", &self.agreed())?;
        report.serialize_field("disagreements", &disagreements.collect::<Vec<_>>())?;
        report.serialize_field("unreadable", &unreadable.collect::<Vec<_>>())?;
        report.serialize_field("counts", &self.counts)?;
        if !luck.is_empty() {
            report.serialize_field("luck", &luck)?;
        }
        report.end()
    }
}

#[derive(Serialize)]
struct LogLuck<'a> {
    log: &'a str,
    #[serde(flatten)]
    luck: &'a GameLuck,
}

#[derive(Serialize)]
struct Disagreed<'a> {
    log: &'a str,
    #[serde(flatten)]
    why: &'a Disagreement,
}

#[derive(Serialize)]
struct Unreadable<'a> {
    log: &'a str,
    error: String,
}

/// Options of [`replay_all`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplayOptions {
    /// The number of threads, at most [`MAX_THREADS`](facedown_game::MAX_THREADS); 0 for one per
    /// core. The report does not depend on it.
    pub threads: usize,
    /// Chooses the rules of a log; the default is [`Record::engine_rules`].
    pub rules: Option<fn(&Record) -> Rules>,
    /// Whether luck and play of each seat are computed: [`Replayed::luck`].
    pub luck: bool,
}

/// Progress of [`replay_all`], reported after each log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayProgress {
    /// Logs finished so far. Threads may report out of order.
    pub done: usize,
    /// Logs in total.
    pub total: usize,
}

/// Reads and replays logs in parallel. When cancelled, logs that were not started are left out of the
/// report.
///
/// ```
/// use facedown_game::Control;
/// use facedown_riichi_logs::{ReplayOptions, replay_all};
///
/// let log = include_bytes!("../../../../testdata/riichi/tonpu.mjlog");
/// let report =
///     replay_all(&[("tonpu.mjlog", log)], &ReplayOptions::default(), &mut Control::default());
/// assert_eq!(report.agreed(), 1);
/// ```
pub fn replay_all<S: LogSource + Sync>(
    logs: &[S],
    options: &ReplayOptions,
    control: &mut Control<'_, ReplayProgress>,
) -> Report {
    let (control, done) = (control.shared(), AtomicUsize::new(0));
    let rules = options.rules.unwrap_or(Record::engine_rules);
    let each = |log: &S| {
        if control.is_cancelled() {
            return None;
        }
        let result = read_and_replay(log, rules, options.luck);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        control.report(&ReplayProgress { done, total: logs.len() });
        Some((log.name().into_owned(), result))
    };
    let threads = thread_count(options.threads, logs.len());
    let all = || logs.par_iter().filter_map(each).collect();
    let logs: Vec<(String, Result<Replayed, ReplayError>)> =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(all),
            // The platform has no threads: the caller's does the work.
            Err(_) => logs.iter().filter_map(each).collect(),
        };
    let mut counts = Counts::default();
    for replayed in logs.iter().filter_map(|(_, result)| result.as_ref().ok()) {
        counts.merge(&replayed.counts);
    }
    Report { logs, counts }
}

fn read_and_replay(
    log: &impl LogSource,
    rules: fn(&Record) -> Rules,
    luck: bool,
) -> Result<Replayed, ReplayError> {
    let record = log.read().map_err(ReplayError::Unreadable)?;
    let replay = if luck { replay_with_luck } else { replay_with_rules };
    replay(&record, rules(&record)).map_err(ReplayError::Disagreed)
}
