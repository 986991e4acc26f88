//! Loss by time.

use super::check::{Query, value_of};
use super::file::{PositionFile, Valued};
use facedown_game::{Clock, Control};
use facedown_ofc_solver::placements::{PlacementsConfig, solve_placements};
use facedown_search::Budget;
use rayon::prelude::*;
use std::error::Error;
use std::time::Duration;

/// The processor time of the calling thread, so that other programs do not count.
struct ThreadClock;

impl Clock for ThreadClock {
    fn now(&self) -> Duration {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = text.split_whitespace().next().and_then(|n| n.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}

/// The choice after some time.
struct Choice {
    loss: f64,
    iterations: u64,
}

/// Prints the mean loss of searches of each of some times in seconds of processor time, one thread a
/// position.
pub(crate) fn curve(
    files: &[PositionFile],
    seconds: &[f64],
    query: &Query,
) -> Result<(), Box<dyn Error>> {
    for street in (1..=5).filter(|street| query.street.is_none_or(|only| only == *street)) {
        let mut positions = Vec::new();
        for file in files {
            for valued in &file.positions {
                if valued.position()?.street() == street && positions.len() < query.first {
                    positions.push((file, valued));
                }
            }
        }
        let one = |(file, valued): &(&PositionFile, &Valued)| {
            let choices = choices(file, valued, seconds, query).map_err(|e| e.to_string())?;
            if query.loud {
                let losses: Vec<String> =
                    choices.iter().map(|choice| format!("{:.3}", choice.loss)).collect();
                let Valued { preset, board, deal, .. } = valued;
                println!("  {}: {preset} {board} + {deal}", losses.join(" "));
            }
            Ok::<_, String>(choices)
        };
        let all: Vec<Vec<Choice>> = positions.par_iter().map(one).collect::<Result<_, _>>()?;
        for (i, seconds) in seconds.iter().enumerate().filter(|_| !all.is_empty()) {
            let n = all.len() as f64;
            let losses = all.iter().map(|choices| choices[i].loss);
            let mean = losses.clone().sum::<f64>() / n;
            let squares: f64 = losses.clone().map(|loss| (loss - mean).powi(2)).sum();
            let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
            let worst = losses.fold(0.0, f64::max);
            let iterations = all.iter().map(|choices| choices[i].iterations).sum::<u64>() as f64;
            println!(
                "street {street}, {seconds} s: {n} positions, {:.0} iterations, loss {mean:.4} ± {error:.4}, worst {worst:.3}",
                iterations / n
            );
        }
    }
    Ok(())
}

/// Searches a position for each of the times, and values the choices.
fn choices(
    file: &PositionFile,
    valued: &Valued,
    seconds: &[f64],
    query: &Query,
) -> Result<Vec<Choice>, Box<dyn Error>> {
    let position = valued.position()?;
    let stakes = file.stakes.get(&valued.preset).copied().ok_or("a preset without stakes")?;
    let config = PlacementsConfig { stakes: Some(stakes.into()), threads: 1, ..query.config };
    let mut found = Vec::with_capacity(seconds.len());
    for seconds in seconds {
        let control = Control { clock: &ThreadClock, ..Control::default() };
        let answer = solve_placements(&position, &config, Budget::seconds(*seconds), control)?;
        let best = answer.placements.first().ok_or("an answer without placements")?;
        let (loss, _) = value_of(&position, file, valued, &best.board)?;
        found.push(Choice { loss, iterations: answer.iterations });
    }
    Ok(found)
}
