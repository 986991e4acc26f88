//! A request in progress, whatever its kind.

use crate::call::{Begun, Work};
use crate::{Answer, ServiceError};
use facedown_game::Control;
use facedown_search::Slice;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// Seconds between two looks at the clock while progress is reported.
const SLICE: f64 = 0.02;

/// A report on work in progress.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Progress<A = Answer> {
    /// The share of the work that is done.
    Share(f64),
    /// The answer as things stand.
    Answer(Box<A>),
}

impl<A> Progress<A> {
    fn map<B>(self, map: impl FnOnce(A) -> B) -> Progress<B> {
        match self {
            Self::Share(share) => Progress::Share(share),
            Self::Answer(answer) => Progress::Answer(Box::new(map(*answer))),
        }
    }
}

/// What work has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Iterations of searches.
    pub iterations: u64,
    /// Worlds that searches sampled.
    pub worlds: u64,
}

/// A request in progress.
pub struct Job(State);

enum State {
    Done(Answer),
    Work(Box<dyn Work<Answer>>),
}

impl Job {
    /// Wraps the work of one kind of request.
    pub(crate) fn of<A: 'static>(begun: Begun<A>, wrap: fn(A) -> Answer) -> Self {
        Self(match begun {
            Begun::Done(answer) => State::Done(wrap(answer)),
            Begun::Work(work) => State::Work(Box::new(Wrapped { work, wrap })),
        })
    }

    /// Returns whether the answer was there at once.
    pub fn is_done(&self) -> bool {
        matches!(self.0, State::Done(_))
    }

    /// Advances by a slice; returns whether the answer is complete. Once `cancel` is set, the work
    /// ends soon, with its answer so far.
    pub fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        match &mut self.0 {
            State::Done(_) => Ok(true),
            State::Work(work) => work.advance(slice, cancel),
        }
    }

    /// Advances to the end; the work can be cancelled and observed. A cancelled search has the answer so
    /// far.
    pub fn run(mut self, control: &mut Control<'_, Progress>) -> Result<Answer, ServiceError> {
        let never = AtomicBool::new(false);
        let cancel = control.cancel.unwrap_or(&never);
        let slice = if control.progress.is_some() { Slice::seconds(SLICE) } else { Slice::ALL };
        let mut reported = control.clock.now();
        while !self.advance(slice, cancel)? {
            let now = control.clock.now();
            if now.saturating_sub(reported) < control.every {
                continue;
            }
            reported = now;
            if let Some(progress) = self.progress() {
                control.report(&progress);
            }
        }
        self.answer()
    }

    /// Returns a report on the work so far, if there is anything to report.
    pub fn progress(&self) -> Option<Progress> {
        match &self.0 {
            State::Done(_) => None,
            State::Work(work) => work.progress(),
        }
    }

    /// Returns the answer as things stand.
    pub fn answer(self) -> Result<Answer, ServiceError> {
        self.finish().map(|(answer, _)| answer)
    }

    /// Returns the answer as things stand, and what it cost.
    pub fn finish(self) -> Result<(Answer, Spent), ServiceError> {
        match self.0 {
            State::Done(answer) => Ok((answer, Spent::default())),
            State::Work(mut work) => {
                let answer = work.answer()?;
                Ok((answer, work.spent()))
            }
        }
    }

    /// Returns what the work has spent.
    pub fn spent(&self) -> Spent {
        match &self.0 {
            State::Done(_) => Spent::default(),
            State::Work(work) => work.spent(),
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("done", &self.is_done()).finish_non_exhaustive()
    }
}

struct Wrapped<A> {
    work: Box<dyn Work<A>>,
    wrap: fn(A) -> Answer,
}

impl<A> Work<Answer> for Wrapped<A> {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        self.work.advance(slice, cancel)
    }

    fn progress(&self) -> Option<Progress> {
        self.work.progress().map(|progress| progress.map(self.wrap))
    }

    fn answer(&mut self) -> Result<Answer, ServiceError> {
        self.work.answer().map(self.wrap)
    }

    fn spent(&self) -> Spent {
        self.work.spent()
    }
}
