//! The knobs of a search against chance.

use super::ChanceAnswer;
use crate::SearchError;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Every knob of a search against chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceConfig {
    /// How many threads share the work: 1 to 64.
    pub threads: usize,
    /// What luck is drawn from.
    pub seed: u64,
    /// Outcomes of a choice that was visited n times: n to this power, 0 to 1.
    pub widening: f64,
    /// How many choices at the root are compared at most; the best by their guesses are taken.
    pub breadth: usize,
    /// As how many outcomes a guess counts where choices at the root are ranked.
    pub prior: f64,
    /// How many bytes the tree may take, about; then it gets no wider.
    pub memory: usize,
}

impl Default for ChanceConfig {
    fn default() -> Self {
        Self { threads: 1, seed: 0, widening: 0.85, breadth: 256, prior: 0.0, memory: 1 << 30 }
    }
}

impl ChanceConfig {
    /// Says what is wrong with a knob.
    pub(super) fn validate(&self) -> Result<(), SearchError> {
        let bad = |knob, value: String, expected: &str| {
            Err(SearchError::Config { knob, value, expected: expected.to_owned() })
        };
        if !(1..=64).contains(&self.threads) {
            return bad("threads", self.threads.to_string(), "1 to 64");
        }
        if !(0.0..=1.0).contains(&self.widening) {
            return bad("widening", self.widening.to_string(), "0 to 1");
        }
        if !(0.0..=1e9).contains(&self.prior) {
            return bad("prior", self.prior.to_string(), "0 to 1e9");
        }
        if self.breadth == 0 {
            return bad("breadth", self.breadth.to_string(), "1 or more");
        }
        Ok(())
    }
}

/// Receives interim answers.
pub type ChanceProgress<'a, A> = &'a mut dyn FnMut(&ChanceAnswer<A>);

/// How a search is interrupted and watched. The default does neither.
pub struct Watcher<'a, A> {
    /// Set from outside, this ends the search, which answers with what it has.
    pub cancel: Option<&'a AtomicBool>,
    /// Called with interim answers, on the thread that asked.
    pub progress: Option<ChanceProgress<'a, A>>,
    /// The time between two such calls.
    pub every: Duration,
}

impl<A> Watcher<'_, A> {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl<A> Default for Watcher<'_, A> {
    fn default() -> Self {
        Self { cancel: None, progress: None, every: Duration::from_millis(100) }
    }
}

impl<A> fmt::Debug for Watcher<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("Watcher");
        form.field("cancel", &self.cancel).field("progress", &self.progress.is_some());
        form.field("every", &self.every).finish()
    }
}
