//! The Python libraries that the conversions of some classes need.
use crate::error::{Error, Result};
use crate::py::import::import;
use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::prelude::*;

/// A module of the library; `missing` is the message if it is not installed. Any other error of the import is
/// Python's: an interrupt, or what is wrong with the installed library.
pub fn library<'py>(py: Python<'py>, name: &str, missing: &str) -> Result<Bound<'py, PyAny>> {
    import(py, name).map_err(|err| match is_missing(py, &err, name) {
        true => Error::module(missing),
        false => err.into(),
    })
}

/// Whether the module or a package that has it was not found, rather than a module that it imports. The
/// exception of a user's finder may lack the name.
fn is_missing(py: Python<'_>, err: &PyErr, name: &str) -> bool {
    let missing: Option<String> =
        err.value(py).getattr("name").and_then(|name| name.extract()).ok().flatten();
    err.is_instance_of::<PyModuleNotFoundError>(py)
        && missing.is_none_or(|missing| name.starts_with(&missing))
}

pub fn numpy(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    let missing =
        "Arrays are converted by NumPy, which this Python installation lacks: py_install(\"numpy\").";
    library(py, "numpy", missing)
}

pub fn has_numpy(py: Python<'_>) -> Result<bool> {
    match numpy(py) {
        Ok(_) => Ok(true),
        Err(Error::Own { .. }) => Ok(false),
        Err(err) => Err(err),
    }
}

pub fn pandas(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    let missing = "Data frames and factors are converted by pandas, which this Python installation lacks: \
                   py_install(\"pandas\"), or convert as.list(x).";
    library(py, "pandas", missing)
}
