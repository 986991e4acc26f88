//! Advice: every legal action of a view with its statistics.

use crate::errors::{catalog_error, type_error, value_error};
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::nets::guide;
use crate::players::Players;
use crate::threads::own_threads;
use crate::values::{Seed, options, real, shown, to_python, whole_number};
use crate::view::View;
use facedown_catalog::{self as catalog, Advice, AdviseSpec, Player, searches};
use facedown_game::Control;
use facedown_search::Budget;
use pyo3::intern;
use pyo3::prelude::{
    Bound, Py, PyAny, PyAnyMethods, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyfunction,
    wrap_pyfunction,
};
use pyo3::types::{PyBool, PyBoolMethods, PyDict};
use serde_json::{Map, Value, json};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(advise, module)?)?;
    module.add_function(wrap_pyfunction!(search_config, module)?)
}

/// An answer as a record and as a table, and the exception that interrupted it, if any.
type Answer<'py> = (Bound<'py, PyAny>, String, Option<Py<PyAny>>);

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are those of the Python function")]
#[pyo3(signature = (
    view, bot, seconds, iterations, nodes, threads, seed, config, progress, every, cancel, network
))]
fn advise<'py>(
    py: Python<'py>,
    view: &View,
    bot: &Bound<'py, PyAny>,
    seconds: Option<&Bound<'py, PyAny>>,
    iterations: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    seed: Option<Seed>,
    config: &Bound<'py, PyDict>,
    progress: Option<&Bound<'py, PyAny>>,
    every: &Bound<'py, PyAny>,
    cancel: Option<&Bound<'py, PyAny>>,
    network: Option<&Bound<'py, PyAny>>,
) -> PyResult<Answer<'py>> {
    let players = Players::read_one(&view.table_game(), bot)?;
    let Player { name, own } = players.one();
    let network = network.map(guide).transpose()?;
    let budget = budget(seconds, iterations, nodes)?;
    let every = Duration::try_from_secs_f64(positive("every", every)?).map_err(|_| {
        value_error(format_args!("every is {}: expected fewer seconds", shown(every)))
    })?;
    let mut params = options(Some(config))?;
    let zero = threads.map(whole_number).transpose()?.flatten() == Some(0);
    let threads = if zero { 0 } else { own_threads(threads)? };
    if own.is_none() && searches(&name) {
        params.insert("threads".to_owned(), json!(threads));
    }
    if let Some(Seed(seed)) = seed {
        params.insert("seed".to_owned(), json!(seed));
    }
    let is_set = cancel.map(|event| is_set_of(event)).transpose()?;
    let stop = AtomicBool::new(false);
    let (view, observed) = (view.view(), progress.is_some());
    let (advice, interrupt) = interruptible(
        py,
        &stop,
        |sender| {
            // The receiver is gone once the answer is no longer wanted.
            let mut report = |advice: &Advice| drop(sender.send(advice.clone()));
            let control = Control {
                cancel: Some(&stop),
                progress: if observed { Some(&mut report) } else { None },
                every,
                ..Control::default()
            };
            let spec = AdviseSpec::new(&name, budget, &params);
            view.advise(AdviseSpec { control, own, network, ..spec })
        },
        |advice| {
            if let Some(is_set) = &is_set
                && is_set.call0()?.is_truthy()?
            {
                return Ok(false);
            }
            let (Some(advice), Some(progress)) = (advice, progress) else { return Ok(true) };
            let verdict = progress.call1((record(py, &advice)?, advice.to_string()))?;
            Ok(verdict.cast::<PyBool>().map_or(true, PyBoolMethods::is_true))
        },
    );
    let advice = advice.map_err(|error| players.caused(py, catalog_error(error)))?;
    let interrupt = interrupt.map(|error: PyErr| error.into_value(py).into_any());
    Ok((record(py, &advice)?, advice.to_string(), interrupt))
}

/// Returns the method `is_set` of an event.
pub(crate) fn is_set_of<'py>(cancel: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let method = cancel.getattr(intern!(cancel.py(), "is_set")).ok();
    method.filter(pyo3::types::PyAnyMethods::is_callable).ok_or_else(|| {
        let given = shown(cancel);
        type_error(format_args!("cancel is {given}: expected an event with is_set()"))
    })
}

fn record<'py>(py: Python<'py>, advice: &Advice) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &serde_json::to_value(advice).map_err(value_error)?)
}

fn budget(
    seconds: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Budget>> {
    let count = |name: &'static str, given: Option<&Bound<'_, PyAny>>| {
        let Some(given) = given else { return Ok(None) };
        match whole_number(given)? {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(value_error(format_args!("{name} is {}: expected at least 1", shown(given)))),
        }
    };
    let budget = Budget {
        seconds: seconds.map(|seconds| positive("seconds", seconds)).transpose()?,
        iterations: count("iterations", iterations)?,
        nodes: count("nodes", nodes)?,
    };
    Ok((budget != Budget::default()).then_some(budget))
}

fn positive(name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = real(name, given)?;
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    Err(value_error(format_args!("{name} is {}: expected a number above 0", shown(given))))
}

#[pyfunction]
fn search_config<'py>(
    py: Python<'py>,
    game: Option<&Game>,
    bot: &str,
    changes: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let changes: Map<String, Value> = options(Some(changes))?;
    let config = match game {
        Some(game) => game.0.search_config(bot, &changes),
        None => catalog::generic_search_config(bot, &changes),
    };
    to_python(py, &config.map_err(catalog_error)?)
}
