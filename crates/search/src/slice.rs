//! Slices of long work, and the one loop that works through them.

use facedown_game::{Clock, Control, ProcessClock};
use std::fmt;
use std::time::Duration;

/// A slice of a search: the limits of one advance; by default it runs to the end.
///
/// A search advanced in slices gives the answer of an unsliced one with the same total number of
/// iterations. A WebAssembly worker, which has one thread, looks for messages between slices.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slice {
    /// About this many iterations in all trees together, the same number in each.
    pub iterations: Option<u64>,
    /// At most this many seconds.
    pub seconds: Option<f64>,
}

impl Slice {
    /// The rest of the search.
    pub const ALL: Self = Self { iterations: None, seconds: None };

    /// Returns a slice of about this many iterations.
    pub const fn iterations(iterations: u64) -> Self {
        Self { iterations: Some(iterations), seconds: None }
    }

    /// Returns a slice of at most this many seconds.
    pub const fn seconds(seconds: f64) -> Self {
        Self { iterations: None, seconds: Some(seconds) }
    }

    /// Begins the slice now.
    pub fn begin(self, clock: &dyn Clock) -> Allowance<'_> {
        let until = self.end(clock.now());
        Allowance { units: self.iterations.unwrap_or(u64::MAX), until, clock }
    }

    /// Returns the time at which a slice that begins now ends. Negative seconds, or none that are a
    /// number, are no time at all.
    pub(crate) fn end(self, now: Duration) -> Option<Duration> {
        let duration = |s: f64| Duration::try_from_secs_f64(s.min(1e9)).unwrap_or_default();
        self.seconds.map(|seconds| now + duration(seconds))
    }
}

/// What is left of a slice that has begun: the first limit that is reached ends it.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// Units of work; for a search they are iterations.
    pub units: u64,
    /// The time at which no further work is begun.
    pub until: Option<Duration>,
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
}

impl Allowance<'static> {
    /// Returns an allowance of so many units, timed by the clock of the process.
    pub const fn units(units: u64) -> Self {
        Self { units, until: None, clock: &ProcessClock }
    }
}

impl<'a> Allowance<'a> {
    /// Returns an allowance that ends at a time of a clock.
    pub const fn until(time: Duration, clock: &'a dyn Clock) -> Self {
        Self { units: u64::MAX, until: Some(time), clock }
    }

    /// Takes up to so many units away, for work that ends at the same time.
    #[must_use]
    pub fn take(&mut self, units: u64) -> Self {
        let taken = self.units.min(units);
        self.units -= taken;
        Self { units: taken, ..*self }
    }

    /// Counts units that were used; they may be more than there were.
    pub fn spend(&mut self, units: u64) {
        self.units = self.units.saturating_sub(units);
    }

    /// Returns whether no unit or no time is left.
    pub fn is_over(&self) -> bool {
        self.units == 0 || self.until.is_some_and(|until| self.clock.now() >= until)
    }

    /// Returns the seconds that are left; `None` without a limit.
    pub fn seconds_left(&self) -> Option<f64> {
        self.until.map(|until| until.saturating_sub(self.clock.now()).as_secs_f64())
    }
}

impl fmt::Debug for Allowance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("Allowance");
        form.field("units", &self.units).field("until", &self.until).finish_non_exhaustive()
    }
}

/// Long work in steps: [`Stepwise::drive`] is the loop that looks at the control between them.
pub trait Stepwise {
    /// Why a step can fail.
    type Error;
    /// What is reported between steps.
    type Report;

    /// Returns the units of work between two looks at the control.
    fn step_units(&self) -> u64;

    /// Works until the allowance or the work is over; returns whether more remains to be done.
    fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, Self::Error>;

    /// Cancels the work: it ends soon, with an answer.
    fn cancel(&mut self);

    /// Returns a report; `None` if there is nothing to report yet.
    fn report(&self) -> Option<Self::Report>;

    /// Works through a slice; returns whether the work has ended.
    fn drive(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Self::Report>,
    ) -> Result<bool, Self::Error> {
        let mut left = slice.begin(control.clock);
        let mut due = control.progress.as_ref().map(|_| control.clock.now() + control.every);
        while !left.is_over() {
            if !self.step(left.take(self.step_units()))? {
                return Ok(true);
            }
            if control.is_cancelled() {
                self.cancel();
            }
            if due.is_some_and(|due| control.clock.now() >= due) {
                if let Some(report) = self.report() {
                    control.report(&report);
                }
                due = Some(control.clock.now() + control.every);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// Counts to a number; cancelled, it stops at the next one.
    struct Count {
        done: u64,
        all: u64,
        steps: u64,
    }

    impl Stepwise for Count {
        type Error = String;
        type Report = u64;

        fn step_units(&self) -> u64 {
            10
        }

        fn step(&mut self, allowance: Allowance<'_>) -> Result<bool, String> {
            self.steps += 1;
            self.done = (self.done + allowance.units).min(self.all);
            if self.done == 13 { Err("13".to_owned()) } else { Ok(self.done < self.all) }
        }

        fn cancel(&mut self) {
            self.all = self.done + 1;
        }

        fn report(&self) -> Option<u64> {
            Some(self.done)
        }
    }

    #[test]
    fn slices_add_up_to_the_whole() {
        let mut work = Count { done: 0, all: 100, steps: 0 };
        assert_eq!(work.drive(Slice::iterations(25), &mut Control::default()), Ok(false));
        assert_eq!((work.done, work.steps), (25, 3));
        assert_eq!(work.drive(Slice::ALL, &mut Control::default()), Ok(true));
        assert_eq!(work.done, 100);
        assert_eq!(work.drive(Slice::seconds(0.0), &mut Control::default()), Ok(false));
    }

    #[test]
    fn work_that_is_cancelled_ends_soon_and_reports_in_between() {
        let flag = AtomicBool::new(true);
        let mut reports = Vec::new();
        let mut report = |done: &u64| reports.push(*done);
        let mut control = Control {
            cancel: Some(&flag),
            progress: Some(&mut report),
            every: Duration::ZERO,
            ..Control::default()
        };
        let mut work = Count { done: 0, all: 1_000, steps: 0 };
        assert_eq!(work.drive(Slice::ALL, &mut control), Ok(true));
        assert_eq!((work.done, reports), (11, vec![10]));
    }

    #[test]
    fn a_failed_step_ends_the_loop() {
        let mut work = Count { done: 3, all: 1_000, steps: 0 };
        assert_eq!(work.drive(Slice::ALL, &mut Control::default()), Err("13".to_owned()));
    }
}
