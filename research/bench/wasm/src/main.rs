//! Answers each line of standard input with the sum of the shanten of all hands, and the seconds of
//! processor time that it took.

use std::io::BufRead;
use std::time::Duration;

fn main() {
    let hands = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    wasm_bench::deal(hands);
    for _ in std::io::stdin().lock().lines() {
        let begun = now();
        let sum = wasm_bench::shanten();
        let seconds = (now() - begun).as_secs_f64();
        println!("{{\"seconds\": {seconds}, \"result\": {sum}}}");
    }
}

fn now() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("the clock of the thread").into()
}
