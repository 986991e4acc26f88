//! Plays the clusters of a duplicate match on several threads, with progress and cancellation.

use super::course::Course;
use super::tally::{ClusterResult, Tally};
use super::{DuplicateOptions, DuplicateProgress};
use crate::stats::Estimate;
use facedown_game::{Clock, Control, SharedControl};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The clusters that a thread played: those of a range, or those before the first that failed.
pub(super) struct Played<E> {
    pub(super) clusters: Vec<ClusterResult>,
    pub(super) failure: Option<E>,
}

/// One run over the clusters of a duplicate match.
///
/// Threads claim clusters in ascending order and finish what they claim, and clusters are added to
/// the sums in their order. So whatever stops a run, the sums are those of the first clusters; where
/// a rule or a failure ends it does not depend on threads.
pub(super) struct Run<'a> {
    options: DuplicateOptions,
    threads: usize,
    claimed: AtomicU64,
    ended: AtomicBool,
    control: SharedControl<'a, DuplicateProgress>,
    clock: &'a dyn Clock,
    every: Duration,
    reports: bool,
}

/// The sums over the first clusters, and what waits for one before it.
struct Ledger<E> {
    tally: Tally,
    course: Course,
    waiting: BTreeMap<u64, Result<ClusterResult, E>>,
    failure: Option<(u64, E)>,
    complete: bool, // whether a rule ended the run
    reported: Duration,
}

/// The sums over the first clusters, their course, and the cluster after them if it failed.
pub(super) type Summed<E> = (Tally, Course, Option<(u64, E)>);

impl<'a> Run<'a> {
    pub(super) fn new(
        options: &DuplicateOptions,
        control: &'a mut Control<'_, DuplicateProgress>,
    ) -> Self {
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let (clock, every, reports) = (control.clock, control.every, control.progress.is_some());
        Self {
            options: *options,
            threads: threads.min(usize::try_from(options.clusters).unwrap_or(usize::MAX)),
            claimed: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            control: control.shared(),
            clock,
            every,
            reports,
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Plays ranges of at most so many clusters each and adds them to the sums. Returns the sums over
    /// the first clusters, and the cluster after them if it failed.
    pub(super) fn clusters<E: Send>(
        &self,
        tally: Tally,
        chunk: u64,
        play: impl Fn(Range<u64>) -> Played<E> + Sync,
    ) -> Result<Summed<E>, String> {
        let ledger = Mutex::new(Ledger {
            tally,
            course: Course::default(),
            waiting: BTreeMap::new(),
            failure: None,
            complete: false,
            reported: self.clock.now(),
        });
        let chunk = chunk.clamp(1, self.options.clusters.div_ceil(self.threads as u64).max(1));
        let work = || self.work(&ledger, chunk, &play);
        if self.threads == 1 {
            work(); // on the caller's thread, which a bot may be tied to
        } else {
            rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build()
                .map_err(|error| error.to_string())?
                .broadcast(|_| work());
        }
        let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Ledger { tally, mut course, failure, .. } = ledger;
        course.add(&tally, self.options.stop, true);
        Ok((tally, course, failure))
    }

    fn work<E>(
        &self,
        ledger: &Mutex<Ledger<E>>,
        chunk: u64,
        play: impl Fn(Range<u64>) -> Played<E>,
    ) {
        while !self.is_stopped() {
            let first = self.claimed.fetch_add(chunk, Ordering::Relaxed);
            if first >= self.options.clusters {
                break;
            }
            let Played { clusters, failure } =
                play(first..self.options.clusters.min(first.saturating_add(chunk)));
            if failure.is_some() {
                self.ended.store(true, Ordering::Relaxed);
            }
            let results = clusters.into_iter().map(Ok).chain(failure.map(Err));
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.waiting.extend((first..).zip(results));
            self.add_waiting(&mut ledger);
        }
    }

    /// Adds the clusters that follow those of the sums, as far as they are there.
    fn add_waiting<E>(&self, ledger: &mut Ledger<E>) {
        while !ledger.complete && ledger.failure.is_none() {
            let next = ledger.tally.clusters();
            let Some(cluster) = ledger.waiting.remove(&next) else { break };
            match cluster {
                Err(error) => ledger.failure = Some((next, error)),
                Ok(cluster) => {
                    ledger.tally.add(&cluster);
                    ledger.course.add(&ledger.tally, self.options.stop, false);
                    ledger.complete = self.options.stop.is_reached(&ledger.tally);
                    if ledger.complete {
                        self.ended.store(true, Ordering::Relaxed);
                    }
                    self.report(ledger);
                }
            }
        }
    }

    /// Reports progress if it is time to, and always after the last cluster. Reports count upwards,
    /// since adding and reporting are one critical section.
    fn report<E>(&self, ledger: &mut Ledger<E>) {
        if !self.reports {
            return;
        }
        let (now, clusters) = (self.clock.now(), ledger.tally.clusters());
        let last = ledger.complete || clusters == self.options.clusters;
        if last || now.saturating_sub(ledger.reported) >= self.every {
            ledger.reported = now;
            let difference = ledger.tally.differences().next().map(|difference| {
                let interval = self.options.stop.interval(&difference);
                Estimate { interval, ..difference.estimate }
            });
            let requested = self.options.clusters;
            self.control.report(&DuplicateProgress { clusters, requested, difference });
        }
    }

    fn is_stopped(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.control.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Unit;
    use super::super::seatings::Seatings;
    use super::*;
    use std::sync::Barrier;

    fn empty() -> Tally {
        let seatings = Seatings::new(facedown_game::Seat::index, &["a", "b"], 0);
        Tally::new(Unit::Hand, &seatings, None)
    }

    fn finished<E>() -> Played<E> {
        Played { clusters: vec![ClusterResult::new(2)], failure: None }
    }

    #[test]
    fn of_two_clusters_that_fail_together_the_first_is_reported() {
        for _ in 0..20 {
            let both = Barrier::new(2); // no thread fails before each has claimed a cluster
            let options = DuplicateOptions { threads: 2, ..DuplicateOptions::new(2, 0) };
            let mut control = Control::default();
            let result = Run::new(&options, &mut control).clusters(empty(), 1, |range| {
                both.wait();
                Played { clusters: Vec::new(), failure: Some(range.start) }
            });
            assert_eq!(result.unwrap().2, Some((0, 0)));
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
        let result = Run::new(&options, &mut control).clusters(empty(), 1, |_| {
            clock.0.fetch_add(1, Ordering::Relaxed);
            finished::<()>()
        });
        assert_eq!(result.unwrap().0.clusters(), 35);
        assert_eq!(seen, [10, 20, 30, 35]);
    }
}
