//! Calls of the service: requests and answers as dicts.

use crate::errors::value_error;
use crate::interruptible::interruptible;
use crate::values::{options, to_python};
use facedown_game::Control;
use facedown_service::{Request, Service};
use pyo3::prelude::{
    Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction, wrap_pyfunction,
};
use pyo3::types::PyDict;
use serde_json::json;
use std::sync::atomic::AtomicBool;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(answer, module)?)
}

/// Answers a call of the service, such as `review`.
#[pyfunction]
fn answer<'py>(
    py: Python<'py>,
    call: &str,
    request: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = Request::read_fields(call, options(Some(request))?).map_err(value_error)?;
    let cancel = AtomicBool::new(false);
    let work = |_: &_| {
        let mut control = Control { cancel: Some(&cancel), ..Control::default() };
        Service::local().answer_with(&request, &mut control)
    };
    let (answer, failed) = interruptible(py, &cancel, work, |_: Option<()>| Ok(true));
    match failed {
        Some(error) => Err(error),
        None => to_python(py, &json!(answer.map_err(value_error)?)),
    }
}
