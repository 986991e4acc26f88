//! How many threads a batch may use.

use crate::errors::value_error;
use crate::values::index;
use pyo3::prelude::{Bound, PyAny, PyResult, pyfunction};
use std::sync::atomic::{AtomicBool, Ordering};

/// A process made by `fork` has no threads but the one that forked, while the pool still counts on
/// those it had. Work given to it would wait forever, so such a process works alone.
static FORKED: AtomicBool = AtomicBool::new(false);

/// What the package registers to run in a process made by `fork`.
#[pyfunction]
pub(crate) fn after_fork() {
    FORKED.store(true, Ordering::Relaxed);
}

/// The bound that the kernel is given where a user gave none.
pub(crate) fn default_threads() -> Option<usize> {
    FORKED.load(Ordering::Relaxed).then_some(1)
}

/// The bound that the kernel is given for what a user asked for.
pub(crate) fn threads(asked: Option<isize>) -> PyResult<Option<usize>> {
    match asked {
        Some(n) if n < 1 => Err(value_error(format_args!("threads is {n}: expected at least 1"))),
        asked => Ok(default_threads().or(asked.map(isize::unsigned_abs))),
    }
}

/// The number of threads for work that starts its own; 0 means one on each core. A process made by
/// `fork` can start threads like any other.
pub(crate) fn own_threads(asked: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(asked) = asked else { return Ok(0) };
    index(asked)?
        .filter(|threads| *threads > 0)
        .ok_or_else(|| value_error(format_args!("threads is {asked}: expected at least 1")))
}
