//! Reads logs ahead of their turn.
//!
//! Workers read the next logs while the caller encodes samples, without any barrier between them. A
//! caller that finds the next log unread reads one itself, so it sleeps only if every log that may be
//! read is being read by a worker.

use super::collect::{Sample, SampleFilter, has_wanted_seat, samples_into};
use super::reader::SampleOptions;
use crate::replay::ReplayError;
use crate::source::LogSource;
use crate::threads::{cores, thread_count};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The number of logs read ahead per thread.
const PREFETCH_PER_THREAD: usize = 4;

/// The result of reading a log.
pub(super) enum Loaded {
    Samples(Vec<Sample>),
    /// The log has another number of seats.
    OtherSeats,
    Failed(Box<ReplayError>),
}

/// A result, or the panic of the thread that read the log.
type Outcome = Result<Loaded, Box<dyn Any + Send>>;

/// Reads logs ahead and returns them in order.
pub(super) struct Prefetcher<S> {
    shared: Arc<Shared<S>>,
    workers: Option<ThreadPool>,
}

struct Shared<S> {
    logs: Vec<S>,
    /// The order of reading, as indices of `logs`.
    order: Vec<u32>,
    options: SampleOptions,
    queue: Mutex<Queue>,
    /// Notified when a worker has read a log.
    log_read: Condvar,
}

/// The state of reading.
#[derive(Default)]
struct Queue {
    /// The position in the order that is returned next.
    next: usize,
    /// The outcomes from there on; `None` while a log is being read.
    started: VecDeque<Option<Outcome>>,
    /// The largest length of `started`.
    capacity: usize,
    /// The number of workers that are reading or about to.
    active_workers: usize,
    /// Emptied sample lists for reuse.
    spare: Vec<Vec<Sample>>,
    stopped: bool,
}

impl Queue {
    /// Returns the number of further logs that may be started.
    fn room(&self, logs: usize) -> usize {
        if self.stopped { 0 } else { self.capacity.min(logs - self.next) - self.started.len() }
    }

    fn set(&mut self, position: usize, outcome: Outcome) {
        // `next` does not pass a log that is being read, unless reading has been stopped.
        let started = position.checked_sub(self.next).and_then(|from| self.started.get_mut(from));
        if let Some(started) = started {
            *started = Some(outcome);
        }
    }
}

impl<S> Shared<S> {
    /// Locks the queue. Every change to it is complete, so a poisoned lock is usable.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        let mut queue = self.queue();
        queue.stopped = true;
        queue.started.clear();
    }
}

impl<S: LogSource> Shared<S> {
    /// Reads one more log, with the lock released meanwhile; an error if none may be started.
    fn read_one<'a>(
        &'a self,
        mut queue: MutexGuard<'a, Queue>,
    ) -> Result<MutexGuard<'a, Queue>, MutexGuard<'a, Queue>> {
        if queue.room(self.order.len()) == 0 {
            return Err(queue);
        }
        let position = queue.next + queue.started.len();
        queue.started.push_back(None);
        let spare = queue.spare.pop().unwrap_or_default();
        drop(queue);
        let outcome = catch_unwind(AssertUnwindSafe(|| self.read(self.order[position], spare)));
        let mut queue = self.queue();
        queue.set(position, outcome);
        Ok(queue)
    }

    /// Runs a worker: reads as long as logs may be started.
    fn work(&self) {
        let mut queue = self.queue();
        loop {
            match self.read_one(queue) {
                Ok(after) => queue = after,
                Err(mut after) => {
                    after.active_workers -= 1;
                    return;
                }
            }
            self.log_read.notify_one();
        }
    }

    fn read(&self, log: u32, spare: Vec<Sample>) -> Loaded {
        let record = match self.logs[log as usize].read() {
            Ok(record) => record,
            Err(error) => return Loaded::Failed(Box::new(ReplayError::Unreadable(error))),
        };
        if record.seats != self.options.seats {
            return Loaded::OtherSeats;
        }
        let (players, forced) = (self.options.players.as_deref(), self.options.forced);
        let filter = SampleFilter { players, forced };
        if !has_wanted_seat(&record, filter) {
            return Loaded::Samples(spare);
        }
        match samples_into(&record, filter, log, spare) {
            Ok(samples) => Loaded::Samples(samples),
            Err(error) => Loaded::Failed(Box::new(ReplayError::Disagreed(error))),
        }
    }
}

impl<S: LogSource + Send + Sync + 'static> Prefetcher<S> {
    /// Prepares to read logs in the given order.
    pub(super) fn new(logs: Vec<S>, order: Vec<u32>, options: SampleOptions) -> Self {
        // Those without a log to read encode, for which one per core is enough.
        let threads = thread_count(options.threads, logs.len().max(cores()));
        // On a platform without threads the caller's does the work.
        let workers = ThreadPoolBuilder::new().num_threads(threads - 1);
        let workers = if threads > 1 { workers.build().ok() } else { None };
        let capacity = if workers.is_some() { PREFETCH_PER_THREAD * threads } else { 1 };
        let queue = Mutex::new(Queue { capacity, ..Queue::default() });
        let shared = Shared { logs, order, options, queue, log_read: Condvar::new() };
        Self { shared: Arc::new(shared), workers }
    }

    pub(super) fn logs(&self) -> &[S] {
        &self.shared.logs
    }

    pub(super) fn options(&self) -> &SampleOptions {
        &self.shared.options
    }

    /// Returns the index of the next log and its result; `None` after the last.
    ///
    /// # Panics
    /// If reading the log panicked.
    pub(super) fn take(&self) -> Option<(u32, Loaded)> {
        let shared = &self.shared;
        let mut queue = shared.queue();
        loop {
            if queue.stopped || queue.next == shared.order.len() {
                return None;
            }
            self.wake_workers(&mut queue);
            if let Some(outcome) = queue.started.front_mut().and_then(Option::take) {
                let log = shared.order[queue.next];
                queue.started.pop_front();
                queue.next += 1;
                drop(queue);
                return Some((log, outcome.unwrap_or_else(|panic| resume_unwind(panic))));
            }
            queue = match shared.read_one(queue) {
                Ok(after) => after,
                Err(full) => shared.log_read.wait(full).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Starts idle workers, as many as there are logs to start.
    fn wake_workers(&self, queue: &mut Queue) {
        let Some(workers) = &self.workers else { return };
        let idle = workers.current_num_threads() - queue.active_workers;
        for _ in 0..idle.min(queue.room(self.shared.order.len())) {
            queue.active_workers += 1;
            let shared = Arc::clone(&self.shared);
            workers.spawn(move || shared.work());
        }
    }

    /// Takes back an emptied list for reuse.
    pub(super) fn recycle(&self, samples: Vec<Sample>) {
        if samples.capacity() > 0 {
            self.shared.queue().spare.push(samples);
        }
    }

    /// Stops reading.
    pub(super) fn stop(&self) {
        self.shared.stop();
    }

    /// Runs a task on this thread and on at most `extra` idle workers.
    pub(super) fn run_parallel(&self, extra: usize, task: impl Fn() + Sync) {
        let Some(workers) = &self.workers else { return task() };
        let idle = workers.current_num_threads() - self.shared.queue().active_workers;
        workers.in_place_scope(|scope| {
            for _ in 0..idle.min(extra) {
                scope.spawn(|_| task());
            }
            task();
        });
    }
}

impl<S> Drop for Prefetcher<S> {
    fn drop(&mut self) {
        self.shared.stop();
    }
}
