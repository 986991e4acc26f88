//! Reads samples of many logs, in order or shuffled.

use super::collect::Sample;
use super::encode::{SampleRows, chunks, encode_samples};
use super::prefetch::{Loaded, Prefetcher};
use crate::replay::ReplayError;
use crate::source::LogSource;
use facedown_game::{Element, Encoder, Rng};
use facedown_riichi::{Action, Riichi, View};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Options of a [`SampleReader`].
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// The number of seats; logs with another number are passed over.
    pub seats: usize,
    /// Only decisions of these players, by their names in the logs.
    pub players: Option<Vec<String>>,
    /// Include decisions with a single legal action.
    pub forced: bool,
    /// The number of threads, at most [`MAX_THREADS`](facedown_game::MAX_THREADS); 0 for one per
    /// core. Samples do not depend on it.
    pub threads: usize,
    /// Skip and list logs that fail instead of returning an error.
    pub skip_bad: bool,
    /// The size of the shuffle buffer; 0 keeps the order of the logs.
    pub shuffle: usize,
    /// The random seed of the shuffle.
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

/// A log that gives no samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedLog {
    /// The name of the log.
    pub name: String,
    /// The cause.
    pub error: ReplayError,
}

impl fmt::Display for FailedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.name, self.error)
    }
}

impl std::error::Error for FailedLog {}

/// Reads samples from logs in batches.
///
/// It holds the samples of a few games per thread and the shuffle buffer. While the caller processes
/// a batch, the other threads read the next logs.
pub struct SampleReader<S> {
    prefetcher: Prefetcher<S>,
    /// The rest of the current log, or the shuffle buffer.
    pending: VecDeque<Sample>,
    rng: Rng,
    skipped: Vec<FailedLog>,
    passed_over: usize,
    /// A log that failed after the pending samples.
    failed: Option<FailedLog>,
}

impl<S: LogSource + Send + Sync + 'static> SampleReader<S> {
    /// Creates a reader of these logs.
    pub fn new(logs: Vec<S>, options: SampleOptions) -> Self {
        let mut rng = Rng::new(options.seed);
        let mut order: Vec<u32> = (0..logs.len() as u32).collect();
        if options.shuffle > 0 {
            rng.shuffle(&mut order);
        }
        Self {
            prefetcher: Prefetcher::new(logs, order, options),
            pending: VecDeque::new(),
            rng,
            skipped: Vec::new(),
            passed_over: 0,
            failed: None,
        }
    }

    /// Returns the logs.
    pub fn logs(&self) -> &[S] {
        self.prefetcher.logs()
    }

    /// Returns the failed logs that were skipped so far.
    pub fn skipped(&self) -> &[FailedLog] {
        &self.skipped
    }

    /// Returns the number of logs passed over so far for their number of seats.
    pub const fn passed_over(&self) -> usize {
        self.passed_over
    }

    /// Replaces the contents of `out` by the next `count` samples: fewer at the end, then none. A
    /// failed log is an error after the samples before it; nothing follows it.
    pub fn next_batch(&mut self, count: usize, out: &mut Vec<Sample>) -> Result<(), FailedLog> {
        out.clear();
        match self.prefetcher.options().shuffle {
            0 => self.take_in_order(count, out),
            shuffle => self.take_shuffled(count, shuffle, out),
        }
        if out.len() < count
            && let Some(failed) = self.failed.take()
        {
            out.clear();
            return Err(failed);
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
            // Lists change owners, so each sample is moved once: into the batch.
            let emptied = std::mem::replace(&mut self.pending, samples.into());
            self.prefetcher.recycle(emptied.into());
        }
    }

    fn take_shuffled(&mut self, count: usize, shuffle: usize, out: &mut Vec<Sample>) {
        while self.pending.len() < count + shuffle
            && let Some(mut samples) = self.next_log()
        {
            self.pending.extend(samples.drain(..));
            self.prefetcher.recycle(samples);
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

    /// Returns the samples of the next good log; `None` after the last one and after a failure.
    fn next_log(&mut self) -> Option<Vec<Sample>> {
        loop {
            let (log, loaded) = self.prefetcher.take()?;
            match loaded {
                Loaded::Samples(samples) => return Some(samples),
                Loaded::OtherSeats => self.passed_over += 1,
                Loaded::Failed(error) => {
                    let name = self.logs()[log as usize].name().into_owned();
                    let failed = FailedLog { name, error: *error };
                    if self.prefetcher.options().skip_bad {
                        self.skipped.push(failed);
                    } else {
                        self.failed = Some(failed);
                        self.prefetcher.stop();
                    }
                }
            }
        }
    }

    /// Encodes samples as [`encode_samples`] does, on this thread and on idle workers.
    ///
    /// # Panics
    /// If an array has no whole row for every sample.
    pub fn encode<T: Element, E: Encoder<Riichi>>(
        &self,
        samples: &[Sample],
        encoder: &E,
        action_id: fn(&View, Action) -> usize,
        rows: SampleRows<'_, T>,
    ) {
        let tasks = samples.len().div_ceil(SAMPLES_PER_TASK);
        let chunks = Mutex::new(chunks(samples, encoder, rows, SAMPLES_PER_TASK));
        self.prefetcher.run_parallel(tasks.saturating_sub(1), || {
            // The lock is released before the chunk is encoded.
            let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((samples, rows)) = next() {
                encode_samples(samples, encoder, action_id, rows);
            }
        });
    }
}

/// The fewest samples for which another thread pays off.
const SAMPLES_PER_TASK: usize = 32;
