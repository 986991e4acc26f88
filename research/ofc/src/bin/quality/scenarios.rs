//! The four scenarios of the specification: time and quality over many runs, memory, processor use.

use super::check::{Answered, Query, answer};
use super::file::{PositionFile, Valued};
use facedown_ofc_solver::placements::PlacementsConfig;
use facedown_search::Budget;
use std::error::Error;
use std::time::Instant;

/// A scenario: its name, its positions, and the seconds that the specification allows.
struct Scenario {
    name: &'static str,
    is_one: fn(street: u8, valued: &Valued) -> bool,
    limit: f64,
}

const SCENARIOS: [Scenario; 4] = [
    Scenario { name: "initial_placement", is_one: |street, _| street == 1, limit: 60.0 },
    Scenario { name: "mid_game", is_one: |street, _| street == 3, limit: 60.0 },
    Scenario { name: "end_game", is_one: |street, _| street >= 4, limit: 30.0 },
    // The street with most choices after the first.
    Scenario { name: "complex_decision", is_one: |street, _| street == 2, limit: 60.0 },
];

/// Runs every scenario `runs` times, each with the next of its positions and another seed, in a part
/// of the time that the specification allows.
pub(crate) fn run(files: &[PositionFile], runs: usize, part: f64) -> Result<(), Box<dyn Error>> {
    println!(
        "scenario            runs  limit    time: mean deviation least  most   \
         quality: mean deviation least  most  processors"
    );
    for scenario in &SCENARIOS {
        let mut chosen = Vec::new();
        for file in files {
            for valued in &file.positions {
                if (scenario.is_one)(valued.position()?.street(), valued) {
                    chosen.push((file, valued));
                }
            }
        }
        if chosen.is_empty() {
            println!("{:18} no position in these files", scenario.name);
            continue;
        }
        let (start, before) = (Instant::now(), processor_seconds());
        let mut all = Vec::new();
        for (seed, (file, valued)) in (0..runs).zip(chosen.iter().cycle()) {
            let config =
                PlacementsConfig { threads: 2, seed: seed as u64, ..PlacementsConfig::default() };
            let budget = Some(Budget::seconds(scenario.limit * part));
            let query = Query { config, budget, street: None, first: 1, loud: false };
            all.push(answer(file, valued, &query)?);
        }
        let used = (processor_seconds() - before) / start.elapsed().as_secs_f64();
        let [time, quality] = [spread(&all, |a| a.seconds), spread(&all, |a| a.quality)];
        println!(
            "{:18} {:5} {:5.1} s {time} {quality}  {used:.2}",
            scenario.name,
            all.len(),
            scenario.limit * part,
        );
    }
    println!("memory: {} kB at most", most_memory());
    Ok(())
}

/// Returns mean, deviation, least and most as a text.
fn spread(all: &[Answered], of: fn(&Answered) -> f64) -> String {
    let n = all.len().max(1) as f64;
    let values = || all.iter().map(of);
    let mean = values().sum::<f64>() / n;
    let deviation = (values().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    format!("{mean:9.4} {deviation:8.4} {least:8.4} {most:8.4}")
}

/// Returns the processor time of this process in seconds, if the system reports it.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or_default();
    let ticks: f64 =
        after.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Returns the peak memory, as the system writes it.
fn most_memory() -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().trim_end_matches(" kB").to_owned())
}
