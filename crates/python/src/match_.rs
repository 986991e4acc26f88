//! Duplicate matches between bots.

use crate::errors::{catalog_error, value_error};
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::threads::own_threads;
use crate::values::{Seed, options, shown, to_python, whole_number};
use facedown_arena::DuplicateOptions;
use facedown_catalog::{AnyGame, DuplicateSpec};
use facedown_game::Control;
use pyo3::prelude::{Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction};
use pyo3::types::PyDict;
use pyo3::wrap_pyfunction;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(duplicate_match, module)?)
}

#[allow(clippy::needless_pass_by_value, reason = "names are extracted from a Python list")]
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are those of the Python function")]
#[pyo3(signature = (game, bots, deals, seed, matches, threads=None, params=None, luck=None, hand=None))]
fn duplicate_match<'py>(
    py: Python<'py>,
    game: &Game,
    bots: Vec<String>,
    deals: &Bound<'py, PyAny>,
    seed: Seed,
    matches: bool,
    threads: Option<&Bound<'py, PyAny>>,
    params: Option<&Bound<'py, PyDict>>,
    luck: Option<&str>,
    hand: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let params = options(params)?;
    let threads = own_threads(threads)?;
    let Some(clusters) = whole_number(deals)?.filter(|deals| *deals > 0) else {
        return Err(value_error(format_args!("deals is {}: expected at least 1", shown(deals))));
    };
    let hand = game.place(hand)?;
    let game = game.0.as_ref();
    if bots.len() != game.seats() {
        let (given, seats) = (bots.len(), game.seats());
        return Err(value_error(format_args!("{given} bots, expected {seats}: one for each seat")));
    }
    let cancel = AtomicBool::new(false);
    let options = DuplicateOptions { threads, ..DuplicateOptions::new(clusters, seed.0) };
    let luck = luck.filter(|name| *name != "none");
    let spec = DuplicateSpec { bots: &bots, params: &params, matches, hand, luck, options };
    let (record, interrupt) =
        interruptible::<_, ()>(py, &cancel, |_| play(game, &spec, &cancel), |_| Ok(true));
    if let Some(interrupt) = interrupt {
        return Err(interrupt);
    }
    to_python(py, &record.map_err(catalog_error)?)
}

/// Plays the match; returns the record that `facedown match --json` prints.
fn play(
    game: &dyn AnyGame,
    spec: &DuplicateSpec<'_>,
    cancel: &AtomicBool,
) -> Result<Value, facedown_catalog::CatalogError> {
    let control = Control { cancel: Some(cancel), ..Control::default() };
    let played = game.duplicate_match(spec, control).map_err(|failed| failed.error)?;
    Ok(json!({
        "game": game.info().name,
        "rules": game.rules(),
        "report": played.report,
        "course": played.course,
        "timing": played.timing,
    }))
}
