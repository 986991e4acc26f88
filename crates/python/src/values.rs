//! Options and records: conversion between JSON and Python values.

use crate::errors::value_error;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::{Borrowed, Bound, FromPyObject, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::{
    PyBool, PyBoolMethods, PyDict, PyDictMethods, PyFloat, PyList, PyListMethods, PyString,
    PyTuple, PyTypeMethods,
};
use serde_json::{Map, Number, Value};

/// A random seed.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match whole_number(&object)? {
            Some(seed) => Ok(Self(seed)),
            None => Err(value_error(format_args!("seed is {}: expected 0 to 2**64 - 1", &*object))),
        }
    }
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
            .map_err(|error| value_error(format_args!("{name}: {}", error.value(key.py()))))?;
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
        (Ok(repr), Ok(kind)) => value_error(format_args!("{repr} ({kind}) has no JSON form")),
        (Err(error), _) | (_, Err(error)) => error,
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
