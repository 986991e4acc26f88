//! A small pool of worker threads that help the caller, one job at a time.
//!
//! A step takes a fraction of a millisecond, and waking a sleeping thread takes tens of
//! microseconds. So the caller works from the start, workers spin for a while before they sleep,
//! and the caller never waits for a worker that has not started. Running a job does not allocate.

use std::any::Any;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Iterations of the spin loop before a thread sleeps: some tens of microseconds, about the time
/// that waking up takes.
const SPINS: u32 = 2_000;

/// A job, called once by every thread that takes part.
type Job = dyn Fn() + Sync;

#[derive(Default)]
struct State {
    /// The number of workers that have started.
    started: usize,
    /// The current job, as long as workers may start it.
    job: Option<&'static Job>,
    /// The number of jobs so far.
    generation: u64,
    /// The number of workers that are running the job.
    busy: usize,
    /// The number of workers that sleep.
    asleep: usize,
    /// The payload of the first worker that panicked.
    panic: Option<Box<dyn Any + Send>>,
    /// Whether workers are to exit.
    shutdown: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Signals a new job, or the shutdown.
    wake: Condvar,
    /// Signals that all workers have started, or that the last busy one has finished.
    idle: Condvar,
    /// Copies of the fields of the state, for spinning without the lock.
    generation: AtomicU64,
    busy: AtomicUsize,
}

impl Shared {
    /// Locks the state. It is consistent whenever anything can panic, so poisoning is ignored.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the shutdown: the main function of a worker.
    fn work(&self) {
        self.lock().started += 1;
        self.idle.notify_one();
        let mut seen = 0;
        loop {
            for _ in 0..SPINS {
                if self.generation.load(Ordering::Acquire) != seen {
                    break;
                }
                spin_loop();
            }
            let mut state = self.lock();
            while state.generation == seen && !state.shutdown {
                state.asleep += 1;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
            }
            if state.shutdown {
                return;
            }
            seen = state.generation;
            let Some(job) = state.job else { continue };
            state.busy += 1;
            self.busy.store(state.busy, Ordering::Release);
            drop(state);
            let result = catch_unwind(AssertUnwindSafe(job));
            let mut state = self.lock();
            state.panic = state.panic.take().or(result.err());
            state.busy -= 1;
            self.busy.store(state.busy, Ordering::Release);
            if state.busy == 0 {
                self.idle.notify_one();
            }
        }
    }
}

/// Worker threads of one caller.
pub(super) struct ThreadPool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl ThreadPool {
    /// Starts the workers, and waits until they run: a thread allocates when it starts, a job never
    /// does.
    pub(super) fn new(workers: usize) -> std::io::Result<Self> {
        let mut pool = Self { shared: Arc::default(), threads: Vec::with_capacity(workers) };
        for _ in 0..workers {
            let shared = Arc::clone(&pool.shared);
            let builder = thread::Builder::new().name("facedown-vec-env".to_owned());
            pool.threads.push(builder.spawn(move || shared.work())?);
        }
        let mut state = pool.shared.lock();
        while state.started < workers {
            state = pool.shared.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        Ok(pool)
    }

    /// Runs the job on the caller's thread and on every worker that starts in time, and returns when
    /// all of them have finished.
    ///
    /// # Panics
    /// If the job panics on any thread.
    #[allow(unsafe_code, reason = "workers that outlive a borrow are lent it")]
    pub(super) fn run(&mut self, job: &(dyn Fn() + Sync)) {
        // SAFETY: only the lifetime changes. Workers call the job between taking it from the state
        // and decrementing `busy`, both under the lock. `JoinGuard`, whose drop also runs when the
        // job panics here, takes the job out of the state and waits until no worker is busy, so no
        // worker has it when this function returns and the borrow ends.
        let lent = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static Job>(job) };
        let guard = JoinGuard(&self.shared);
        let asleep = {
            let mut state = self.shared.lock();
            state.job = Some(lent);
            state.generation += 1;
            self.shared.generation.store(state.generation, Ordering::Release);
            state.asleep
        };
        if asleep > 0 {
            self.shared.wake.notify_all();
        }
        job();
        drop(guard);
        let panic = self.shared.lock().panic.take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.shared.lock().shutdown = true;
        // Ends the spin loops, which only watch the generation.
        self.shared.generation.fetch_add(1, Ordering::Release);
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // Workers catch the panics of jobs, so there is no error to handle.
            let _ = thread.join();
        }
    }
}

/// Withdraws the job on drop and waits for the workers that have started it.
struct JoinGuard<'a>(&'a Shared);

impl Drop for JoinGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().job = None;
        for _ in 0..SPINS {
            if self.0.busy.load(Ordering::Acquire) == 0 {
                break;
            }
            spin_loop();
        }
        let mut state = self.0.lock();
        while state.busy > 0 {
            state = self.0.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn all_threads_have_finished_when_run_returns() {
        let mut pool = ThreadPool::new(3).unwrap();
        for round in 0..500 {
            let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
            pool.run(&|| {
                begun.fetch_add(1, Ordering::SeqCst);
                // Now and then the others are done long before.
                if round % 50 == 0 {
                    (0..1_000).for_each(|_| thread::yield_now());
                }
                ended.fetch_add(1, Ordering::SeqCst);
            });
            let begun = begun.into_inner();
            assert!((1..=4).contains(&begun));
            assert_eq!(begun, ended.into_inner());
        }
    }

    #[test]
    fn workers_take_part_even_after_a_sleep() {
        let mut pool = ThreadPool::new(1).unwrap();
        for _ in 0..3 {
            while pool.shared.lock().asleep == 0 {
                thread::yield_now();
            }
            let arrived = AtomicU32::new(0);
            // No thread returns before both have arrived.
            pool.run(&|| {
                arrived.fetch_add(1, Ordering::SeqCst);
                while arrived.load(Ordering::SeqCst) < 2 {
                    thread::yield_now();
                }
            });
            assert_eq!(arrived.into_inner(), 2);
        }
    }

    #[test]
    fn a_panic_on_any_thread_reaches_the_caller_and_the_pool_stays_usable() {
        let mut pool = ThreadPool::new(1).unwrap();
        let caller = thread::current().id();
        for at_caller in [true, false] {
            let arrived = AtomicU32::new(0);
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                pool.run(&|| {
                    arrived.fetch_add(1, Ordering::SeqCst);
                    while arrived.load(Ordering::SeqCst) < 2 {
                        thread::yield_now();
                    }
                    assert_ne!(thread::current().id() == caller, at_caller, "on purpose");
                });
            }));
            assert!(panicked.is_err());
            let calls = AtomicU32::new(0);
            pool.run(&|| {
                calls.fetch_add(1, Ordering::SeqCst);
            });
            assert!(calls.into_inner() >= 1);
        }
    }
}
