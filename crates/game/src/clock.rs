//! Time from outside: platforms without a system clock bring their own.

use std::sync::OnceLock;
use std::time::Duration;

/// A monotonic clock.
pub trait Clock: Sync {
    /// Returns the time since a fixed origin.
    fn now(&self) -> Duration;
}

/// The clock of the process: the system's, or the one passed to [`install_clock`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessClock;

static INSTALLED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Installs the clock of a platform whose standard library has none, such as WebAssembly in a
/// browser. Returns `false` if a clock is installed already; the first one stays.
pub fn install_clock(now: fn() -> Duration) -> bool {
    INSTALLED.set(now).is_ok()
}

impl Clock for ProcessClock {
    #[cfg(not(target_family = "wasm"))]
    #[inline]
    fn now(&self) -> Duration {
        use std::sync::LazyLock;
        use std::time::Instant;
        static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        match INSTALLED.get() {
            Some(now) => now(),
            None => ORIGIN.elapsed(),
        }
    }

    /// Without an installed clock time stands still: budgets of seconds never end by themselves.
    #[cfg(target_family = "wasm")]
    fn now(&self) -> Duration {
        INSTALLED.get().map_or(Duration::ZERO, |now| now())
    }
}
