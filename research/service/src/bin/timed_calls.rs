//! Times the calls behind the door, for `research/bench/service.sh`: reading a request, answering it, writing the
//! answer, each alone. What HTTP takes beyond the second of them is the overhead of the door.
//! `timed_calls CALL BODY.json [RUNS]` prints medians in microseconds.

use facedown_service::{Request, Service};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [call, path, more @ ..] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a call and a file".into());
    };
    let runs = more.first().map_or(Ok(200), |text| text.parse())?;
    let (body, service) = (std::fs::read(path)?, Service::default());
    let mut times: [Vec<Duration>; 3] = Default::default();
    for _ in 0..runs {
        let begun = Instant::now();
        let request = Request::read(call, &body)?;
        times[0].push(begun.elapsed());
        let begun = Instant::now();
        let answer = service.answer(&request)?;
        times[1].push(begun.elapsed());
        let begun = Instant::now();
        let text = serde_json::to_vec(&answer)?;
        times[2].push(begun.elapsed());
        assert!(!text.is_empty());
    }
    let median = |all: &mut Vec<Duration>| {
        all.sort_unstable();
        all[all.len() / 2].as_secs_f64() * 1e6
    };
    let [read, answer, write] = &mut times;
    let (read, answer, write) = (median(read), median(answer), median(write));
    println!("{call}: read {read:.1} us, answer {answer:.1} us, write {write:.1} us");
    Ok(())
}
