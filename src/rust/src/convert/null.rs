//! `NULL` ⇄ `None`
use crate::error::Result;
use crate::r::Value;
use pyo3::prelude::*;

pub fn to_py(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    Ok(py.None().into_bound(py))
}

pub fn to_r() -> Result<Value> {
    Ok(Value::null())
}
