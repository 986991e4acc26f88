//! NumPy arrays as slices, without copying.

use crate::errors::value_error;
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::prelude::{Bound, PyResult};

/// Borrows an array in C order to read.
pub(crate) fn input<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    check_order(name, array)?;
    array.try_readonly().map_err(|_| value_error(format_args!("{name} is being written to")))
}

/// Borrows an array in C order to write; fails if it shares memory with an input that is still
/// borrowed.
pub(crate) fn output<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    check_order(name, array)?;
    array.try_readwrite().map_err(|_| {
        value_error(format_args!("{name} is read-only, or shares its memory with the input"))
    })
}

fn check_order<T: Element>(name: &str, array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<()> {
    if array.is_c_contiguous() {
        Ok(())
    } else {
        Err(value_error(format_args!("{name} is not C-contiguous")))
    }
}
