//! numeric_version, package_version ⇄ `rkeras.version.Version`, a tuple that compares like
//! `sys.version_info`
use super::vector;
use crate::error::{Error, Result};
use crate::py::modules;
use crate::r::{Sexp, Type, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let version = modules::VERSION.get(py)?;
    let classes = PyTuple::new(py, x.classes())?;
    vector::to_py(py, x, |py, x, i| match x.elt(i) {
        // R's NA has no parts.
        parts if parts.len() == 0 => Ok(py.None().into_bound(py)),
        parts if parts.kind() == Type::Integer => Ok(version.call1((parts.integers(), &classes))?),
        _ => Err(Error::convert(format!("Element {} of the version is not made of integers.", i + 1))),
    })
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    many_to_r(std::slice::from_ref(x))
}

/// `None` is `NA`. If the classes differ, the result is a plain numeric_version.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::list(items.len())?;
    let mut found: Option<Vec<String>> = None;
    for (i, item) in items.iter().enumerate() {
        let parts: Vec<i32> = if item.is_none() { vec![] } else { item.extract()? };
        out.set_elt(i, &Value::integers_from(parts.into_iter())?);
        if !item.is_none() {
            let classes: Vec<String> = item.getattr("classes")?.extract()?;
            found = match found {
                Some(found) if found != classes => Some(vec!["numeric_version".to_owned()]),
                _ => Some(classes),
            };
        }
    }
    out.set_attr(c"class", &Value::strings(&found.unwrap_or_default())?)?;
    Ok(out)
}
