//! raw → `bytearray`; `bytes`, `bytearray` → raw
use super::vector;
use crate::error::Result;
use crate::py::bytes;
use crate::r::{Sexp, Value};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    vector::bytes_to_py(x, bytes::array(py, x.raws())?)
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    match x.cast::<PyByteArray>() {
        Ok(x) => from_bytes(bytes::fixed(x.as_any())?.as_bytes()),
        Err(_) => from_bytes(x.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes()),
    }
}

/// A `Raw`, which stores the R vector.
pub fn stored_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    match vector::original(x)? {
        Some(original) => Ok(original),
        None => to_r(x),
    }
}

fn from_bytes(bytes: &[u8]) -> Result<Value> {
    let mut out = Value::raws(bytes.len())?;
    out.raws_mut().copy_from_slice(bytes);
    Ok(out)
}
