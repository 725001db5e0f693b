//! logical ⇄ `bool`; `NA` → `None`
use crate::error::Result;
use crate::r::Value;
use crate::r::missing::NA_LOGICAL;
use pyo3::{IntoPyObjectExt, prelude::*};

pub fn flag_to_py<'py>(py: Python<'py>, x: i32) -> Result<Bound<'py, PyAny>> {
    let item = Some(x).filter(|&x| x != NA_LOGICAL).map(|x| x != 0);
    Ok(item.into_bound_py_any(py)?)
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(Value::logical(Some(x.extract()?)))
}

/// `None` is `NA`.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::logicals(items.len())?;
    for (to, item) in out.logicals_mut().iter_mut().zip(items) {
        *to = item.extract::<Option<bool>>()?.map_or(NA_LOGICAL, i32::from);
    }
    Ok(out)
}
