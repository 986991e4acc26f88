//! The solver's choices compared with files of positions.

use super::file::{PositionFile, Valued, code};
use super::reference::Reference;
use facedown_game::Control;
use facedown_ofc::endgame::Partial;
use facedown_ofc_solver::Position;
use facedown_ofc_solver::placements::{PlacementsConfig, solve_placements};
use facedown_search::Budget;
use std::error::Error;
use std::path::Path;

/// The parameters of the solver, and the positions to check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    pub(crate) config: PlacementsConfig,
    /// `None` for the budgets of the goals, by street.
    pub(crate) budget: Option<Budget>,
    /// Only positions of this street.
    pub(crate) street: Option<u8>,
    /// The maximum number of positions of a street.
    pub(crate) first: usize,
    /// Whether every position is printed.
    pub(crate) loud: bool,
}

/// Seconds of the goals, by street.
const SECONDS: [f64; 5] = [5.0, 5.0, 1.0, 1.0, 1.0];
/// Mean losses of the goals, by street.
const GOALS: [f64; 5] = [0.15, 0.15, 0.05, 0.0, 0.0];
/// Samples for a choice that the file does not value.
const ITERATIONS: usize = 400;

/// Reads a file of positions.
pub(crate) fn read(path: &Path) -> Result<PositionFile, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The result of one position.
pub(crate) struct Answered {
    /// The gap of the choice to the best placement.
    pub(crate) loss: f64,
    /// The standard error of the gap.
    pub(crate) error: f64,
    /// 0 for a random placement, 1 for the best one.
    pub(crate) quality: f64,
    pub(crate) iterations: u64,
    pub(crate) seconds: f64,
    /// Lookups in the transposition table, and hits.
    pub(crate) lookups: [u64; 2],
}

/// Runs the solver and values its choice.
pub(crate) fn answer(
    file: &PositionFile,
    valued: &Valued,
    query: &Query,
) -> Result<Answered, Box<dyn Error>> {
    let position = valued.position()?;
    let stakes = file.stakes.get(&valued.preset).copied().ok_or("a preset without stakes")?;
    let config = PlacementsConfig { stakes: Some(stakes.into()), ..query.config };
    let seconds = SECONDS[usize::from(position.street()) - 1];
    let budget = query.budget.unwrap_or(Budget::seconds(seconds));
    let answer = solve_placements(&position, &config, budget, Control::default())?;
    let best = answer.placements.first().ok_or("an answer without placements")?;
    let (loss, error) = value_of(&position, file, valued, &best.board)?;
    let top = valued.placements.values().map(|value| value.value).fold(f64::MIN, f64::max);
    let range = (top - valued.random).max(1e-9);
    Ok(Answered {
        loss,
        error,
        quality: 1.0 - loss / range,
        iterations: answer.iterations,
        seconds: answer.seconds,
        lookups: answer.table_lookups,
    })
}

/// Returns the gap of a choice to the best placement, and its standard error.
pub(crate) fn value_of(
    position: &Position,
    file: &PositionFile,
    valued: &Valued,
    board: &Partial,
) -> Result<(f64, f64), Box<dyn Error>> {
    let chosen = code(position.deal(), board);
    match valued.placements.get(&chosen) {
        Some(value) => Ok((value.behind, value.error)),
        None => behind(position, file, valued, &chosen),
    }
}

/// Values a choice that is not in the file; returns its gap to the best, and the standard error.
fn behind(
    position: &Position,
    file: &PositionFile,
    valued: &Valued,
    chosen: &str,
) -> Result<(f64, f64), Box<dyn Error>> {
    let stakes = file.stakes.get(&valued.preset).copied().ok_or("a preset without stakes")?;
    let mut reference = Reference::deep(position, stakes.into(), 1)?;
    let by_value = valued.placements.iter().min_by(|a, b| a.1.behind.total_cmp(&b.1.behind));
    let (best, _) = by_value.ok_or("a position without values")?;
    let mut two = Reference::candidates(position);
    two.retain(|candidate| candidate.code == chosen || candidate.code == *best);
    for candidate in &mut two {
        reference.extend(candidate, ITERATIONS);
    }
    let find = |code: &str| two.iter().find(|c| c.code == code).ok_or("no such placement");
    Ok(find(chosen)?.behind(find(best)?))
}

/// Checks all positions of some files and prints a line for each street; returns whether every goal is
/// reached.
pub(crate) fn check(files: &[PositionFile], query: &Query) -> Result<bool, Box<dyn Error>> {
    println!("street positions    mean loss        worst   iterations  seconds  table hits  goal");
    let mut reached = true;
    for street in (1..=5).filter(|street| query.street.is_none_or(|only| only == *street)) {
        let mut all = Vec::new();
        for file in files {
            for valued in &file.positions {
                if valued.position()?.street() == street && all.len() < query.first {
                    all.push(answer(file, valued, query)?);
                    if query.loud {
                        let Answered { loss, error, iterations, .. } = all[all.len() - 1];
                        let Valued { preset, board, deal, .. } = valued;
                        println!(
                            "  {loss:.3} ± {error:.3}, {iterations} iterations: {preset} {board} + {deal}"
                        );
                    }
                }
            }
        }
        if !all.is_empty() {
            reached &= report(street, &all);
        }
    }
    Ok(reached)
}

fn report(street: u8, all: &[Answered]) -> bool {
    let n = all.len() as f64;
    let mean_of = |of: fn(&Answered) -> f64| all.iter().map(of).sum::<f64>() / n;
    let mean = mean_of(|a| a.loss);
    let squares: f64 = all.iter().map(|a| (a.loss - mean).powi(2)).sum();
    let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
    let worst = all.iter().map(|a| a.loss).fold(0.0, f64::max);
    let [lookups, hits] = [0, 1].map(|i| all.iter().map(|a| a.lookups[i]).sum::<u64>() as f64);
    let goal = GOALS[usize::from(street) - 1];
    let reached = mean <= goal;
    println!(
        "{street:6} {n:9} {mean:.4} ± {error:.4} {worst:8.3} {:9.0} {:7.2} {:9.1} %  {goal} {}",
        mean_of(|a| a.iterations as f64),
        mean_of(|a| a.seconds),
        100.0 * hits / lookups.max(1.0),
        if reached { "reached" } else { "MISSED" },
    );
    reached
}
