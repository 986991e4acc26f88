//! Logs that are read before their turn comes.
//!
//! Helpers read some logs ahead while the caller encodes the samples of others, and nobody waits
//! for the end of a common piece of work. A caller that finds the next log not yet read reads one
//! itself, so it sleeps only where all that may be read is in the hands of others.

use super::collect::{Sample, SampleFilter, has_wanted_seat, samples_into};
use super::reader::{LogFault, SampleOptions};
use crate::read_file;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// How many logs are begun or read before their turn, for each thread.
const PREFETCH_PER_THREAD: usize = 4;

/// What a log gave.
pub(super) enum Read {
    Samples(Vec<Sample>),
    /// It has another number of seats.
    Other,
    Bad(Box<LogFault>),
}

/// What a log gave, or with what reading it panicked.
type Outcome = Result<Read, Box<dyn Any + Send>>;

/// Logs in the order in which they are read.
pub(super) struct Prefetcher {
    shared: Arc<Shared>,
    /// The workers.
    pool: Option<ThreadPool>,
}

struct Shared {
    paths: Vec<PathBuf>,
    /// The logs by their places in `paths`.
    order: Vec<u32>,
    options: SampleOptions,
    line: Mutex<Line>,
    /// A helper has read a log.
    has_read: Condvar,
}

/// Where reading stands.
#[derive(Default)]
struct Line {
    /// The place in the order whose turn is next.
    turn: usize,
    /// What the places from there on gave, as far as they are begun; `None` while they are read.
    begun: VecDeque<Option<Outcome>>,
    /// How many may be begun at any time.
    most: usize,
    /// How many workers are at it, or called.
    workers: usize,
    /// Empty lists that have held the samples of a log, to be filled again.
    spare: Vec<Vec<Sample>>,
    /// Nothing more is to be read.
    over: bool,
}

impl Line {
    /// How many more may be begun now.
    fn room(&self, logs: usize) -> usize {
        if self.over { 0 } else { self.most.min(logs - self.turn) - self.begun.len() }
    }

    fn set(&mut self, place: usize, outcome: Outcome) {
        // Turns do not go past a place that is being read, unless all is over.
        let begun = place.checked_sub(self.turn).and_then(|from| self.begun.get_mut(from));
        if let Some(begun) = begun {
            *begun = Some(outcome);
        }
    }
}

impl Shared {
    /// Each change is made at once, so a poisoned lock is a good one.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads one more log, if it may be begun, and gives the lock back.
    fn read_one<'a>(
        &'a self,
        mut line: MutexGuard<'a, Line>,
    ) -> Result<MutexGuard<'a, Line>, MutexGuard<'a, Line>> {
        if line.room(self.order.len()) == 0 {
            return Err(line);
        }
        let place = line.turn + line.begun.len();
        line.begun.push_back(None);
        let spare = line.spare.pop().unwrap_or_default();
        drop(line);
        let outcome = catch_unwind(AssertUnwindSafe(|| self.read(self.order[place], spare)));
        let mut line = self.line();
        line.set(place, outcome);
        Ok(line)
    }

    /// What a helper does when it is called: reads as long as something may be begun.
    fn help(&self) {
        let mut line = self.line();
        loop {
            match self.read_one(line) {
                Ok(after) => line = after,
                Err(mut after) => {
                    after.workers -= 1;
                    return;
                }
            }
            self.has_read.notify_one();
        }
    }

    fn read(&self, log: u32, spare: Vec<Sample>) -> Read {
        let record = match read_file(&self.paths[log as usize]) {
            Ok(record) => record,
            Err(error) => return Read::Bad(Box::new(LogFault::Unreadable(error))),
        };
        if record.seats != self.options.seats {
            return Read::Other;
        }
        let (players, forced) = (self.options.players.as_deref(), self.options.forced);
        let choice = SampleFilter { players, forced };
        if !has_wanted_seat(&record, choice) {
            return Read::Samples(spare);
        }
        match samples_into(&record, choice, log, spare) {
            Ok(samples) => Read::Samples(samples),
            Err(disagreement) => Read::Bad(Box::new(LogFault::Disagreed(disagreement))),
        }
    }
}

impl Prefetcher {
    /// These logs, to be read in this order.
    pub(super) fn new(paths: Vec<PathBuf>, order: Vec<u32>, options: SampleOptions) -> Self {
        let threads = match options.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        // Without threads to be had the caller's own does it all.
        let workers = ThreadPoolBuilder::new().num_threads(threads - 1);
        let pool = if threads > 1 { workers.build().ok() } else { None };
        let most = if pool.is_some() { PREFETCH_PER_THREAD * threads } else { 1 };
        let line = Mutex::new(Line { most, ..Line::default() });
        let shared = Shared { paths, order, options, line, has_read: Condvar::new() };
        Self { shared: Arc::new(shared), pool }
    }

    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.shared.paths
    }

    pub(super) fn options(&self) -> &SampleOptions {
        &self.shared.options
    }

    /// The next log and what it gave; `None` after the last.
    ///
    /// # Panics
    /// Where reading it did.
    pub(super) fn take(&self) -> Option<(u32, Read)> {
        let shared = &self.shared;
        let mut line = shared.line();
        loop {
            if line.over || line.turn == shared.order.len() {
                return None;
            }
            self.wake_workers(&mut line);
            if let Some(outcome) = line.begun.front_mut().and_then(Option::take) {
                let log = shared.order[line.turn];
                line.begun.pop_front();
                line.turn += 1;
                drop(line);
                return Some((log, outcome.unwrap_or_else(|panic| resume_unwind(panic))));
            }
            line = match shared.read_one(line) {
                Ok(after) => after,
                Err(full) => shared.has_read.wait(full).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Has workers read what may be begun.
    fn wake_workers(&self, line: &mut Line) {
        let Some(pool) = &self.pool else { return };
        let free = pool.current_num_threads() - line.workers;
        for _ in 0..free.min(line.room(self.shared.order.len())) {
            line.workers += 1;
            let shared = Arc::clone(&self.shared);
            pool.spawn(move || shared.help());
        }
    }

    /// Takes back an emptied list.
    pub(super) fn recycle(&self, samples: Vec<Sample>) {
        if samples.capacity() > 0 {
            self.shared.line().spare.push(samples);
        }
    }

    /// Nothing more is read.
    pub(super) fn stop(&self) {
        let mut line = self.shared.line();
        line.over = true;
        line.begun.clear();
    }

    /// Works here, and on workers that are not reading, up to so many.
    pub(super) fn work(&self, most_helpers: usize, work: impl Fn() + Sync) {
        let Some(pool) = &self.pool else { return work() };
        let free = pool.current_num_threads() - self.shared.line().workers;
        pool.in_place_scope(|scope| {
            for _ in 0..free.min(most_helpers) {
                scope.spawn(|_| work());
            }
            work();
        });
    }
}

impl Drop for Prefetcher {
    fn drop(&mut self) {
        self.stop();
    }
}
