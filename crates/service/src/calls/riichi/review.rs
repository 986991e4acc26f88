//! `riichi/review`: the bot's opinion at every decision of a recorded game.

use super::LogInput;
use crate::call::{Begun, Call, Work, advance_by_steps};
use crate::job::Spent;
use crate::{Budget, Limits, Progress, ServiceError};
use facedown_game::Control;
use facedown_riichi_logs::LogSource;
use facedown_riichi_review::{
    DEFAULT_WORLDS, MAX_WORLDS, Review, ReviewError, ReviewOptions, Reviewer,
};
use facedown_search::Slice;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game log, and the seat to review.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The log.
    pub log: LogInput,
    /// The seat, counted from 0; all if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(maximum = 3))]
    pub seat: Option<usize>,
    /// The worlds in which the options of a decision are compared; 1000 if it is left out.
    #[serde(default, alias = "iterations", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 100_000))]
    pub worlds: Option<u64>,
    /// Milliseconds until the answer is there, waiting included. A review that is not complete by then
    /// has the decisions that are done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds and worlds give equal reviews.
    #[serde(default)]
    pub seed: u64,
    /// Threads, where the service has several. Reviews do not depend on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub threads: Option<usize>,
    /// The rules to replay by instead of those that the log names: `tenhou` or `mjsoul`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "tenhou"))]
    pub rules: Option<String>,
}

impl ReviewRequest {
    /// Returns the budget. Without a time it is the service's limit.
    pub fn budget(&self) -> Budget {
        let iterations = self.worlds.or(Some(DEFAULT_WORLDS as u64));
        Budget { iterations, timeout_ms: self.timeout_ms, seconds: None }
    }
}

impl Call for ReviewRequest {
    type Answer = Review;

    fn begin(&self, limits: &Limits) -> Result<Begun<Review>, ServiceError> {
        self.budget().checked(limits)?;
        let rules = self.rules.as_deref().map(super::replay::log_rules).transpose()?;
        let log = self.log.bytes("log", "log")?;
        let record = log.read().map_err(|error| ServiceError::invalid("log", error))?;
        let worlds = self.worlds.unwrap_or(DEFAULT_WORLDS as u64);
        let worlds = usize::try_from(worlds).unwrap_or(MAX_WORLDS + 1);
        let options = ReviewOptions { seat: self.seat, worlds, seed: self.seed, rules };
        let reviewer = Reviewer::begin(&log.0, record, options).map_err(|error| {
            let field = match &error {
                ReviewError::Seat { .. } => "seat",
                ReviewError::Worlds(_) => "worlds",
                _ => "log",
            };
            ServiceError::invalid(field, error)
        })?;
        let threads = limits.threads_of(self.threads)?;
        Ok(Begun::Work(Box::new(Reviewing { reviewer, threads })))
    }
}

/// A game that is reviewed decision by decision.
struct Reviewing {
    reviewer: Reviewer,
    threads: usize,
}

impl Reviewing {
    /// Takes a step; returns whether there is more to do.
    fn step(&mut self) -> bool {
        if self.threads == 1 {
            return self.reviewer.step();
        }
        // One round of decisions, a few for each thread: it stops when it reports.
        let (before, stop) = (self.reviewer.progress(), AtomicBool::new(false));
        let mut end = |_: &f64| stop.store(true, Ordering::Relaxed);
        let mut control =
            Control { cancel: Some(&stop), progress: Some(&mut end), ..Control::default() };
        self.reviewer.run(self.threads, &mut control);
        before < self.reviewer.progress() && self.reviewer.progress() < 1.0
    }
}

impl Work<Review> for Reviewing {
    /// A unit of work is a few worlds of a decision; of several threads, some decisions.
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        Ok(advance_by_steps(slice, cancel, || self.step()))
    }

    fn progress(&self) -> Option<Progress<Review>> {
        Some(Progress::Share(self.reviewer.progress()))
    }

    fn answer(&mut self) -> Result<Review, ServiceError> {
        Ok(self.reviewer.answer())
    }

    fn spent(&self) -> Spent {
        let worlds = self.reviewer.worlds();
        Spent { iterations: worlds, worlds }
    }
}
