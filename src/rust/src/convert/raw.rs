//! raw → `bytearray`; `bytes`, `bytearray`, `memoryview` → raw
use super::{Options, array, vector};
use crate::error::Result;
use crate::object::py_in_r;
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

/// A `memoryview` of bytes becomes raw, of numbers an array, and of other types a reference.
pub fn view_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let format: String = x.getattr("format")?.extract()?;
    let is_bytes = matches!(format.as_str(), "B" | "b" | "c") && x.getattr("ndim")?.extract::<usize>()? == 1;
    if is_bytes {
        let bytes = x.call_method0("tobytes")?;
        return to_r(&bytes);
    }
    match array::numpy(x.py())?.call_method1("asarray", (x,)) {
        Ok(array) => array::to_r(&array, options),
        Err(_) => py_in_r::new(x.clone(), options.convert),
    }
}

fn from_bytes(bytes: &[u8]) -> Result<Value> {
    let mut out = Value::raws(bytes.len())?;
    out.raws_mut().copy_from_slice(bytes);
    Ok(out)
}
