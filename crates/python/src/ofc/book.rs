//! Opening books.

use crate::errors::{file_error, value_error};
use crate::values::to_python;
use facedown_cards::parse_pack;
use facedown_game::{excerpt, path_excerpt};
use facedown_ofc_solver::book::{Book, BookError};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyclass, pymethods};
use std::path::PathBuf;

/// A book in memory, used by `facedown.ofc.Book`.
#[pyclass(frozen, module = "facedown._native")]
pub(crate) struct OfcBook {
    book: Book,
}

#[pymethods]
impl OfcBook {
    #[new]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let book = match path {
            None => Book::shipped().map_err(value_error)?,
            Some(path) => {
                // A file that cannot be opened raises Python's own error.
                Book::open(&path).map_err(|error| match error {
                    BookError::File(error) => file_error(&path, &error),
                    error => value_error(format_args!("'{}': {error}", path_excerpt(&path))),
                })?
            }
        };
        Ok(Self { book })
    }

    fn lookup<'py>(&self, py: Python<'py>, cards: &str) -> PyResult<Bound<'py, PyAny>> {
        let named = |error: &dyn std::fmt::Display| {
            value_error(format_args!("'{cards}': {error}", cards = excerpt(cards)))
        };
        let five = parse_pack(cards).map_err(|error| named(&error))?;
        let found = self.book.look_up(&five).map_err(|error| named(&error))?;
        to_python(py, &serde_json::to_value(&found).map_err(value_error)?)
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_value(self.book.info()).map_err(value_error)?)
    }
}
