//! The danger of discards.

use crate::errors::value_error;
use crate::values::to_python;
use crate::view::View;
use facedown_catalog::riichi_view;
use facedown_riichi_analysis::danger::{DangerReport, assess};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};

/// Returns the danger of every discard of a view as a record.
#[pyfunction]
pub(super) fn riichi_danger<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyAny>> {
    let Some((game, riichi)) = riichi_view(view.view()) else {
        let name = view.table_game().info().name;
        return Err(value_error(format_args!("view of {name}: expected a view of riichi")));
    };
    let danger = assess(game, riichi).map_err(value_error)?;
    to_python(py, &serde_json::to_value(DangerReport::new(&danger)).map_err(value_error)?)
}
