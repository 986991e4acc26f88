//! Work on numbered clusters by several threads, with progress and cancellation.

use super::DuplicateOptions;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Why clusters could not be worked on.
pub(super) enum RunError<E> {
    Threads(String),
    /// The first cluster that failed, and why.
    Failed(u64, E),
}

/// One run over the clusters of a duel.
///
/// Threads claim numbers in ascending order and finish what they claim. So whatever stops a run,
/// what is done is a prefix of all clusters, and the first failure is the same on any machine.
pub(super) struct Run<'a> {
    options: &'a DuplicateOptions<'a>,
    threads: usize,
    claimed: AtomicU64,
    done: AtomicU64,
    failed: AtomicBool,
}

impl<'a> Run<'a> {
    pub(super) fn new(options: &'a DuplicateOptions<'a>) -> Self {
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        Self {
            options,
            threads: threads.min(usize::try_from(options.clusters).unwrap_or(usize::MAX)),
            claimed: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failed: AtomicBool::new(false),
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Adds every cluster to one of the sums, one sum for each thread. Which clusters a sum has is
    /// left to chance: adding must be free of order.
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
        let total = self.options.clusters;
        while !self.stopped() {
            let cluster = self.claimed.fetch_add(1, Ordering::Relaxed);
            if cluster >= total {
                break;
            }
            add(&mut sum, cluster).map_err(|error| {
                self.failed.store(true, Ordering::Relaxed);
                (cluster, error)
            })?;
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(progress) = self.options.progress {
                progress(done, total);
            }
        }
        Ok(sum)
    }

    fn stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
            || self.options.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
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
            let result = Run::new(&options).clusters(
                || (),
                |(), cluster| {
                    both.wait();
                    Err(cluster)
                },
            );
            assert!(matches!(result, Err(RunError::Failed(0, 0))));
        }
    }
}
