//! raw → `bytearray`; `bytes`, `bytearray` → raw
use crate::error::Result;
use crate::ffi::{Sexp, Value};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    Ok(PyByteArray::new(py, x.raws()).into_any())
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    match x.cast::<PyByteArray>() {
        Ok(x) => from_bytes(&x.to_vec()),
        Err(_) => from_bytes(x.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes()),
    }
}

fn from_bytes(bytes: &[u8]) -> Result<Value> {
    let mut out = Value::raws(bytes.len())?;
    out.raws_mut().copy_from_slice(bytes);
    Ok(out)
}
