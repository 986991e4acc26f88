//! The caller's NumPy arrays as memory to write to, without allocating.
//!
//! `arrays` uses the borrow checking of the `numpy` crate, which needs a hash map. A step of an
//! environment must not allocate, so its arrays are checked here instead: each has the expected dtype
//! and shape, and no two share memory.
#![allow(unsafe_code, reason = "slices of NumPy's memory; each block says why it is sound")]

use crate::errors::value_error;
use crate::values::shown;
use facedown_game::{Half, ObservationMut};
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

/// The dtype of observations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dtype {
    /// Raw counts: `uint8`.
    U8,
    /// Scaled values in half precision: `float16`.
    F16,
    /// Scaled values: `float32`.
    F32,
}

impl Dtype {
    /// Converts anything that NumPy takes as a dtype.
    pub(crate) fn parse(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        // NumPy would take None for float64.
        if given.is_none() {
            return Err(value_error("dtype is None: expected uint8, float16 or float32"));
        }
        let descr = PyArrayDescr::new(py, given).map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            // NumPy's message has the whole text.
            let given = shown(given);
            PyTypeError::new_err(format!("dtype is {given}: not a data type of NumPy"))
        })?;
        if descr.is_equiv_to(&dtype::<u8>(py)) {
            Ok(Self::U8)
        } else if descr.is_equiv_to(&dtype::<f32>(py)) {
            Ok(Self::F32)
        } else if descr.is_equiv_to(&PyArrayDescr::new(py, "float16")?) {
            Ok(Self::F16)
        } else {
            let given = shown(&descr);
            Err(value_error(format_args!("dtype is {given}: expected uint8, float16 or float32")))
        }
    }
}

/// The memory of an array, which is held for `'a`.
pub(crate) struct Memory<'a, T> {
    name: &'static str,
    start: *mut T,
    len: usize,
    array: PhantomData<&'a PyAny>,
}

impl<'a, T: Element> Memory<'a, T> {
    /// Checks an array to read: dtype, shape and C order.
    pub(crate) fn input(
        name: &'static str,
        object: &'a Bound<'_, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
            return Err(type_error::<T>(name, object));
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

    /// Checks an array to write: dtype, shape, C order, and that it is writeable.
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
    /// Checks an array of flags to write, of dtype `bool` or `uint8`.
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
    /// Returns the address range.
    pub(crate) fn span(&self) -> Span {
        let start = self.start as usize;
        Span { name: self.name, start, end: start + self.len * size_of::<T>() }
    }

    /// Returns the elements, to be read.
    ///
    /// # Safety
    /// Nothing writes to the memory as long as the slice is in use.
    pub(crate) unsafe fn into_shared_slice(self) -> &'a [T] {
        // SAFETY: the array is aligned, contiguous, has `len` elements and is held for 'a; NumPy
        // does not move the memory of an array that others hold. The caller vouches for the rest.
        unsafe { slice::from_raw_parts(self.start, self.len) }
    }

    /// Returns the elements, to be written. Flags take 0 and 1 only.
    ///
    /// # Safety
    /// Nothing else reads or writes the memory as long as the slice is in use.
    pub(crate) unsafe fn into_slice(self) -> &'a mut [T] {
        // SAFETY: as above.
        unsafe { slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// The memory of an array of observations. The package passes `float16` arrays as `uint16`.
pub(crate) enum ObservationMemory<'a> {
    U8(Memory<'a, u8>),
    F16(Memory<'a, u16>),
    F32(Memory<'a, f32>),
}

impl<'a> ObservationMemory<'a> {
    /// Checks an array to write.
    pub(crate) fn output(
        name: &'static str,
        object: &'a Bound<'_, PyAny>,
        shape: &[usize],
        dtype: Dtype,
    ) -> PyResult<Self> {
        Ok(match dtype {
            Dtype::U8 => Self::U8(Memory::output(name, object, shape)?),
            Dtype::F16 => Self::F16(Memory::output(name, object, shape)?),
            Dtype::F32 => Self::F32(Memory::output(name, object, shape)?),
        })
    }

    /// Returns the address range.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::U8(memory) => memory.span(),
            Self::F16(memory) => memory.span(),
            Self::F32(memory) => memory.span(),
        }
    }

    /// Returns the elements, to be written.
    ///
    /// # Safety
    /// Nothing else reads or writes the memory as long as the slice is in use.
    pub(crate) unsafe fn into_slice(self) -> ObservationMut<'a> {
        // SAFETY: the caller vouches for it. A `Half` is nothing but its 16 bits, all of which it
        // allows.
        unsafe {
            match self {
                Self::U8(memory) => ObservationMut::U8(memory.into_slice()),
                Self::F16(Memory { name, start, len, array }) => {
                    let memory = Memory::<Half> { name, start: start.cast(), len, array };
                    ObservationMut::F16(memory.into_slice())
                }
                Self::F32(memory) => ObservationMut::F32(memory.into_slice()),
            }
        }
    }
}

/// The address range of an array.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    name: &'static str,
    start: usize,
    end: usize,
}

impl Span {
    /// The range of an array that is not there, which shares no memory.
    pub(crate) const NOWHERE: Self = Self { name: "", start: 0, end: 0 };
}

/// Rejects arrays that share memory.
pub(crate) fn check_disjoint(spans: &[Span]) -> PyResult<()> {
    for (i, a) in spans.iter().enumerate() {
        if let Some(b) = spans[..i].iter().find(|b| a.start < b.end && b.start < a.end) {
            return Err(value_error(format_args!("{} and {} share memory", b.name, a.name)));
        }
    }
    Ok(())
}

fn type_error<T: Element>(name: &str, object: &Bound<'_, PyAny>) -> PyErr {
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

/// Displays a shape as Python does.
struct Shape<'a>(&'a [usize]);

impl std::fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lengths: Vec<String> = self.0.iter().map(usize::to_string).collect();
        write!(f, "({}{})", lengths.join(", "), if self.0.len() == 1 { "," } else { "" })
    }
}
