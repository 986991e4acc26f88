//! Options and records: conversion between JSON and Python values.

use crate::errors::value_error;
use facedown_game::excerpt;
use facedown_service::about;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::{Borrowed, Bound, FromPyObject, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::{
    PyBool, PyBoolMethods, PyDict, PyDictMethods, PyFloat, PyInt, PyList, PyListMethods, PyString,
    PyStringMethods, PyTuple, PyTypeMethods,
};
use serde_json::{Map, Number, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// A random seed.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(seed) = whole_number(&object)? {
            Ok(Self(seed))
        } else {
            let given = shown(&object);
            Err(value_error(format_args!("seed is {given}: expected 0 to 2**64 - 1")))
        }
    }
}

/// An integer argument of any size, whose range is checked where its name is known.
///
/// Rust's own integers would raise an `OverflowError` that names neither the argument nor its value.
pub(crate) struct Integer<'py> {
    number: Option<i64>,
    object: Bound<'py, PyAny>,
}

impl<'py> FromPyObject<'_, 'py> for Integer<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let number = match object.extract::<i64>() {
            Ok(number) => Some(number),
            Err(error) if PyErr::is_instance_of::<PyOverflowError>(&error, object.py()) => None,
            Err(error) => return Err(error),
        };
        Ok(Self { number, object: object.to_owned() })
    }
}

impl Integer<'_> {
    /// Returns the number, if it is within a range.
    pub(crate) fn in_range<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Option<T> {
        self.number
            .filter(|number| range.contains(number))
            .and_then(|number| number.try_into().ok())
    }

    /// Returns the number of the argument with this name; outside its range it is a `ValueError`.
    pub(crate) fn within<T: TryFrom<i64>>(
        &self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> PyResult<T> {
        let (least, most) = (*range.start(), *range.end());
        self.in_range(range).ok_or_else(|| {
            value_error(format_args!("{name} is {self}: expected {least} to {most}"))
        })
    }

    /// Returns the index below `count`, if it is one.
    pub(crate) fn below(&self, count: usize) -> Option<usize> {
        self.in_range(0..=i64::MAX).filter(|number| *number < count)
    }
}

impl fmt::Display for Integer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.object))
    }
}

/// Returns the beginning of an object's text.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    match (object.str(), object.get_type().name()) {
        (Ok(text), _) => excerpt(&text.to_string_lossy()).to_string(),
        // Python writes no integers of more than 4,300 digits.
        (Err(_), Ok(kind)) => format!("<{kind}>"),
        (Err(_), Err(_)) => "<?>".to_owned(),
    }
}

/// Extracts the number of an argument.
pub(crate) fn real(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    match given.extract() {
        Err(error) if PyErr::is_instance_of::<PyOverflowError>(&error, given.py()) => {
            let given = shown(given);
            Err(value_error(format_args!("{name} is {given}: expected a number of float64")))
        }
        number => number,
    }
}

/// Extracts a number above 0.
pub(crate) fn positive(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = real(name, given)?;
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    Err(value_error(format_args!("{name} is {}: expected a number above 0", shown(given))))
}

/// Extracts an integer; `None` if it is negative or too large. Anything else is a `TypeError`.
pub(crate) fn whole_number(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    match object.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Extracts an index; `None` if it is negative or too large.
pub(crate) fn index(object: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    Ok(whole_number(object)?.and_then(|number| usize::try_from(number).ok()))
}

/// The greatest depth of nested options; a dict can contain itself.
const DEPTH: usize = 16;

/// Converts a record from Python.
pub(crate) fn to_record(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    from_python(value, DEPTH)
}

/// Converts options by name.
pub(crate) fn options(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    dict.map_or_else(|| Ok(Map::new()), |dict| object(dict, DEPTH))
}

fn object(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    let mut fields = Map::new();
    for (key, value) in dict.iter() {
        let Ok(name) = key.extract::<String>() else {
            return Err(value_error(format_args!("option {}: expected a name", key.repr()?)));
        };
        let value = from_python(&value, depth)
            .map_err(|error| value_error(about(&name, &error.value(key.py()).to_string())))?;
        fields.insert(name, value);
    }
    Ok(fields)
}

fn from_python(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Err(value_error(format_args!("more than {DEPTH} levels of options")));
    };
    if value.is_none() {
        return Ok(Value::Null);
    }
    // A bool is an int too, so it comes first.
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return object(dict, deeper).map(Value::Object);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| from_python(&item?, deeper));
        return items.collect::<PyResult<_>>().map(Value::Array);
    }
    let number = if let Ok(number) = value.cast::<PyFloat>() {
        Number::from_f64(number.extract()?)
    } else if let Ok(number) = value.extract::<i64>() {
        Some(Number::from(number))
    } else {
        value.extract::<u64>().ok().map(Number::from)
    };
    number.map(Value::Number).ok_or_else(|| match (value.repr(), value.get_type().name()) {
        _ if value.is_instance_of::<PyFloat>() => {
            value_error(format_args!("{}, expected a finite number", shown(value)))
        }
        _ if value.is_instance_of::<PyInt>() => {
            let expected = "expected a whole number of 64 bits";
            value_error(format_args!("{}, {expected}", shown(value)))
        }
        (Ok(repr), Ok(kind)) => {
            let repr = repr.to_string_lossy();
            value_error(format_args!("{} ({kind}) has no JSON form", excerpt(&repr)))
        }
        (Err(_), Ok(kind)) => value_error(format_args!("<{kind}> has no JSON form")),
        (_, Err(error)) => error,
    })
}

/// Converts a record to dicts, lists, texts and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (_, Some(number)) => number.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
