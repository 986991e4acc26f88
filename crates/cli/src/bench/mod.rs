//! `facedown bench`: benchmarks, each with a check of its result.
//!
//! A time is the least of several rounds over the same kind of work: other load on the machine can
//! only add to it.

mod games;
mod hand_ev;
mod kernels;
mod scenarios;

use crate::args::BenchArgs;
use crate::layout::{self, digits, seconds};
use crate::{Answer, print_json};
use anyhow::{Context, Result, bail};
use facedown_game::excerpt;
use facedown_gin::kernel::{BACKEND_VARIABLE, Backend};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

/// The least total time of the rounds of one benchmark.
const PATIENCE: Duration = Duration::from_millis(300);
/// The least number of rounds.
const ROUNDS: u32 = 3;

/// One benchmark.
struct Bench {
    name: String,
    /// The name of one operation.
    operation: &'static str,
    run: Box<dyn Fn() -> Result<Measured>>,
}

impl Bench {
    fn new(
        name: impl Into<String>,
        operation: &'static str,
        run: impl Fn() -> Result<Measured> + 'static,
    ) -> Self {
        Self { name: name.into(), operation, run: Box::new(run) }
    }
}

/// The result of a benchmark.
struct Measured {
    /// Seconds per operation.
    seconds: f64,
    /// Whether the computed result is right.
    correct: bool,
}

/// A row of the output.
#[derive(Serialize)]
struct Timing {
    name: String,
    operation: &'static str,
    nanoseconds: f64,
    per_second: f64,
    correct: bool,
}

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<Answer> {
    Backend::forced().context(BACKEND_VARIABLE)?; // otherwise a wrong name would time another back end
    let timings = time_all(chosen(args)?)?;
    let backend = Backend::chosen().name();
    if args.json {
        let (seed, threads) = (args.seed, args.threads.count());
        print_json(
            &json!({"seed": seed, "threads": threads, "backend": backend, "timings": timings}),
            out,
        )?;
    } else {
        let rounds = match args.rounds {
            None => "the fastest of several rounds".to_owned(),
            Some(1) => "one round".to_owned(),
            Some(rounds) => format!("the fastest of {rounds} rounds"),
        };
        writeln!(out, "seed {}, {backend}; {rounds}\n", args.seed)?;
        write!(out, "{}", table(&timings))?;
    }
    Ok(if timings.iter().all(|timing| timing.correct) { Answer::Done } else { Answer::No })
}

/// Returns the benchmarks whose names contain the argument.
fn chosen(args: &BenchArgs) -> Result<Vec<Bench>> {
    let rounds = Rounds(args.rounds);
    let mut benches = kernels::list(args.seed, args.threads.count(), rounds);
    benches.extend(hand_ev::list(args.seed, rounds));
    benches.extend(games::list(args.seed, args.threads.count(), rounds));
    benches.extend(scenarios::list(args.seed, rounds));
    let Some(name) = &args.name else { return Ok(benches) };
    let known: Vec<String> = benches.iter().map(|bench| bench.name.clone()).collect();
    benches.retain(|bench| bench.name.contains(name.as_str()));
    if benches.is_empty() {
        bail!(
            "no benchmark '{name}', expected a part of one of {}",
            known.join(", "),
            name = excerpt(name)
        );
    }
    Ok(benches)
}

fn time_all(benches: Vec<Bench>) -> Result<Vec<Timing>> {
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {msg}")?;
    let bar = ProgressBar::new(benches.len() as u64).with_style(style);
    let mut timings = Vec::new();
    for Bench { name, operation, run } in benches {
        bar.set_message(name.clone());
        let Measured { seconds, correct } = run()?;
        let (nanoseconds, per_second) = (seconds * 1e9, 1.0 / seconds);
        timings.push(Timing { name, operation, nanoseconds, per_second, correct });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(timings)
}

fn table(timings: &[Timing]) -> String {
    let mut table = layout::table(&["bench", "operation", "time", "per second", "result"]);
    for timing in timings {
        table.add_row([
            timing.name.as_str(),
            timing.operation,
            &seconds(timing.nanoseconds * 1e-9),
            &many(timing.per_second),
            if timing.correct { "checked" } else { "WRONG" },
        ]);
    }
    layout::align_right(&mut table, [2, 3]);
    layout::text(&table)
}

/// Formats a large number: `3.12 million`.
fn many(number: f64) -> String {
    let units = [(1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    match units.into_iter().find(|(unit, _)| number >= *unit) {
        Some((unit, name)) => format!("{} {name}", digits(number / unit)),
        None => digits(number),
    }
}

/// The number of rounds of a benchmark; `None` for as many as its time allows.
#[derive(Clone, Copy)]
struct Rounds(Option<u32>);

impl Rounds {
    /// Returns the number of rounds of work that takes long.
    fn of_long_work(self) -> u32 {
        self.0.unwrap_or(ROUNDS)
    }

    /// Returns the seconds per operation of the fastest round. A given number of rounds is done
    /// without a warm-up.
    fn least_time(self, operations: usize, mut round: impl FnMut()) -> f64 {
        if self.0.is_none() {
            round();
        }
        let began = Instant::now();
        let (mut least, mut done) = (f64::MAX, 0);
        let more = |done: u32| match self.0 {
            Some(rounds) => done < rounds,
            None => done < ROUNDS || began.elapsed() < PATIENCE,
        };
        while more(done) {
            let start = Instant::now();
            round();
            least = least.min(start.elapsed().as_secs_f64());
            done += 1;
        }
        // A clock that did not advance would make the rate infinite, which JSON cannot hold.
        least.max(1e-9) / operations as f64
    }
}
