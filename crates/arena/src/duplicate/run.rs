//! Plays the clusters of a duplicate match on several threads, with progress and cancellation.

use super::{DuplicateOptions, DuplicateProgress};
use facedown_game::{Clock, Control, SharedControl};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A run that failed.
pub(super) enum RunError<E> {
    Threads(String),
    /// The first cluster that failed, and the cause.
    Failed(u64, E),
}

/// One run over the clusters of a duplicate match.
///
/// Threads claim clusters in ascending order and finish what they claim. So whatever stops a run,
/// the finished clusters are a prefix of all, and the first failure is the same on any machine.
pub(super) struct Run<'a> {
    requested: u64,
    threads: usize,
    claimed: AtomicU64,
    failed: AtomicBool,
    control: SharedControl<'a, DuplicateProgress>,
    reporter: Option<Reporter<'a>>,
}

/// Decides when to report progress. Reports count upwards, since counting and reporting are one
/// critical section.
struct Reporter<'a> {
    clock: &'a dyn Clock,
    every: Duration,
    state: Mutex<Reported>,
}

struct Reported {
    clusters: u64, // finished, whether or not reported
    last: Duration,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        options: &DuplicateOptions,
        control: &'a mut Control<'_, DuplicateProgress>,
    ) -> Self {
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let (clock, every) = (control.clock, control.every);
        let reporter = control.progress.is_some().then(|| {
            let state = Mutex::new(Reported { clusters: 0, last: clock.now() });
            Reporter { clock, every, state }
        });
        Self {
            requested: options.clusters,
            threads: threads.min(usize::try_from(options.clusters).unwrap_or(usize::MAX)),
            claimed: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            control: control.shared(),
            reporter,
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Adds every cluster to one of the sums, one sum per thread. Which clusters a sum has depends on
    /// timing: adding must not depend on order.
    pub(super) fn clusters<S: Send, E: Send>(
        &self,
        empty: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, u64) -> Result<(), E> + Sync,
    ) -> Result<Vec<S>, RunError<E>> {
        let work = || self.work(empty(), &add);
        let sums = if self.threads == 1 {
            vec![work()] // on the caller's thread, which a bot may be tied to
        } else {
            rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build()
                .map_err(|error| RunError::Threads(error.to_string()))?
                .broadcast(|_| work())
        };
        let (mut done, mut failures) = (Vec::new(), Vec::new());
        for sum in sums {
            match sum {
                Ok(sum) => done.push(sum),
                Err(failure) => failures.push(failure),
            }
        }
        match failures.into_iter().min_by_key(|(cluster, _)| *cluster) {
            Some((cluster, error)) => Err(RunError::Failed(cluster, error)),
            None => Ok(done),
        }
    }

    fn work<S, E>(
        &self,
        mut sum: S,
        add: impl Fn(&mut S, u64) -> Result<(), E>,
    ) -> Result<S, (u64, E)> {
        while !self.is_stopped() {
            let cluster = self.claimed.fetch_add(1, Ordering::Relaxed);
            if cluster >= self.requested {
                break;
            }
            add(&mut sum, cluster).map_err(|error| {
                self.failed.store(true, Ordering::Relaxed);
                (cluster, error)
            })?;
            self.finish_cluster();
        }
        Ok(sum)
    }

    /// Reports progress if it is time to, and always after the last cluster.
    fn finish_cluster(&self) {
        let Some(Reporter { clock, every, state }) = &self.reporter else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.clusters += 1;
        let now = clock.now();
        if state.clusters == self.requested || now.saturating_sub(state.last) >= *every {
            state.last = now;
            let (clusters, requested) = (state.clusters, self.requested);
            self.control.report(&DuplicateProgress { clusters, requested });
        }
    }

    fn is_stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.control.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn of_two_clusters_that_fail_together_the_first_is_reported() {
        for _ in 0..20 {
            let both = Barrier::new(2); // no thread fails before each has claimed a cluster
            let options = DuplicateOptions { threads: 2, ..DuplicateOptions::new(2, 0) };
            let result = Run::new(&options, &mut Control::default()).clusters(
                || (),
                |(), cluster| {
                    both.wait();
                    Err(cluster)
                },
            );
            assert!(matches!(result, Err(RunError::Failed(0, 0))));
        }
    }

    /// A clock that shows a time and never moves by itself.
    struct Stopped(AtomicU64);

    impl Clock for Stopped {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn progress_is_reported_at_intervals_of_the_clock_and_at_the_end() {
        let clock = Stopped(AtomicU64::new(0));
        let mut seen = Vec::new();
        let mut push = |progress: &DuplicateProgress| seen.push(progress.clusters);
        let mut control = Control {
            progress: Some(&mut push),
            every: Duration::from_secs(10),
            clock: &clock,
            ..Control::default()
        };
        let options = DuplicateOptions { threads: 1, ..DuplicateOptions::new(35, 0) };
        let pass_a_second = |(): &mut (), _| -> Result<(), ()> {
            clock.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        assert!(Run::new(&options, &mut control).clusters(|| (), pass_a_second).is_ok());
        assert_eq!(seen, [10, 20, 30, 35]);
    }
}
