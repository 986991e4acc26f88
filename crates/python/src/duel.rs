//! Bots against bots.

use crate::errors::{catalog_error, value_error};
use crate::game::Game;
use crate::threads::own_threads;
use crate::values::{Seed, to_python, whole_number};
use facedown_arena::DuelOptions;
use facedown_catalog::{AnyGame, DuelSpec};
use pyo3::prelude::{Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction};
use pyo3::wrap_pyfunction;
use serde_json::{Value, json};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(duel, module)?)
}

/// How long Ctrl-C may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

#[allow(clippy::needless_pass_by_value, reason = "names are taken out of a list of Python's")]
#[pyfunction]
#[pyo3(signature = (game, bots, deals, seed, matches, threads=None))]
fn duel<'py>(
    py: Python<'py>,
    game: &Game,
    bots: Vec<String>,
    deals: &Bound<'py, PyAny>,
    seed: Seed,
    matches: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = own_threads(threads)?;
    let Some(clusters) = whole_number(deals)?.filter(|deals| *deals > 0) else {
        return Err(value_error(format_args!("deals is {deals}: expected at least 1")));
    };
    let game = game.0.as_ref();
    if bots.len() != game.seats() {
        let (given, seats) = (bots.len(), game.seats());
        return Err(value_error(format_args!("{given} bots, expected {seats}: one for each seat")));
    }
    let cancel = AtomicBool::new(false);
    let options =
        DuelOptions { threads, cancel: Some(&cancel), ..DuelOptions::new(clusters, seed.0) };
    let spec = DuelSpec { bots: &bots, matches, options };
    interruptible(py, &cancel, || play(game, &spec))?
        .map_err(catalog_error)
        .and_then(|record| to_python(py, &record))
}

/// The same record as `facedown match --json`.
fn play(game: &dyn AnyGame, spec: &DuelSpec<'_>) -> Result<Value, facedown_catalog::CatalogError> {
    let duel = game.duel(spec)?;
    Ok(json!({
        "game": game.info().name,
        "rules": game.rules(),
        "report": duel.report,
        "timing": duel.timing,
    }))
}

/// Does work without the interpreter's lock, and asks it to stop when Python was interrupted.
fn interruptible<R: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    std::thread::scope(|scope| {
        // Nothing is sent: the channel closes when the work has ended, however it ended.
        let (open, closed) = channel::<()>();
        let closed = Mutex::new(closed);
        let has_ended = || {
            let closed = closed.lock().expect("only this thread has the receiver");
            closed.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected)
        };
        let worker = scope.spawn(move || {
            let _open = open;
            work()
        });
        let mut interrupt = Ok(());
        while !py.detach(has_ended) {
            if interrupt.is_ok() {
                interrupt = py.check_signals();
                cancel.store(interrupt.is_err(), Ordering::Relaxed);
            }
        }
        let result = worker.join();
        interrupt?;
        Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
