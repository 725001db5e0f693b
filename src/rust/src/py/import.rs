//! Imports of modules. `Python::import()` and `PyOnceLock::import()` look for `__import__` in the builtins of the
//! frame that runs and fail where it has none: in `namedtuple()`, for instance, where a signal or the garbage
//! collector may call R. The functions here do not depend on the frame. Compiled code of libraries does.
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use pyo3::{PyTypeCheck, ffi, intern};
use std::ptr::null_mut;

/// Whether compiled code can import modules in the frame that runs.
pub fn is_possible(py: Python<'_>) -> PyResult<bool> {
    // SAFETY: borrowed from the frame or, without a frame, from the interpreter; NULL with an exception.
    let builtins = unsafe { Bound::from_borrowed_ptr_or_err(py, ffi::PyEval_GetBuiltins())? };
    builtins.contains(intern!(py, "__import__"))
}

/// A module.
pub fn import<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let none = null_mut();
    let key = PyString::new(py, name);
    // SAFETY: a name, no globals, no list of names and level 0, which is absolute; a new reference to the first
    // package of the name, or NULL with an exception.
    let package = unsafe {
        let package = ffi::PyImport_ImportModuleLevelObject(key.as_ptr(), none, none, none, 0);
        Bound::from_owned_ptr_or_err(py, package)?
    };
    if !name.contains('.') {
        return Ok(package);
    }
    // SAFETY: a new reference, or NULL with or without an exception.
    let module = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyImport_GetModule(key.as_ptr())) };
    module.ok_or_else(|| {
        PyErr::take(py)
            .unwrap_or_else(|| PyImportError::new_err(format!("no module `{name}` after its import")))
    })
}

/// An object of a module that is looked up once.
pub fn attribute<'a, 'py, T: PyTypeCheck>(
    known: &'a PyOnceLock<Py<T>>,
    py: Python<'py>,
    module: &str,
    name: &str,
) -> PyResult<&'a Bound<'py, T>> {
    let found = || Ok(import(py, module)?.getattr(name)?.cast_into::<T>()?.unbind());
    known.get_or_try_init(py, found).map(|found| found.bind(py))
}

/// The number of new objects that starts a garbage collection. Objects of an import are permanent, and with
/// Python's default of 700 the collector takes a fifth of the time of a large import.
const NEW_OBJECTS: u32 = 100_000;

/// `import()` with Python's garbage collector called less often.
pub fn import_large<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let gc = import(py, "gc")?;
    let usual: (u32, u32, u32) = gc.call_method0("get_threshold")?.extract()?;
    let ours = (NEW_OBJECTS, usual.1, usual.2);
    // 0 disables the collector.
    if usual.0 == 0 || usual.0 >= NEW_OBJECTS {
        return import(py, name);
    }
    gc.call_method1("set_threshold", ours)?;
    let module = import(py, name);
    // The module may have set its own threshold.
    if gc.call_method0("get_threshold")?.extract::<(u32, u32, u32)>()? == ours {
        gc.call_method1("set_threshold", usual)?;
    }
    module
}
