//! Labels of pandas and Arrow: column names, the entries of an index
use crate::convert::character;
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::os::headroom;
use crate::r::Value;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use std::collections::HashSet;

/// A missing label becomes `missing`, or `NA` by default.
pub fn strings_of(labels: &[Option<String>], missing: Option<&str>) -> Result<Value> {
    let mut out = Value::characters(labels.len())?;
    for (i, label) in labels.iter().enumerate() {
        headroom::check(i)?;
        out.set_string(i, label.as_deref().or(missing))?;
    }
    Ok(out)
}

/// The text of each label; for a `MultiIndex`, its parts joined with dots.
pub fn labels(x: &Bound<'_, PyAny>) -> Result<Vec<Option<String>>> {
    if !has_levels(x)? {
        // Times in pandas's format: without the time of day if all are midnights.
        let is_time = kind_of(&x.getattr("dtype")?) == Some('M');
        let shown = if is_time { x.call_method1("astype", ("str",))? } else { x.clone() };
        return labels_of(&shown.call_method0("tolist")?);
    }
    let labels = x.call_method0("tolist")?;
    let pasted = labels.try_iter()?.map(|label| {
        let label = label?;
        let parts = label.try_iter()?.map(|part| character::label(&part?)).collect::<Result<Vec<_>>>()?;
        Ok(Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")))
    });
    let pasted = pasted.try_gather::<_, Error>()?;
    // If joining makes labels equal, as with ("a.b", "c") and ("a", "b.c"), they are formatted as in
    // Python.
    if pasted.iter().collect::<HashSet<_>>().len() == pasted.len() { Ok(pasted) } else { labels_of(&labels) }
}

/// The text of each label in a list.
pub fn labels_of(labels: &Bound<'_, PyAny>) -> Result<Vec<Option<String>>> {
    labels.try_iter()?.map(|item| label(&item?)).try_gather()
}

/// The text of a label; `None` if it is missing.
pub fn label(x: &Bound<'_, PyAny>) -> Result<Option<String>> {
    let is_nan = x.cast::<PyFloat>().is_ok_and(|x| x.value().is_nan());
    match is_nan || matches!(PyKind::of(x).0, PyKind::None | PyKind::Missing) {
        true => Ok(None),
        false => character::label(x).map(Some),
    }
}

/// NumPy's letter for a dtype. Not all of Arrow's types have one.
pub fn kind_of(dtype: &Bound<'_, PyAny>) -> Option<char> {
    dtype.getattr("kind").and_then(|kind| kind.extract()).ok()
}

pub fn has_levels(x: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(x.getattr("nlevels")?.extract::<usize>()? > 1)
}

/// Adds the column to an error message.
pub fn name_column(err: Error, name: Option<&str>, i: usize) -> Error {
    err.within(&format!("Column {} (\"{}\")", i + 1, name.unwrap_or("NA")))
}
