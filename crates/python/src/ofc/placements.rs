//! Every placement of a position with its EV.

use super::{cores, rules};
use crate::errors::value_error;
use crate::interruptible::interruptible;
use crate::threads::own_threads;
use crate::values::{Seed, real, shown, to_python, whole_number};
use facedown_game::{Control, excerpt};
use facedown_ofc::Stakes;
use facedown_ofc_solver::placements::{PlacementsConfig, solve_placements};
use facedown_ofc_solver::{Position, SeenBoard, StyleModel, stakes};
use facedown_search::Budget;
use pyo3::prelude::{Bound, Py, PyAny, PyErr, PyResult, Python, pyfunction};
use std::sync::atomic::AtomicBool;

/// An answer as a record, and the exception that interrupted it, if any.
type Answer<'py> = (Bound<'py, PyAny>, Option<Py<PyAny>>);

#[pyfunction]
#[allow(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "they are those of the Python function"
)]
pub(super) fn ofc_solve<'py>(
    py: Python<'py>,
    board: &str,
    deal: &str,
    opponents: Vec<String>,
    dead: &str,
    rules: &str,
    worth: Option<[f64; 5]>,
    seconds: Option<&Bound<'py, PyAny>>,
    iterations: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    seed: Seed,
    exact: bool,
    inference: bool,
    styles: bool,
    past: Vec<Vec<String>>,
) -> PyResult<Answer<'py>> {
    let rules = self::rules(rules)?;
    let others: Vec<&str> = opponents.iter().map(String::as_str).collect();
    let position = Position::parse(&rules, board, deal, &others, dead).map_err(value_error)?;
    let worth = match worth {
        Some(entry) => Some(Stakes { entry, ..stakes(&rules).map_err(value_error)? }),
        None => None,
    };
    let position = with_past(position, &past, worth)?;
    let threads = match own_threads(threads)? {
        0 => cores(),
        threads => threads,
    };
    let Seed(seed) = seed;
    let config = PlacementsConfig {
        threads,
        seed,
        stakes: worth,
        exact,
        infer_discards: inference,
        infer_styles: styles,
        ..PlacementsConfig::default()
    };
    let budget = budget(seconds, iterations)?;
    let stop = AtomicBool::new(false);
    let (answer, interrupt) = interruptible(
        py,
        &stop,
        |_: &std::sync::mpsc::Sender<()>| {
            let control = Control { cancel: Some(&stop), ..Control::default() };
            solve_placements(&position, &config, budget, control)
        },
        |_| Ok(true),
    );
    let interrupt = interrupt.map(|error: PyErr| error.into_value(py).into_any());
    let answer = match (answer, interrupt) {
        (Ok(answer), interrupt) => (answer, interrupt),
        // An interrupted search has no other answer.
        (Err(_), Some(interrupt)) => return Err(PyErr::from_value(interrupt.into_bound(py))),
        (Err(error), None) => return Err(value_error(error)),
    };
    let record = serde_json::to_value(&answer.0).map_err(value_error)?;
    Ok((to_python(py, &record)?, answer.1))
}

/// Adds the inferred styles of opponents, from their boards of earlier hands.
fn with_past(
    position: Position,
    past: &[Vec<String>],
    worth: Option<Stakes>,
) -> PyResult<Position> {
    if past.iter().all(Vec::is_empty) {
        return Ok(position);
    }
    let opponents = position.opponents().len();
    if past.len() > opponents {
        let given = past.len();
        let why = format_args!("past has boards of {given} opponents: there are {opponents}");
        return Err(value_error(why));
    }
    let worth = match worth {
        Some(worth) => worth,
        None => stakes(position.rules()).map_err(value_error)?,
    };
    let model = StyleModel::new(position.rules(), worth).map_err(value_error)?;
    let mut odds = Vec::with_capacity(past.len());
    for (i, texts) in past.iter().enumerate() {
        let read = |(j, text): (usize, &String)| {
            let named = |error| {
                value_error(format_args!(
                    "past[{i}][{j}]: '{text}': {error}",
                    text = excerpt(&text)
                ))
            };
            text.parse::<SeenBoard>().map_err(named)
        };
        let boards: PyResult<Vec<SeenBoard>> = texts.iter().enumerate().map(read).collect();
        odds.push(model.odds(&boards?));
    }
    Ok(position.with_styles(&odds))
}

fn budget(
    seconds: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
) -> PyResult<Budget> {
    let seconds = match seconds {
        Some(given) => {
            let number = real("seconds", given)?;
            if !(number.is_finite() && number > 0.0) {
                return Err(value_error(format_args!(
                    "seconds is {}: expected a number above 0",
                    shown(given)
                )));
            }
            Some(number)
        }
        None => None,
    };
    let iterations = match iterations {
        Some(given) => match whole_number(given)? {
            Some(number) if number > 0 => Some(number),
            _ => {
                return Err(value_error(format_args!(
                    "iterations is {}: expected at least 1",
                    shown(given)
                )));
            }
        },
        None => None,
    };
    Ok(Budget { seconds, iterations, nodes: None })
}
