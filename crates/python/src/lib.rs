//! The native half of the Python package `facedown`: module `facedown._native`.
//!
//! Functions here are private to the package: users call `facedown.gin` and its neighbours, which
//! check types and shapes and name results. The classes of games are public. Bad input raises
//! `ValueError` or `IndexError`, and batches run without the GIL.
#![allow(clippy::needless_pass_by_value, reason = "Python's arguments are extracted by value")]

mod arrays;
mod interruptible;
mod bot;
mod buffers;
mod cards;
mod command_line;
mod deals;
mod match_;
mod errors;
mod game;
mod gin;
mod hands;
mod matches;
mod nets;
mod ofc;
mod players;
mod openspiel;
mod riichi;
mod advise;
mod service;
mod state;
mod threads;
mod tricks;
mod values;
mod vec_env;
mod view;
mod watch;
mod xla;

use numpy::PyArray1;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule, wrap_pyfunction};

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The crate numpy looks NumPy's functions up in the first call that needs them, and panics where a
    // signal interrupts it: better now than in the middle of long work.
    module.py().import("numpy")?;
    drop(PyArray1::<u8>::zeros(module.py(), 0, false));
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    cards::register(module)?;
    command_line::register(module)?;
    gin::register(module)?;
    deals::register(module)?;
    ofc::register(module)?;
    openspiel::register(module)?;
    riichi::register(module)?;
    game::register(module)?;
    match_::register(module)?;
    advise::register(module)?;
    service::register(module)?;
    tricks::register(module)?;
    nets::register(module)?;
    vec_env::register(module)?;
    module.add_function(wrap_pyfunction!(threads::after_fork, module)?)?;
    module.add_function(wrap_pyfunction!(xla::pure_env, module)?)?;
    module.add_function(wrap_pyfunction!(xla::xla_handlers, module)?)
}
