//! Processor time as the clock of the process: budgets do not depend on what else runs.

use anyhow::{Result, ensure};
use facedown_game::install_clock;
use std::time::Duration;

/// Makes the processor time of the calling thread the clock of the process.
pub(crate) fn install() -> Result<()> {
    ensure!(now().is_some(), "--processor-time: this platform does not measure it");
    ensure!(
        install_clock(|| now().unwrap_or_default()),
        "--processor-time: the process has another clock already"
    );
    Ok(())
}

#[cfg(unix)]
fn now() -> Option<Duration> {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok().map(Duration::from)
}

#[cfg(not(unix))]
fn now() -> Option<Duration> {
    None
}
