//! The caller's arrays as memory to write to, without allocating.
//!
//! `arrays` keeps books on which arrays are borrowed, and that takes a hash map. A step of an
//! environment may not allocate, so its arrays are checked here once for all: each is what it should
//! be, and no two share memory.
#![allow(unsafe_code, reason = "slices of NumPy's memory; each block says why it is sound")]

use crate::errors::value_error;
use numpy::{
    Element, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::PyTypeMethods;
use std::marker::PhantomData;
use std::slice;

/// What an observation's numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Raw counts: `uint8`.
    Raw,
    /// Scaled numbers: `float32`.
    Scaled,
}

impl Form {
    /// The form with this dtype; raw where none is given.
    pub(crate) fn of(py: Python<'_>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(given) = dtype else { return Ok(Self::Raw) };
        let descr = PyArrayDescr::new(py, given)?;
        if descr.is_equiv_to(&self::dtype::<u8>(py)) {
            Ok(Self::Raw)
        } else if descr.is_equiv_to(&self::dtype::<f32>(py)) {
            Ok(Self::Scaled)
        } else {
            Err(value_error(format_args!("dtype is {descr}: expected uint8 or float32")))
        }
    }
}

/// The memory of an array of the caller's, as long as the array is held.
pub(crate) struct Memory<'a, T> {
    name: &'static str,
    start: *mut T,
    len: usize,
    array: PhantomData<&'a PyAny>,
}

impl<'a, T: Element> Memory<'a, T> {
    /// An array to read: of this dtype and shape, in C order.
    pub(crate) fn input(
        name: &'static str,
        object: &'a Bound<'_, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
            return Err(mistyped::<T>(name, object));
        };
        if array.shape() != shape {
            let (given, expected) = (Shape(array.shape()), Shape(shape));
            return Err(value_error(format_args!("{name} has shape {given}: expected {expected}")));
        }
        if !array.is_c_contiguous() || !array.is_aligned() {
            return Err(value_error(format_args!("{name} is not C-contiguous and aligned")));
        }
        Ok(Self { name, start: array.data(), len: array.len(), array: PhantomData })
    }

    /// An array to write to: of this dtype and shape, in C order, and writeable.
    pub(crate) fn output(
        name: &'static str,
        object: &'a Bound<'_, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let memory = Self::input(name, object, shape)?;
        let py = object.py();
        let flags = object.getattr(intern!(py, "flags"))?;
        if !flags.getattr(intern!(py, "writeable"))?.is_truthy()? {
            return Err(value_error(format_args!("{name} is read-only")));
        }
        Ok(memory)
    }
}

impl<'a> Memory<'a, u8> {
    /// An array of flags to write to, which may be of dtype `bool` or `uint8`.
    pub(crate) fn flags(
        name: &'static str,
        object: &'a Bound<'_, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        if object.cast::<PyArrayDyn<u8>>().is_ok() {
            return Self::output(name, object, shape);
        }
        let Memory { name, start, len, array } = Memory::<bool>::output(name, object, shape)?;
        Ok(Self { name, start: start.cast(), len, array })
    }
}

impl<'a, T> Memory<'a, T> {
    /// Where the memory begins and ends.
    pub(crate) fn span(&self) -> Span {
        let start = self.start as usize;
        Span { name: self.name, start, end: start + self.len * size_of::<T>() }
    }

    /// The array's elements, to be read.
    ///
    /// # Safety
    /// Nothing writes to the memory as long as the slice is in use.
    pub(crate) unsafe fn into_shared_slice(self) -> &'a [T] {
        // SAFETY: the array is aligned, contiguous, has `len` elements and is held for 'a; NumPy
        // does not move the memory of an array that others hold. The caller vouches for the rest.
        unsafe { slice::from_raw_parts(self.start, self.len) }
    }

    /// The array's elements, to be written. Flags take 0 and 1 only.
    ///
    /// # Safety
    /// Nothing else reads or writes the memory as long as the slice is in use.
    pub(crate) unsafe fn into_slice(self) -> &'a mut [T] {
        // SAFETY: as above.
        unsafe { slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// Where an array's memory begins and ends.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    name: &'static str,
    start: usize,
    end: usize,
}

/// Refuses arrays that share memory.
pub(crate) fn check_apart(spans: &[Span]) -> PyResult<()> {
    for (i, a) in spans.iter().enumerate() {
        if let Some(b) = spans[..i].iter().find(|b| a.start < b.end && b.start < a.end) {
            return Err(value_error(format_args!("{} and {} share memory", b.name, a.name)));
        }
    }
    Ok(())
}

fn mistyped<T: Element>(name: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match (object.cast::<PyUntypedArray>(), object.get_type().name()) {
        (Ok(array), _) => {
            let (given, expected) = (array.dtype(), dtype::<T>(object.py()));
            value_error(format_args!("{name} has dtype {given}: expected {expected}"))
        }
        (_, Ok(kind)) => {
            PyTypeError::new_err(format!("{name} is a {kind}: expected a NumPy array"))
        }
        (_, Err(error)) => error,
    }
}

/// A shape as Python writes it.
struct Shape<'a>(&'a [usize]);

impl std::fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lengths: Vec<String> = self.0.iter().map(usize::to_string).collect();
        write!(f, "({}{})", lengths.join(", "), if self.0.len() == 1 { "," } else { "" })
    }
}
