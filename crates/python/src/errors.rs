//! Errors of the core as Python's, and the words for where in an array something is.

use facedown_catalog::CatalogError;
use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyValueError};
use std::fmt::Display;

/// A value that a user gave is not what it should be.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A number that a user gave is none of those that there are.
pub(crate) fn index_error(error: impl Display) -> PyErr {
    PyIndexError::new_err(error.to_string())
}

/// What a user got wrong with a game.
pub(crate) fn catalog_error(error: CatalogError) -> PyErr {
    match error {
        CatalogError::NoAction { .. } | CatalogError::Seat { .. } => index_error(error),
        _ => value_error(error),
    }
}

/// How a user writes the element at a flat index of an array: `hands[3, 0]`.
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
