//! Calls from R with a Python frame as the caller (inst/python/rkeras/bridge/caller.py).
use super::import::{attribute, import};
use pyo3::exceptions::{PyBaseException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

const MODULE: &str = "rkeras.bridge.caller";

/// `callable(*args, **kwargs)`
pub fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    static CALL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static CALL_NAMED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = callable.py();
    match kwargs {
        None => attribute(&CALL, py, MODULE, "call")?.call1((callable, args)),
        Some(kwargs) => attribute(&CALL_NAMED, py, MODULE, "call_named")?.call1((callable, args, kwargs)),
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
    let found = import(py, MODULE)?.call_method1("completed", given)?;
    Ok(found.cast_into().ok())
}

/// Removes this package's frames from the traceback of an exception before R gets it.
pub fn hide_frames(exception: &Bound<'_, PyBaseException>) -> PyResult<()> {
    let name = intern!(exception.py(), "__traceback__");
    let traceback = exception.getattr(name)?;
    let caller = import(exception.py(), MODULE)?;
    exception.setattr(name, caller.call_method1("without_callers", (traceback,))?)
}
