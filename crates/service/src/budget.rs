//! Budgets of searches, as requests give them.

use crate::{Limits, ServiceError};

/// The time of a search whose request gives no budget, in milliseconds.
pub const DEFAULT_TIMEOUT_MS: u64 = 1_000;

/// What a search may spend; the first limit reached ends it. Without any it is a second.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Budget {
    /// The number of iterations. Equal seeds and iterations give equal answers.
    pub iterations: Option<u64>,
    /// Seconds of the search.
    pub seconds: Option<f64>,
    /// Milliseconds until the answer is there, waiting included.
    pub timeout_ms: Option<u64>,
}

impl Budget {
    /// Returns the milliseconds until the answer is due; none if only iterations are given.
    pub fn due_ms(&self) -> Option<u64> {
        let searched = self.seconds.map(|seconds| (1e3 * seconds).ceil() as u64);
        let usual = if self.iterations.is_some() { None } else { Some(DEFAULT_TIMEOUT_MS) };
        self.timeout_ms.or(searched).or(usual)
    }

    /// Checks the budget; returns it as searches take it.
    pub(crate) fn checked(self, limits: &Limits) -> Result<facedown_search::Budget, ServiceError> {
        within("iterations", self.iterations, limits.iterations)?;
        within("timeout_ms", self.timeout_ms, limits.timeout_ms)?;
        let most = limits.timeout_ms as f64 / 1e3;
        if let Some(seconds) = self.seconds.filter(|seconds| !(*seconds > 0.0 && *seconds <= most))
        {
            let why = format!("{seconds}, expected more than 0 and at most {most}");
            return Err(ServiceError::invalid("seconds", why));
        }
        // A search by iterations ends by the clock all the same, long before anyone waits for it.
        let due = self.due_ms().unwrap_or(limits.timeout_ms) as f64 / 1e3;
        let seconds = self.seconds.map_or(due, |seconds| seconds.min(due));
        Ok(facedown_search::Budget {
            seconds: Some(seconds),
            iterations: self.iterations,
            nodes: None,
        })
    }
}

/// Checks that a number is from 1 to `most`.
pub(crate) fn within(field: &str, number: Option<u64>, most: u64) -> Result<(), ServiceError> {
    match number {
        Some(n) if !(1..=most).contains(&n) => {
            Err(ServiceError::invalid(field, format!("{n}, expected 1 to {most}")))
        }
        _ => Ok(()),
    }
}
