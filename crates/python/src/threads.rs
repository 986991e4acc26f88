//! The number of threads of a batch.

use crate::errors::value_error;
use crate::values::{index, shown};
use facedown_game::MAX_THREADS;
use pyo3::prelude::{Bound, PyAny, PyResult, pyfunction};
use std::sync::atomic::{AtomicBool, Ordering};

/// A forked process has only the thread that forked, while the pool still counts on those it had.
/// Work submitted to it would wait forever, so such a process works on one thread.
static FORKED: AtomicBool = AtomicBool::new(false);

/// Runs in a forked process; the package registers it.
#[pyfunction]
pub(crate) fn after_fork() {
    FORKED.store(true, Ordering::Relaxed);
}

/// Returns the limit for the kernel if the user gave none.
pub(crate) fn default_threads() -> Option<usize> {
    FORKED.load(Ordering::Relaxed).then_some(1)
}

/// Returns the limit for the kernel, of the user's option.
pub(crate) fn threads(asked: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let threads = own_threads(asked)?;
    Ok(default_threads().or((threads > 0).then_some(threads)))
}

/// Returns the number of threads for work that starts its own; 0 for one per core. A forked process
/// can start threads like any other.
pub(crate) fn own_threads(asked: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(asked) = asked else { return Ok(0) };
    match index(asked)?.filter(|threads| *threads > 0) {
        Some(threads) if threads > MAX_THREADS => Err(value_error(format_args!(
            "threads is {}: expected at most {MAX_THREADS}",
            shown(asked)
        ))),
        Some(threads) => Ok(threads),
        None => Err(value_error(format_args!("threads is {}: expected at least 1", shown(asked)))),
    }
}
