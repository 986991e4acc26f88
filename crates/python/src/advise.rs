//! Advice: every legal action of a view with its statistics.

use crate::errors::{catalog_error, value_error};
use crate::game::Game;
use crate::nets::guide;
use crate::players::Players;
use crate::threads::own_threads;
use crate::values::{Seed, options, positive, shown, to_python, whole_number};
use crate::view::View;
use crate::watch::Watch;
use facedown_catalog::{self as catalog, Advice, AdviseSpec, CatalogError, Player, searches};
use facedown_game::meters::{Meter, NETWORK_PASSES, PARAMETERS, WORLDS};
use facedown_search::{Budget, Slice};
use pyo3::prelude::{
    Bound, Py, PyAny, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyfunction,
    wrap_pyfunction,
};
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(advise, module)?)?;
    module.add_function(wrap_pyfunction!(meters, module)?)?;
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
    let watch = Watch::new(progress, Some(every), cancel)?;
    let mut params = options(Some(config))?;
    let zero = threads.map(whole_number).transpose()?.flatten() == Some(0);
    let threads = if zero { 0 } else { own_threads(threads)? };
    if own.is_none() && searches(&name) {
        params.insert("threads".to_owned(), json!(threads));
    }
    if let Some(Seed(seed)) = seed {
        params.insert("seed".to_owned(), json!(seed));
    }
    let view = view.view();
    let (advice, interrupt) = watch.run(
        py,
        |mut control| {
            let spec = AdviseSpec::new(&name, budget, &params);
            let mut advisor = view.begin_advice(&AdviseSpec { own, network, ..spec })?;
            advisor.advance(Slice::ALL, &mut control)?;
            Ok(advisor.advice())
        },
        |advice: Advice| Ok((record(py, &advice)?, advice.to_string())),
    );
    let advice = advice.map_err(|error: CatalogError| players.caused(py, catalog_error(error)))?;
    let interrupt = interrupt.map(|error: PyErr| error.into_value(py).into_any());
    Ok((record(py, &advice)?, advice.to_string(), interrupt))
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

/// Returns how often information sets were built, search parameters resolved and networks run in this
/// process.
#[pyfunction]
fn meters() -> [u64; 3] {
    [&WORLDS, &PARAMETERS, &NETWORK_PASSES].map(Meter::total)
}
