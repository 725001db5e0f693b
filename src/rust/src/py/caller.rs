//! Calls from R with a Python frame as the caller (inst/python/rkeras/bridge/caller.py).
use super::modules;
use pyo3::exceptions::{PyBaseException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// `callable(*args, **kwargs)`
pub fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = callable.py();
    match kwargs {
        None => modules::CALL.get(py)?.call1((callable, args)),
        Some(kwargs) => modules::CALL_NAMED.get(py)?.call1((callable, args, kwargs)),
    }
}

/// The keyword arguments with abbreviated names completed, if `err` says that Python did not know one of
/// them.
pub fn completed<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: &Bound<'py, PyDict>,
    err: &PyErr,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let py = callable.py();
    if !err.is_instance_of::<PyTypeError>(py) {
        return Ok(None);
    }
    let given = (callable, args, kwargs, err.value(py), err.traceback(py));
    let found = modules::COMPLETED.get(py)?.call1(given)?;
    Ok(found.cast_into().ok())
}

/// Removes this package's frames from the traceback of an exception before R gets it.
pub fn hide_frames(exception: &Bound<'_, PyBaseException>) -> PyResult<()> {
    let name = intern!(exception.py(), "__traceback__");
    let traceback = exception.getattr(name)?;
    let without_callers = modules::WITHOUT_CALLERS.get(exception.py())?;
    exception.setattr(name, without_callers.call1((traceback,))?)
}
