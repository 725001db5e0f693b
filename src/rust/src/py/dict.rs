//! Python dicts: iteration without a copy, and creation with a given capacity.
use crate::error::Result;
use crate::os::symbol::lookup;
use pyo3::ffi::{Py_ssize_t, PyDict_Next, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::OnceLock;

type NewPresized = extern "C" fn(Py_ssize_t) -> *mut PyObject;

/// An empty dict with capacity for `n` pairs, if this Python has the function.
pub fn with_room(py: Python<'_>, n: usize) -> Bound<'_, PyDict> {
    static NEW: OnceLock<Option<NewPresized>> = OnceLock::new();
    // SAFETY: the signature is the same in CPython 3.10 to 3.14, which alone are looked at.
    let new = NEW.get_or_init(|| unsafe { lookup(c"_PyDict_NewPresized").map(|f| std::mem::transmute(f)) });
    // SAFETY: a new reference to a dict, or NULL with an exception set.
    let made = new.and_then(|new| unsafe {
        Bound::from_owned_ptr_or_err(py, new(n as Py_ssize_t)).ok()?.cast_into::<PyDict>().ok()
    });
    made.unwrap_or_else(|| PyDict::new(py))
}

/// Calls `f` with each pair and its position. The pair is owned during the call, because `f` may modify the
/// dict (R may collect garbage and run finalizers). Returns false if the dict then has fewer or more than
/// `n` pairs.
pub fn walk<'py>(
    dict: &Bound<'py, PyDict>,
    n: usize,
    mut f: impl FnMut(usize, Bound<'py, PyAny>, Bound<'py, PyAny>) -> Result<()>,
) -> Result<bool> {
    let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
    let mut i = 0;
    // SAFETY: a dict; Python checks the position against what the dict holds now. The references are
    // borrowed, and owned before anything else happens.
    while i < n && unsafe { PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) } != 0 {
        // SAFETY: as above.
        let owned = |x| unsafe { Bound::from_borrowed_ptr(dict.py(), x) };
        f(i, owned(key), owned(value))?;
        i += 1;
    }
    Ok(i == n && dict.len() == n)
}
