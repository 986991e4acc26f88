//! Every placement of a position with its EV.

use super::{cores, rules};
use crate::errors::value_error;
use crate::interruptible::interruptible;
use crate::threads::own_threads;
use crate::values::{Seed, index, real, shown, to_python, whole_number};
use facedown_game::{Control, excerpt};
use facedown_ofc::Stakes;
use facedown_ofc_solver::placements::{
    PlacementsAnswer, PlacementsConfig, PlacementsProgress, solve_placements,
};
use facedown_ofc_solver::{Position, SeenBoard, StyleModel, stakes};
use facedown_search::{Budget, ChanceParallel};
use pyo3::intern;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python, pyfunction};
use pyo3::types::{PyBool, PyBoolMethods, PyDict, PyDictMethods};
use serde_json::json;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
    params: &Bound<'py, PyDict>,
    progress: Option<&Bound<'py, PyAny>>,
    every: &Bound<'py, PyAny>,
    cancel: Option<&Bound<'py, PyAny>>,
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
        ..self::params(params)?
    };
    let budget = budget(seconds, iterations)?;
    let every = Duration::try_from_secs_f64(positive("every", every)?)
        .map_err(|_| value_error(format_args!("every is {every}: expected fewer seconds")))?;
    let observed = progress.is_some();
    let stop = AtomicBool::new(false);
    let (answer, interrupt) = interruptible(
        py,
        &stop,
        |sender| {
            // The receiver is gone once the answer is no longer wanted.
            let mut report = |report: &PlacementsProgress| drop(sender.send(report.clone()));
            let control = Control {
                cancel: Some(&stop),
                progress: if observed { Some(&mut report) } else { None },
                every,
                ..Control::default()
            };
            solve_placements(&position, &config, budget, control)
        },
        |report| {
            let set =
                |event: &Bound<'py, PyAny>| event.call_method0(intern!(py, "is_set"))?.is_truthy();
            if cancel.map(set).transpose()?.unwrap_or(false) {
                return Ok(false);
            }
            let (Some(report), Some(progress)) = (report, progress) else { return Ok(true) };
            let report = match report {
                PlacementsProgress::Searching(answer) => record(py, &answer)?,
                PlacementsProgress::Solving(part) => {
                    to_python(py, &json!({ "street": position.street(), "solved": part }))?
                }
                _ => return Ok(true),
            };
            let verdict = progress.call1((report,))?;
            Ok(verdict.cast::<PyBool>().map_or(true, PyBoolMethods::is_true))
        },
    );
    let interrupt = interrupt.map(|error: PyErr| error.into_value(py).into_any());
    let answer = match (answer, interrupt) {
        (Ok(answer), interrupt) => (answer, interrupt),
        // An interrupted search has no other answer.
        (Err(_), Some(interrupt)) => return Err(PyErr::from_value(interrupt.into_bound(py))),
        (Err(error), None) => return Err(value_error(error)),
    };
    Ok((record(py, &answer.0)?, answer.1))
}

fn record<'py>(py: Python<'py>, answer: &PlacementsAnswer) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &serde_json::to_value(answer).map_err(value_error)?)
}

/// Returns the configuration with these parameters; those that are `None` have their defaults.
fn params(params: &Bound<'_, PyDict>) -> PyResult<PlacementsConfig> {
    let mut config = PlacementsConfig::default();
    for (name, value) in params.iter().filter(|(_, value)| !value.is_none()) {
        let count = |least: usize| {
            let count = index(&value)?.filter(|count| *count >= least);
            let expected =
                || value_error(format_args!("{name} is {value}: expected at least {least}"));
            count.ok_or_else(expected)
        };
        match name.extract::<String>()?.as_str() {
            "candidates" => config.breadth = count(1)?,
            "memory" => config.memory = count(1 << 20)?,
            "parallel" => config.parallel = parallel(&value)?,
            "pruning" => config.pruning = value.is_truthy()?,
            "pruning_margin" => config.pruning_margin = value.extract()?,
            "confidence_margin" => config.confidence_margin = Some(value.extract()?),
            "pruning_visits" => config.pruning_visits = count(0)? as u64,
            other => return Err(value_error(format_args!("no parameter '{other}'"))),
        }
    }
    Ok(config)
}

fn parallel(given: &Bound<'_, PyAny>) -> PyResult<ChanceParallel> {
    match given.extract::<String>()?.as_str() {
        "root" => Ok(ChanceParallel::Root),
        "leaf" => Ok(ChanceParallel::Leaf),
        other => Err(value_error(format_args!("parallel is '{other}': expected 'root' or 'leaf'"))),
    }
}

fn positive(name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = real(name, given)?;
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    Err(value_error(format_args!("{name} is {}: expected a number above 0", shown(given))))
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
                value_error(format_args!("past[{i}][{j}]: '{text}': {error}", text = excerpt(text)))
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
        Some(given) => Some(positive("seconds", given)?),
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
