//! Python bytes, with an error if memory allocation fails.
use pyo3::ffi::{Py_ssize_t, PyByteArray_FromStringAndSize, PyBytes_FromObject};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pub fn array<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: bytes and length belong together; a new reference, or NULL with an exception set.
    unsafe {
        let made = PyByteArray_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as Py_ssize_t);
        Bound::from_owned_ptr_or_err(py, made)
    }
}

/// A `bytearray` or similar object as `bytes`, which are immutable.
pub fn fixed<'py>(x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    // SAFETY: a new reference, or NULL with an exception set.
    let bytes = unsafe { Bound::from_owned_ptr_or_err(x.py(), PyBytes_FromObject(x.as_ptr()))? };
    Ok(bytes.cast_into::<PyBytes>()?)
}
