//! Duplicate matches between bots.

use crate::errors::{catalog_error, value_error};
use crate::game::Game;
use crate::nets::guide;
use crate::players::Players;
use crate::threads::own_threads;
use crate::values::{Seed, options, shown, to_python, whole_number};
use crate::watch::Watch;
use facedown_arena::{DuplicateMatch, DuplicateOptions, DuplicateProgress, Estimate, Stop};
use facedown_catalog::{AnyGame, DuplicateSpec, FailedMatch};
use pyo3::prelude::{
    Bound, Py, PyAny, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyfunction,
};
use pyo3::types::PyDict;
use pyo3::wrap_pyfunction;
use serde_json::{Value, json};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(duplicate_match, module)?)
}

/// The record of a match, and what ended it before its time.
type Played<'py> = (Option<Bound<'py, PyAny>>, Option<Py<PyAny>>);

/// Plays a duplicate match. Returns its record, and the error that ended it if one did.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are those of the Python function")]
#[pyo3(signature = (
    game, bots, deals, seed, matches, threads, params, luck, until, against, network, progress, hand
))]
fn duplicate_match<'py>(
    py: Python<'py>,
    game: &Game,
    bots: &Bound<'py, PyAny>,
    deals: &Bound<'py, PyAny>,
    seed: Seed,
    matches: bool,
    threads: Option<&Bound<'py, PyAny>>,
    params: Option<&Bound<'py, PyDict>>,
    luck: Option<&str>,
    until: Option<f64>,
    against: Option<f64>,
    network: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
    hand: Option<&Bound<'py, PyAny>>,
) -> PyResult<Played<'py>> {
    let params = options(params)?;
    let threads = own_threads(threads)?;
    let Some(clusters) = whole_number(deals)?.filter(|deals| *deals > 0) else {
        return Err(value_error(format_args!("deals is {}: expected at least 1", shown(deals))));
    };
    let players = Players::read(&game.0, bots)?;
    let network = network.map(guide).transpose()?;
    let hand = game.place(hand)?;
    let game = game.0.as_ref();
    let bots = &players.players;
    if bots.len() != game.seats() {
        let (given, seats) = (bots.len(), game.seats());
        return Err(value_error(format_args!("{given} bots, expected {seats}: one for each seat")));
    }
    let stop = match (until, against) {
        (None, None) => Stop::Never,
        (Some(width), None) => Stop::Narrow { width },
        (None, Some(margin)) => Stop::Decided { margin },
        (Some(_), Some(_)) => {
            return Err(value_error("until and against are both given: expected one of them"));
        }
    };
    let options = DuplicateOptions { threads, stop, ..DuplicateOptions::new(clusters, seed.0) };
    let luck = luck.filter(|name| *name != "none");
    let params = &params;
    let spec = DuplicateSpec { bots, params, network, matches, hand, luck, options };
    let (played, interrupt) = Watch::new(progress, None, None)?.run(
        py,
        |control| game.duplicate_match(&spec, control),
        |progress: DuplicateProgress| Ok((to_python(py, &shown_progress(&progress))?,)),
    );
    let (played, failed) = match played {
        Ok(played) => (Some(played), None),
        Err(FailedMatch { error, so_far }) => {
            let error = players.caused(py, catalog_error(error));
            (so_far.map(|so_far| *so_far), Some(error))
        }
    };
    let record = played.map(|played| to_python(py, &record(game, &played))).transpose()?;
    let failed = interrupt.or(failed).map(|error: PyErr| error.into_value(py).into_any());
    Ok((record, failed))
}

/// Returns the record that `facedown match --json` prints.
fn record(game: &dyn AnyGame, played: &DuplicateMatch) -> Value {
    json!({
        "game": game.info().name,
        "rules": game.rules(),
        "report": played.report,
        "course": played.course,
        "timing": played.timing,
    })
}

fn shown_progress(progress: &DuplicateProgress) -> Value {
    let difference = progress.difference.as_ref();
    let ends = |estimate: &Estimate| estimate.interval.map(|ends| [ends.low, ends.high]);
    json!({
        "deals": progress.clusters,
        "requested": progress.requested,
        "difference": difference.map(|difference| difference.mean),
        "interval": difference.and_then(ends),
    })
}
