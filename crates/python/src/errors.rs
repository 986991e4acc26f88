//! Conversion of the core's errors to Python exceptions.

use facedown_catalog::CatalogError;
use facedown_game::{brief, path_excerpt};
use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use std::fmt::Display;
use std::io;
use std::path::Path;

/// Makes a `ValueError`: an invalid value.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(brief(&error.to_string()).into_owned())
}

/// Makes an `IndexError`: an id out of range.
pub(crate) fn index_error(error: impl Display) -> PyErr {
    PyIndexError::new_err(brief(&error.to_string()).into_owned())
}

/// Makes a `TypeError`: a value of another type.
pub(crate) fn type_error(error: impl Display) -> PyErr {
    PyTypeError::new_err(brief(&error.to_string()).into_owned())
}

/// Converts an error of a file, which it names; Python has a class for each kind.
pub(crate) fn file_error(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("'{}': {error}", path_excerpt(path))).into()
}

/// Converts an error of the catalog.
pub(crate) fn catalog_error(error: CatalogError) -> PyErr {
    match error {
        CatalogError::NoAction { .. } | CatalogError::Seat { .. } => index_error(error),
        _ => value_error(error),
    }
}

/// Writes the element at a flat index of an array as Python does: `hands[3, 0]`.
pub(crate) fn place(name: &str, mut index: usize, shape: &[usize]) -> String {
    if shape.is_empty() {
        return name.to_owned();
    }
    let mut coordinates = vec![String::new(); shape.len()];
    for (coordinate, &length) in coordinates.iter_mut().zip(shape).rev() {
        *coordinate = (index % length).to_string();
        index /= length;
    }
    format!("{name}[{}]", coordinates.join(", "))
}
