//! Samples by the name of their task.

use crate::deadwood::DeadwoodSamples;
use crate::fantasyland::{FantasyRows, FantasySamples, LineError};
use crate::ofc_value::{OfcValueSamples, ValueError};
use facedown_nets::Samples;
use facedown_ofc_solver::NetworkSet;
use std::fmt;

/// The names of the tasks.
pub const TASKS: [&str; 6] = [
    "fantasyland-top",
    "fantasyland-middle",
    "deadwood",
    "ofc-value-9",
    "ofc-value-7",
    "ofc-value-5",
];

/// Why there are no such samples.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SourceError {
    /// No task has this name.
    Task(String),
    /// The task has no data sets as JSON lines.
    NoLines(String),
    /// A line cannot be read.
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// Why.
        error: LineError,
    },
    /// The task is learnt from no other networks.
    NoNetworks(String),
    /// The task does not depend on rules.
    NoRules(String),
    /// There are no value networks for these rules.
    Rules(String),
    /// The samples of a value network cannot be made.
    Value(ValueError),
    /// There are no samples.
    Empty,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(name) => {
                let name = facedown_game::excerpt(name);
                write!(f, "no task '{name}', expected one of {}", TASKS.join(", "))
            }
            Self::NoLines(name) => write!(f, "the task {name} has no data sets as JSON lines"),
            Self::Line { line, error } => write!(f, "line {line}: {error}"),
            Self::NoNetworks(name) => {
                write!(f, "the task {name} is learnt from no other networks")
            }
            Self::NoRules(name) => write!(f, "the task {name} does not depend on rules"),
            Self::Rules(name) => {
                let known = NetworkSet::ALL.map(NetworkSet::preset).join(", ");
                write!(f, "no rules '{}', expected one of {known}", facedown_game::excerpt(name))
            }
            Self::Value(error) => error.fmt(f),
            Self::Empty => f.write_str("no samples"),
        }
    }
}

impl std::error::Error for SourceError {}

/// Returns samples of a task that are generated from a seed when they are read. Value networks are
/// learnt from those of later streets, `networks` being weight files, under the rules of a preset
/// (`standard`, if there is none).
pub fn generate(
    task: &str,
    rules: Option<&str>,
    seed: u64,
    count: u64,
    networks: &[Vec<u8>],
) -> Result<Box<dyn Samples>, SourceError> {
    if let Some(cards) = task.strip_prefix("ofc-value-").and_then(|cards| cards.parse().ok()) {
        let preset = rules.unwrap_or(NetworkSet::Standard.preset());
        let set =
            NetworkSet::of_preset(preset).ok_or_else(|| SourceError::Rules(preset.to_owned()))?;
        let samples = OfcValueSamples::new(set, cards, seed, count, networks);
        return Ok(Box::new(samples.map_err(SourceError::Value)?));
    }
    if rules.is_some() && TASKS.contains(&task) {
        return Err(SourceError::NoRules(task.to_owned()));
    }
    if !networks.is_empty() && TASKS.contains(&task) {
        return Err(SourceError::NoNetworks(task.to_owned()));
    }
    Ok(match task {
        "fantasyland-top" => Box::new(FantasySamples::tops(seed, count)),
        "fantasyland-middle" => Box::new(FantasySamples::middles(seed, count)),
        "deadwood" => Box::new(DeadwoodSamples::new(seed, count)),
        _ => return Err(SourceError::Task(task.to_owned())),
    })
}

/// Returns samples of a task from a data set as JSON lines.
pub fn read_lines(task: &str, text: &str) -> Result<Box<dyn Samples>, SourceError> {
    let is_middle = match task {
        "fantasyland-top" => false,
        "fantasyland-middle" => true,
        _ if TASKS.contains(&task) => return Err(SourceError::NoLines(task.to_owned())),
        _ => return Err(SourceError::Task(task.to_owned())),
    };
    let bad = |(line, error)| SourceError::Line { line, error };
    let rows = FantasyRows::read(text, is_middle).map_err(bad)?;
    if rows.is_empty() { Err(SourceError::Empty) } else { Ok(Box::new(rows)) }
}
