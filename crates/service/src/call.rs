//! The interface of a call: from a request to its answer, at once or as work in slices.

use crate::job::Spent;
use crate::{Limits, Progress, ServiceError};
use facedown_game::ProcessClock;
use facedown_search::Slice;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request of one kind.
pub(crate) trait Call: DeserializeOwned {
    /// Its answer.
    type Answer;

    /// Checks the request and answers it, or begins the work.
    fn begin(&self, limits: &Limits) -> Result<Begun<Self::Answer>, ServiceError>;
}

/// A request that was begun.
pub(crate) enum Begun<A> {
    /// The answer is there.
    Done(A),
    /// There is work to do.
    Work(Box<dyn Work<A>>),
}

/// Work in slices.
pub(crate) trait Work<A>: Send {
    /// Advances by a slice; returns whether the work is complete. Once `cancel` is set, the work ends
    /// soon, with its answer so far.
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError>;

    /// Returns a report on the work so far, if there is anything to report.
    fn progress(&self) -> Option<Progress<A>>;

    /// Returns the answer as things stand.
    fn answer(&mut self) -> Result<A, ServiceError>;

    /// Returns what the work has spent.
    fn spent(&self) -> Spent {
        Spent::default()
    }
}

/// Takes steps for a slice of work. Returns whether it is over: `step` says that nothing is left, or it
/// was cancelled.
pub(crate) fn advance_by_steps(
    slice: Slice,
    cancel: &AtomicBool,
    mut step: impl FnMut() -> bool,
) -> bool {
    let mut left = slice.begin(&ProcessClock);
    while !cancel.load(Ordering::Relaxed) {
        if !step() {
            return true;
        }
        left.spend(1);
        if left.is_over() {
            return false;
        }
    }
    true
}
