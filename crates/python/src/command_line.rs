//! The command line, for `python -m facedown`.

use pyo3::prelude::{
    Bound, PyModule, PyModuleMethods, PyResult, Python, pyfunction, wrap_pyfunction,
};
use std::ffi::OsString;
use std::io::Write;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(command_line, module)?)
}

/// Runs the command line with these arguments, the program's name first, and returns its exit status.
#[pyfunction]
fn command_line(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let status = facedown_cli::run(arguments);
        // A library has no end of its own at which the stream would be flushed.
        let _ = std::io::stdout().flush();
        status
    })
}
