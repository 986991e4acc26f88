//! Conversion of the core's errors to Python exceptions.

use facedown_catalog::CatalogError;
use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyValueError};
use std::fmt::Display;

/// Makes a `ValueError`: an invalid value.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Makes an `IndexError`: an id out of range.
pub(crate) fn index_error(error: impl Display) -> PyErr {
    PyIndexError::new_err(error.to_string())
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
