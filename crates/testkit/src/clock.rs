//! A clock for tests, so that none depends on the machine's.

use facedown_game::Clock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A clock that moves on by the same time whenever it is read.
///
/// ```
/// use facedown_game::Clock;
/// use facedown_testkit::TickingClock;
/// use std::time::Duration;
///
/// let clock = TickingClock::new(Duration::from_millis(1));
/// assert_eq!((clock.now(), clock.now()), (Duration::ZERO, Duration::from_millis(1)));
/// clock.skip(Duration::from_secs(1));
/// assert_eq!(clock.now(), Duration::from_millis(1_002));
/// ```
#[derive(Debug)]
pub struct TickingClock {
    nanoseconds: AtomicU64,
    tick: Duration,
}

impl TickingClock {
    /// Returns a clock at zero that moves on by `tick`.
    pub const fn new(tick: Duration) -> Self {
        Self { nanoseconds: AtomicU64::new(0), tick }
    }

    /// Moves on by a time.
    pub fn skip(&self, time: Duration) {
        self.nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        let tick = self.tick.as_nanos() as u64;
        Duration::from_nanos(self.nanoseconds.fetch_add(tick, Ordering::Relaxed))
    }
}
