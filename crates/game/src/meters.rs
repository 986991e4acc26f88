//! Counts of the expensive parts of a decision, so that a test can see at any door that each is done
//! once.

use std::sync::atomic::{AtomicU64, Ordering};

/// A count over the whole process.
#[derive(Debug, Default)]
pub struct Meter(AtomicU64);

impl Meter {
    /// Returns a meter that stands at zero.
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Counts one more.
    #[inline]
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the count so far.
    pub fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Information sets built: [`Hidden::worlds`](crate::Hidden::worlds) of the families.
pub static WORLDS: Meter = Meter::new();

/// Parameters of searches resolved.
pub static PARAMETERS: Meter = Meter::new();

/// Passes of networks, whatever the batch.
pub static NETWORK_PASSES: Meter = Meter::new();
