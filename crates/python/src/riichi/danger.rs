//! The danger of discards.

use crate::errors::value_error;
use crate::values::to_python;
use crate::view::View;
use facedown_service::calls::riichi::DangerAnswer;
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};
use serde_json::json;

/// Returns the danger of every discard of a view as a record.
#[pyfunction]
pub(super) fn riichi_danger<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyAny>> {
    let danger = DangerAnswer::of_view(view.view());
    to_python(py, &json!(danger.map_err(|error| value_error(error.message))?))
}
