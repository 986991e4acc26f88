//! Threads that help the caller with one piece of work after another.
//!
//! A step is a fraction of a millisecond, and a sleeping thread takes tens of microseconds to wake
//! up. So the caller works too, from the first moment; a helper that has just worked looks out for
//! more a little while before it sleeps; and the caller never waits for one that has not begun.
//! Nothing is allocated for a piece of work.

use std::any::Any;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// How often a helper looks for more work, and the caller for the end of it, before they sleep:
/// some tens of microseconds, about as long as waking up takes.
const LOOKS: u32 = 2_000;

/// What is to be done, by as many threads at a time as there are.
type Work = dyn Fn() + Sync;

/// What helpers are told.
#[derive(Default)]
struct Board {
    /// The present work; `None` where there is none, or it is no longer to be begun.
    work: Option<&'static Work>,
    /// How many times there was work.
    times: u64,
    /// How many helpers are at it.
    busy: usize,
    /// How many helpers sleep.
    asleep: usize,
    /// What the first helper that panicked said.
    panic: Option<Box<dyn Any + Send>>,
    /// There will be no more.
    over: bool,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    /// Work has come.
    come: Condvar,
    /// The last helper has finished.
    finished: Condvar,
    /// The same as on the board, to be looked at without its lock.
    times: AtomicU64,
    busy: AtomicUsize,
}

impl Shared {
    /// The board is put right before anything can panic, so a poisoned lock is a good one.
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a helper does all its life.
    fn help(&self) {
        let mut seen = 0;
        loop {
            for _ in 0..LOOKS {
                if self.times.load(Ordering::Acquire) != seen {
                    break;
                }
                spin_loop();
            }
            let mut board = self.board();
            while board.times == seen && !board.over {
                board.asleep += 1;
                board = self.come.wait(board).unwrap_or_else(PoisonError::into_inner);
                board.asleep -= 1;
            }
            if board.over {
                return;
            }
            seen = board.times;
            let Some(work) = board.work else { continue };
            board.busy += 1;
            self.busy.store(board.busy, Ordering::Release);
            drop(board);
            let result = catch_unwind(AssertUnwindSafe(work));
            let mut board = self.board();
            board.panic = board.panic.take().or(result.err());
            board.busy -= 1;
            self.busy.store(board.busy, Ordering::Release);
            if board.busy == 0 {
                self.finished.notify_one();
            }
        }
    }
}

/// Helpers of one caller.
pub(super) struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    /// So many helpers.
    pub(super) fn new(helpers: usize) -> std::io::Result<Self> {
        let mut crew = Self { shared: Arc::default(), threads: Vec::with_capacity(helpers) };
        for _ in 0..helpers {
            let shared = Arc::clone(&crew.shared);
            let named = thread::Builder::new().name("facedown-lanes".to_owned());
            crew.threads.push(named.spawn(move || shared.help())?);
        }
        Ok(crew)
    }

    /// Works here and on every helper that comes in time, and returns when all have finished. The
    /// caller has the crew alone.
    ///
    /// # Panics
    /// Where the work does.
    #[allow(unsafe_code, reason = "threads that outlive a borrow are lent it")]
    pub(super) fn work(&mut self, work: &(dyn Fn() + Sync)) {
        // SAFETY: only the lifetime changes. Helpers call the work between taking it from the board
        // and counting themselves out, both under the board's lock. `Recall`, whose drop runs also
        // when `work` panics here, takes it from the board and waits until nobody is at it, so no
        // helper has it when this function is left and the borrow ends.
        let lent = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static Work>(work) };
        let recall = Recall(&self.shared);
        let asleep = {
            let mut board = self.shared.board();
            board.work = Some(lent);
            board.times += 1;
            self.shared.times.store(board.times, Ordering::Release);
            board.asleep
        };
        if asleep > 0 {
            self.shared.come.notify_all();
        }
        work();
        drop(recall);
        let panic = self.shared.board().panic.take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.board().over = true;
        // Those that look out see that as well: a change of the number is all they look for.
        self.shared.times.fetch_add(1, Ordering::Release);
        self.shared.come.notify_all();
        for thread in self.threads.drain(..) {
            // Helpers keep panics of the work to themselves, so there is nothing to learn here.
            let _ = thread.join();
        }
    }
}

/// Takes the work back when it is dropped: nobody begins it any more, and all have finished.
struct Recall<'a>(&'a Shared);

impl Drop for Recall<'_> {
    fn drop(&mut self) {
        self.0.board().work = None;
        for _ in 0..LOOKS {
            if self.0.busy.load(Ordering::Acquire) == 0 {
                break;
            }
            spin_loop();
        }
        let mut board = self.0.board();
        while board.busy > 0 {
            board = self.0.finished.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    #[test]
    fn everyone_has_finished_when_the_caller_goes_on() {
        let mut crew = Crew::new(3).unwrap();
        for round in 0..500 {
            let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
            crew.work(&|| {
                begun.fetch_add(1, Ordering::SeqCst);
                if round % 50 == 0 {
                    thread::sleep(Duration::from_millis(1));
                }
                ended.fetch_add(1, Ordering::SeqCst);
            });
            let begun = begun.into_inner();
            assert!((1..=4).contains(&begun));
            assert_eq!(begun, ended.into_inner());
        }
    }

    #[test]
    fn helpers_do_help_also_after_a_sleep() {
        let mut crew = Crew::new(1).unwrap();
        for _ in 0..3 {
            thread::sleep(Duration::from_millis(5));
            let here = AtomicU32::new(0);
            // Nobody goes on before both are here.
            crew.work(&|| {
                here.fetch_add(1, Ordering::SeqCst);
                while here.load(Ordering::SeqCst) < 2 {
                    thread::yield_now();
                }
            });
            assert_eq!(here.into_inner(), 2);
        }
    }

    #[test]
    fn a_panic_of_anybody_reaches_the_caller_and_leaves_the_crew_fit() {
        let mut crew = Crew::new(1).unwrap();
        let caller = thread::current().id();
        for at_caller in [true, false] {
            let here = AtomicU32::new(0);
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                crew.work(&|| {
                    here.fetch_add(1, Ordering::SeqCst);
                    while here.load(Ordering::SeqCst) < 2 {
                        thread::yield_now();
                    }
                    assert_ne!(thread::current().id() == caller, at_caller, "on purpose");
                });
            }));
            assert!(panicked.is_err());
            let calls = AtomicU32::new(0);
            crew.work(&|| {
                calls.fetch_add(1, Ordering::SeqCst);
            });
            assert!(calls.into_inner() >= 1);
        }
    }
}
