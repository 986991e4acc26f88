//! Answers a request in each line of standard input on one thread, with the seconds of processor time
//! that it took, for `research/bench/wasm.sh`.

use facedown_wasm::Engine;
use std::io::BufRead;
use std::time::Duration;

fn main() {
    let mut engine = Engine::default();
    for line in std::io::stdin().lock().lines() {
        let Ok(request) = line else { break };
        let begun = now();
        let result = engine.answer(&request);
        let seconds = now().saturating_sub(begun).as_secs_f64();
        println!(r#"{{"seconds": {seconds}, "result": {result}}}"#);
    }
}

/// Returns the processor time of this thread, so that other programs do not count.
#[cfg(unix)]
fn now() -> Duration {
    let now = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now();
    now.expect("the clock of the thread").into()
}

/// Returns the time by the clock, where processor time cannot be measured.
#[cfg(not(unix))]
fn now() -> Duration {
    std::time::UNIX_EPOCH.elapsed().unwrap_or_default()
}
