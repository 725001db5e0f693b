//! Imports of modules, with Python's garbage collector called less often.
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyString};

/// A module that has been imported before. In a handler of signals or an exception's hook the frame may be any,
/// also one whose builtins have no `__import__`, which `Python::import()` looks for.
pub fn loaded<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    let key = PyString::new(py, name);
    // SAFETY: a new reference, or NULL with or without an exception.
    let module = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyImport_GetModule(key.as_ptr())) };
    match module.and_then(|module| module.cast_into().ok()) {
        Some(module) => Ok(module),
        None => {
            drop(PyErr::take(py));
            py.import(name)
        }
    }
}

/// The number of new objects that starts a garbage collection. Objects of an import are permanent, and with
/// Python's default of 700 the collector takes a fifth of the time of a large import.
const NEW_OBJECTS: u32 = 100_000;

pub fn import<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    let gc = py.import("gc")?;
    let usual: (u32, u32, u32) = gc.call_method0("get_threshold")?.extract()?;
    let ours = (NEW_OBJECTS, usual.1, usual.2);
    // 0 disables the collector.
    if usual.0 == 0 || usual.0 >= NEW_OBJECTS {
        return py.import(name);
    }
    gc.call_method1("set_threshold", ours)?;
    let module = py.import(name);
    // The module may have set its own threshold.
    if gc.call_method0("get_threshold")?.extract::<(u32, u32, u32)>()? == ours {
        gc.call_method1("set_threshold", usual)?;
    }
    module
}
