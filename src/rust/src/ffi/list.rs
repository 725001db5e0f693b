//! A Python list whose length is known, filled in place.
use crate::error::Result;
use pyo3::ffi::{Py_ssize_t, PyList_New, PyList_SetItem};
use pyo3::prelude::*;

/// Items that run no Python code while they are made (numbers, strings): nobody may see the list before
/// it is full.
pub fn of<'py>(
    py: Python<'py>,
    n: usize,
    mut item: impl FnMut(usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    // SAFETY: a new reference, or NULL with an exception set; the interpreter is attached.
    let list = unsafe { Bound::from_owned_ptr_or_err(py, PyList_New(n as Py_ssize_t))? };
    for i in 0..n {
        let item = item(i)?;
        // SAFETY: a list of ours with `n` empty places; it takes the reference over. Where an item
        // fails, the list is dropped with the others empty, which Python allows for.
        unsafe { PyList_SetItem(list.as_ptr(), i as Py_ssize_t, item.into_ptr()) };
    }
    Ok(list)
}
