//! How a caller watches long work: reports on its progress, and an event that ends it.

use crate::errors::{type_error, value_error};
use crate::interruptible::interruptible;
use crate::values::{positive, shown};
use facedown_game::Control;
use pyo3::call::PyCallArgs;
use pyo3::intern;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::{PyBool, PyBoolMethods};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a caller gives beside the work: `progress`, `every` and `cancel`.
pub(crate) struct Watch<'py> {
    progress: Option<Bound<'py, PyAny>>,
    every: Duration,
    is_set: Option<Bound<'py, PyAny>>,
}

impl<'py> Watch<'py> {
    /// Reads the arguments; without `every` reports are as frequent as they usually are.
    pub(crate) fn new(
        progress: Option<&Bound<'py, PyAny>>,
        every: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let every = match every {
            None => Control::<()>::default().every,
            Some(given) => {
                Duration::try_from_secs_f64(positive("every", given)?).map_err(|_| {
                    value_error(format_args!("every is {}: expected fewer seconds", shown(given)))
                })?
            }
        };
        let is_set = cancel.map(is_set_of).transpose()?;
        Ok(Self { progress: progress.cloned(), every, is_set })
    }

    /// Does work that looks at its control, without the GIL. Each report becomes the arguments of
    /// `progress`. Returns the result, and the error that ended the work, if there was one.
    pub(crate) fn run<R: Send, M: Clone + Send, A: PyCallArgs<'py>>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(Control<'_, M>) -> R + Send,
        arguments: impl Fn(M) -> PyResult<A>,
    ) -> (R, Option<PyErr>) {
        let stop = AtomicBool::new(false);
        let (observed, every) = (self.progress.is_some(), self.every);
        interruptible(
            py,
            &stop,
            |sender| {
                // The receiver is gone once the answer is no longer wanted.
                let mut report = |report: &M| drop(sender.send(report.clone()));
                work(Control {
                    cancel: Some(&stop),
                    progress: if observed { Some(&mut report) } else { None },
                    every,
                    ..Control::default()
                })
            },
            |report| {
                if let Some(is_set) = &self.is_set
                    && is_set.call0()?.is_truthy()?
                {
                    return Ok(false);
                }
                let (Some(report), Some(progress)) = (report, &self.progress) else {
                    return Ok(true);
                };
                let verdict = progress.call1(arguments(report)?)?;
                Ok(verdict.cast::<PyBool>().map_or(true, PyBoolMethods::is_true))
            },
        )
    }
}

/// Returns the method `is_set` of an event.
fn is_set_of<'py>(cancel: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let method = cancel.getattr(intern!(cancel.py(), "is_set")).ok();
    method.filter(PyAnyMethods::is_callable).ok_or_else(|| {
        let given = shown(cancel);
        type_error(format_args!("cancel is {given}: expected an event with is_set()"))
    })
}
