//! Samples by the name of their task.

use crate::deadwood::DeadwoodSamples;
use crate::fantasyland::{FantasyRows, FantasySamples, LineError};
use facedown_nets::Samples;
use std::fmt;

/// The names of the tasks.
pub const TASKS: [&str; 3] = ["fantasyland-top", "fantasyland-middle", "deadwood"];

/// Why there are no such samples.
#[derive(Clone, PartialEq, Eq, Debug)]
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
            Self::Empty => f.write_str("no samples"),
        }
    }
}

impl std::error::Error for SourceError {}

/// Returns samples of a task that are generated from a seed when they are read.
pub fn generate(task: &str, seed: u64, count: u64) -> Result<Box<dyn Samples>, SourceError> {
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
