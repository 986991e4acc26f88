//! Samples of many logs, in order or shuffled.

use super::collect::Sample;
use super::encode::{SampleRows, encode_samples, pieces};
use super::prefetch::{Prefetcher, Read};
use crate::error::LogError;
use crate::replay::Disagreement;
use facedown_game::{Element, Encoder, Rng};
use facedown_riichi::{Action, Riichi, View};
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

/// Reads samples from logs, as many at a time as are asked for.
///
/// At any time it holds the samples of a few games for each thread, and as many more as it shuffles.
/// While the caller is busy with a batch, the other threads read logs ahead.
pub struct SampleReader {
    ahead: Prefetcher,
    /// Samples at hand: the rest of a log, or what is shuffled.
    pending: VecDeque<Sample>,
    rng: Rng,
    skipped: Vec<BadLog>,
    passed_over: usize,
    /// A bad log after the pending samples.
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
        Self {
            ahead: Prefetcher::new(paths, order, options),
            pending: VecDeque::new(),
            rng,
            skipped: Vec::new(),
            passed_over: 0,
            failed: None,
        }
    }

    /// The files.
    pub fn paths(&self) -> &[PathBuf] {
        self.ahead.paths()
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
        match self.ahead.options().shuffle {
            0 => self.take_in_order(count, out),
            shuffle => self.take_shuffled(count, shuffle, out),
        }
        if out.len() < count
            && let Some(bad) = self.failed.take()
        {
            out.clear();
            return Err(bad);
        }
        Ok(())
    }

    fn take_in_order(&mut self, count: usize, out: &mut Vec<Sample>) {
        loop {
            let rest = (count - out.len()).min(self.pending.len());
            out.extend(self.pending.drain(..rest));
            if out.len() == count {
                return;
            }
            let Some(samples) = self.next_log() else { return };
            // Lists go from hand to hand, so a sample is moved once: into the batch.
            let emptied = std::mem::replace(&mut self.pending, samples.into());
            self.ahead.recycle(emptied.into());
        }
    }

    fn take_shuffled(&mut self, count: usize, shuffle: usize, out: &mut Vec<Sample>) {
        while self.pending.len() < count + shuffle
            && let Some(mut samples) = self.next_log()
        {
            self.pending.extend(samples.drain(..));
            self.ahead.recycle(samples);
        }
        if self.failed.is_some() && self.pending.len() < count {
            self.pending.clear();
        }
        for _ in 0..count {
            if !self.pending.is_empty() {
                let place = self.rng.below(self.pending.len() as u32) as usize;
                self.pending.swap(0, place);
            }
            let Some(sample) = self.pending.pop_front() else { break };
            out.push(sample);
        }
    }

    /// The samples of the next good log; `None` after the last, and after a bad one that is not to
    /// be skipped.
    fn next_log(&mut self) -> Option<Vec<Sample>> {
        loop {
            let (log, read) = self.ahead.take()?;
            match read {
                Read::Samples(samples) => return Some(samples),
                Read::Other => self.passed_over += 1,
                Read::Bad(fault) => {
                    let bad = BadLog { path: self.paths()[log as usize].clone(), fault: *fault };
                    if self.ahead.options().skip_bad {
                        self.skipped.push(bad);
                    } else {
                        self.failed = Some(bad);
                        self.ahead.stop();
                    }
                }
            }
        }
    }

    /// Encodes samples into rows, as [`encode_samples`](super::encode_samples) does, here and on
    /// threads that are not reading.
    ///
    /// # Panics
    /// Where a slice has no whole row for every sample.
    pub fn write<T: Element, E: Encoder<Riichi>>(
        &self,
        samples: &[Sample],
        encoder: &E,
        number: fn(&View, Action) -> usize,
        rows: SampleRows<'_, T>,
    ) {
        let tasks = samples.len().div_ceil(SAMPLES_PER_TASK);
        let pieces = Mutex::new(pieces(samples, encoder, rows, SAMPLES_PER_TASK));
        self.ahead.work(tasks.saturating_sub(1), || {
            // The lock is given back before the piece is written.
            let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((samples, rows)) = next() {
                encode_samples(samples, encoder, number, rows);
            }
        });
    }
}

/// How few samples are worth another thread.
const SAMPLES_PER_TASK: usize = 32;
