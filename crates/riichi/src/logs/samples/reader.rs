//! Samples of many logs, in order or shuffled.

use super::collect::{Choice, Sample, has_wanted, samples_into};
use crate::logs::error::LogError;
use crate::logs::read_file;
use crate::logs::replay::Disagreement;
use facedown_game::Rng;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// What is read, and how.
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// Logs with so many seats; others are passed over.
    pub seats: usize,
    /// Decisions of these players only, by the names in the logs.
    pub players: Option<Vec<String>>,
    /// Also decisions with one legal action.
    pub forced: bool,
    /// So many threads; 0 means as many as there are cores. Samples do not depend on their number.
    pub threads: usize,
    /// Bad logs are passed over, and listed.
    pub skip_bad: bool,
    /// Samples come in random order, each drawn from so many at hand; 0 keeps the order of the logs.
    pub shuffle: usize,
    /// The seed of the random order.
    pub seed: u64,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self {
            seats: 4,
            players: None,
            forced: true,
            threads: 0,
            skip_bad: false,
            shuffle: 0,
            seed: 0,
        }
    }
}

/// Why a log gives no samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogFault {
    /// It cannot be read.
    Unreadable(LogError),
    /// The engine disagrees with it.
    Disagreed(Disagreement),
}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Disagreed(disagreement) => disagreement.fmt(f),
        }
    }
}

/// A log that gives no samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLog {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub fault: LogFault,
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for BadLog {}

/// What a log gave.
enum Read {
    Samples(Vec<Sample>),
    /// It has another number of seats.
    Other,
    Bad(Box<LogFault>),
}

/// Reads samples from logs, as many at a time as are asked for.
///
/// At any time it holds the samples of a few games for each thread, and as many more as it shuffles.
pub struct SampleReader {
    paths: Vec<PathBuf>,
    options: SampleOptions,
    pool: Option<ThreadPool>,
    /// The order in which logs are read.
    order: Vec<u32>,
    /// How many of them are read.
    read: usize,
    /// Logs that are read, and whose turn has not come.
    ready: VecDeque<(u32, Read)>,
    /// Samples at hand.
    pending: VecDeque<Sample>,
    /// Empty lists that have held the samples of a log, to be filled again.
    spare: Mutex<Vec<Vec<Sample>>>,
    rng: Rng,
    skipped: Vec<BadLog>,
    passed_over: usize,
    failed: Option<BadLog>,
}

impl SampleReader {
    /// A reader of these files.
    pub fn new(paths: Vec<PathBuf>, options: SampleOptions) -> Self {
        let mut rng = Rng::new(options.seed);
        let mut order: Vec<u32> = (0..paths.len() as u32).collect();
        if options.shuffle > 0 {
            rng.shuffle(&mut order);
        }
        // Without threads to be had the caller's own does it all.
        let pool = match options.threads {
            1 => None,
            threads => ThreadPoolBuilder::new().num_threads(threads).build().ok(),
        };
        Self {
            paths,
            options,
            pool,
            order,
            read: 0,
            ready: VecDeque::new(),
            pending: VecDeque::new(),
            spare: Mutex::default(),
            rng,
            skipped: Vec::new(),
            passed_over: 0,
            failed: None,
        }
    }

    /// The files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Logs that were passed over because they are bad, so far.
    pub fn skipped(&self) -> &[BadLog] {
        &self.skipped
    }

    /// How many logs were passed over for their number of seats, so far.
    pub const fn passed_over(&self) -> usize {
        self.passed_over
    }

    /// Puts the next samples into a list that it clears first: so many, fewer at the end, none
    /// after it. A bad log is an error when its turn comes; then nothing follows.
    pub fn next_batch(&mut self, count: usize, out: &mut Vec<Sample>) -> Result<(), BadLog> {
        out.clear();
        while self.pending.len() < count + self.options.shuffle && self.failed.is_none() {
            if !self.take_up_log() {
                break;
            }
        }
        if self.pending.len() < count
            && let Some(bad) = self.failed.take()
        {
            self.pending.clear();
            self.order.truncate(self.read);
            self.ready.clear();
            return Err(bad);
        }
        if self.options.shuffle == 0 {
            out.extend(self.pending.drain(..count.min(self.pending.len())));
            return Ok(());
        }
        for _ in 0..count {
            if !self.pending.is_empty() {
                let place = self.rng.below(self.pending.len() as u32) as usize;
                self.pending.swap(0, place);
            }
            let Some(sample) = self.pending.pop_front() else { break };
            out.push(sample);
        }
        Ok(())
    }

    /// Does work among the reader's threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Takes up the samples of the next log; `false` after the last.
    fn take_up_log(&mut self) -> bool {
        if self.ready.is_empty() {
            self.read_ahead();
        }
        let Some((log, read)) = self.ready.pop_front() else { return false };
        match read {
            Read::Samples(mut samples) => {
                let placed = samples.drain(..).map(|mut sample| {
                    sample.log = log;
                    sample
                });
                self.pending.extend(placed);
                if samples.capacity() > 0 {
                    self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).push(samples);
                }
            }
            Read::Other => self.passed_over += 1,
            Read::Bad(fault) => {
                let bad = BadLog { path: self.paths[log as usize].clone(), fault: *fault };
                if self.options.skip_bad {
                    self.skipped.push(bad);
                } else {
                    self.failed = Some(bad);
                }
            }
        }
        true
    }

    /// Reads a few logs for each thread at once.
    fn read_ahead(&mut self) {
        let threads = self.pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        let ahead = if threads == 1 { 1 } else { 4 * threads };
        let from = self.read;
        self.read = (from + ahead).min(self.order.len());
        let logs = &self.order[from..self.read];
        let read = |log: &u32| (*log, self.read_log(*log));
        let all: Vec<(u32, Read)> = match &self.pool {
            Some(pool) => pool.install(|| logs.into_par_iter().map(read).collect()),
            None => logs.iter().map(read).collect(),
        };
        self.ready.extend(all);
    }

    fn read_log(&self, log: u32) -> Read {
        let record = match read_file(&self.paths[log as usize]) {
            Ok(record) => record,
            Err(error) => return Read::Bad(Box::new(LogFault::Unreadable(error))),
        };
        if record.seats != self.options.seats {
            return Read::Other;
        }
        let (players, forced) = (self.options.players.as_deref(), self.options.forced);
        let choice = Choice { players, forced };
        if !has_wanted(&record, choice) {
            return Read::Samples(Vec::new());
        }
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match samples_into(&record, choice, spare.unwrap_or_default()) {
            Ok(samples) => Read::Samples(samples),
            Err(disagreement) => Read::Bad(Box::new(LogFault::Disagreed(disagreement))),
        }
    }
}
