//! How long work is cancelled, observed and timed.

use crate::clock::{Clock, ProcessClock};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The largest number of threads that can be asked for. More than this only cost: they wait for one
/// another, and starting them takes seconds.
pub const MAX_THREADS: usize = 1024;

/// Receives progress reports.
pub type Progress<'a, T> = &'a mut (dyn FnMut(&T) + Send);

/// Cancels and observes long work; `T` is what progress reports hold. The default does neither.
///
/// ```
/// use facedown_game::Control;
/// use std::sync::atomic::AtomicBool;
///
/// let cancel = AtomicBool::new(true);
/// let control: Control<'_, f64> = Control { cancel: Some(&cancel), ..Control::default() };
/// assert!(control.is_cancelled());
/// ```
pub struct Control<'a, T> {
    /// Once set, work ends with its results so far.
    pub cancel: Option<&'a AtomicBool>,
    /// Called with progress reports.
    pub progress: Option<Progress<'a, T>>,
    /// The time between two reports.
    pub every: Duration,
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
}

impl<T> Control<'_, T> {
    /// Returns whether the work has been cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Passes a report on, if there is a listener.
    pub fn report(&mut self, report: &T) {
        if let Some(progress) = &mut self.progress {
            progress(report);
        }
    }

    /// Runs work whose reports are translated by `map` on their way to the listener.
    pub fn mapped<U, R>(
        &mut self,
        map: impl Fn(&U) -> T + Send,
        work: impl FnOnce(Control<'_, U>) -> R,
    ) -> R {
        let (cancel, every, clock) = (self.cancel, self.every, self.clock);
        let progress = self.progress.as_mut();
        let mut progress = progress.map(|progress| move |report: &U| progress(&map(report)));
        let progress = progress.as_mut().map(|progress| progress as Progress<'_, U>);
        work(Control { cancel, progress, every, clock })
    }

    /// Returns a form that several threads can share.
    pub fn shared(&mut self) -> SharedControl<'_, T> {
        SharedControl {
            cancel: self.cancel,
            progress: self.progress.as_mut().map(|progress| Mutex::new(&mut **progress as _)),
        }
    }
}

impl<T> Default for Control<'_, T> {
    fn default() -> Self {
        Self {
            cancel: None,
            progress: None,
            every: Duration::from_millis(100),
            clock: &ProcessClock,
        }
    }
}

impl<T> fmt::Debug for Control<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("Control");
        form.field("cancel", &self.cancel).field("progress", &self.progress.is_some());
        form.field("every", &self.every).finish_non_exhaustive()
    }
}

/// A [`Control`] that several threads share: [`Control::shared`].
pub struct SharedControl<'a, T> {
    cancel: Option<&'a AtomicBool>,
    progress: Option<Mutex<Progress<'a, T>>>,
}

impl<T> SharedControl<'_, T> {
    /// Returns whether the work has been cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns the flag that cancels the work.
    pub fn cancel(&self) -> Option<&AtomicBool> {
        self.cancel
    }

    /// Passes a report on, if there is a listener. Threads report one at a time.
    pub fn report(&self, report: &T) {
        if let Some(progress) = &self.progress {
            progress.lock().unwrap_or_else(PoisonError::into_inner)(report);
        }
    }
}

impl<T> fmt::Debug for SharedControl<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedControl").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_threads_all_arrive() {
        let mut sum = 0;
        let mut add = |n: &u32| sum += n;
        let mut control = Control { progress: Some(&mut add), ..Control::default() };
        let shared = control.shared();
        std::thread::scope(|scope| {
            for n in 1..=4 {
                let shared = &shared;
                scope.spawn(move || (0..100).for_each(|_| shared.report(&n)));
            }
        });
        assert_eq!(sum, 1_000);
    }

    #[test]
    fn mapped_reports_reach_the_listener() {
        let mut seen = Vec::new();
        let mut push = |text: &String| seen.push(text.clone());
        let mut control = Control { progress: Some(&mut push), ..Control::default() };
        control.mapped(|n: &u32| format!("{n}!"), |mut inner| inner.report(&7));
        assert_eq!(seen, ["7!"]);
    }
}
