//! `pandas.Index` → vector or, for a MultiIndex, data frame; R's row names ⇄ the index of a frame
//!
//! The index becomes row names if its labels are unique and it is not the default index from 0. The labels
//! of a MultiIndex are joined with dots. An index with duplicates is dropped with a warning, as in
//! reticulate: `reset_index()` converts it to columns.
use crate::convert::{Options, array, character, column, frame, strings};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::os::headroom;
use crate::os::memory;
use crate::py::import::import;
use crate::py::interpreter;
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Type, Value, r_code};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use std::collections::HashSet;

/// The kind of a frame's row names, if its index does not determine it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RowNames {
    Integer,
    Character,
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match has_levels(x)? {
        true => frame::to_r(&x.call_method1("to_frame", (false,))?, options),
        false => column::to_r(x, options),
    }
}

/// `None` for R's automatic row names, which correspond to pandas's default index.
pub fn row_names_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let none = || py.None().into_bound(py);
    let Some(names) = x.attr(c"row.names").map(Sexp::to_value) else { return Ok(none()) };
    let names = names.as_sexp();
    match names.kind() {
        Type::Character => strings::to_py(py, names),
        Type::Integer if !is_count(names.integers(), 1) => {
            Ok(array::owned(py, memory::copied(names.integers())?)?)
        }
        // Without columns, only the index determines the number of rows.
        _ if x.len() == 0 => Ok(import(py, "builtins")?.call_method1("range", (names.len(),))?),
        _ => Ok(none()),
    }
}

/// The row names of a frame with the index `x`. The kind that is `noted` applies unless pandas created a
/// new index, which would be the default one.
pub fn row_names_to_r(x: &Bound<'_, PyAny>, noted: Option<RowNames>) -> Result<Value> {
    let n = x.len()?;
    match noted.filter(|_| !x.hasattr("start").unwrap_or(true)) {
        Some(RowNames::Character) if n == 0 => return Ok(Value::characters(0)?),
        Some(RowNames::Integer) if n > 0 => {
            let names = column::to_r(x, Options::new())?;
            if names.as_sexp().kind() == Type::Integer && is_count(names.as_sexp().integers(), 0) {
                return Ok(names);
            }
        }
        _ => (),
    }
    let Some(names) = names(x, Some("NA"))? else { return automatic_row_names(n) };
    let all_differ = match names.as_sexp().kind() {
        Type::Integer => x.getattr("is_unique")?.extract()?,
        _ => strings::all_differ(names.as_sexp()),
    };
    if all_differ {
        return Ok(names);
    }
    interpreter::detached(x.py(), || r_code::call(c"warn_of_dropped_index", &[names.as_sexp()]))?;
    automatic_row_names(n)
}

impl RowNames {
    /// The kind of a data frame's row names, if it must be noted.
    pub fn to_note(x: Sexp<'_>) -> Option<Self> {
        let names = x.attr(c"row.names")?;
        match names.kind() {
            Type::Character if names.len() == 0 => Some(Self::Character),
            Type::Integer if names.len() > 0 && is_count(names.integers(), 0) => Some(Self::Integer),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Character => "character",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Integer, Self::Character].into_iter().find(|kind| kind.name() == name)
    }
}

/// The index as the names of a vector.
pub fn names_to_r(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let Some(names) = names(x, None)? else { return Ok(None) };
    match names.as_sexp().kind() {
        Type::Character => Ok(Some(names)),
        _ => {
            let names = names.as_sexp().integers().iter().map(i32::to_string);
            Ok(Some(Value::strings(&names.gather()?)?))
        }
    }
}

/// Integers or strings, or `None` for the default index. A missing label becomes `missing`.
fn names(x: &Bound<'_, PyAny>, missing: Option<&str>) -> Result<Option<Value>> {
    let position = |name| x.getattr(name).and_then(|at| at.extract::<i64>()).ok();
    if x.len()? == 0 || (position("start") == Some(0) && position("step") == Some(1)) {
        return Ok(None);
    }
    let dtype = x.getattr("dtype")?;
    let name = dtype.str()?.to_string();
    let is_plain = matches!(kind_of(&dtype), Some('i' | 'u')) || name == "object" || column::is_text(&name);
    if is_plain && !has_levels(x)? {
        let names = column::to_r(x, Options::new())?;
        let sexp = names.as_sexp();
        match sexp.kind() {
            Type::Integer if is_count(sexp.integers(), 0) => return Ok(None),
            Type::Integer if !sexp.integers().contains(&NA_INTEGER) => return Ok(Some(names)),
            Type::Character if !(0..sexp.len()).any(|i| sexp.is_na_string(i)) => return Ok(Some(names)),
            _ => (),
        }
    }
    Ok(Some(strings_of(&labels(x)?, missing)?))
}

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
fn kind_of(dtype: &Bound<'_, PyAny>) -> Option<char> {
    dtype.getattr("kind").and_then(|kind| kind.extract()).ok()
}

fn has_levels(x: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(x.getattr("nlevels")?.extract::<usize>()? > 1)
}

fn is_count(x: &[i32], from: i32) -> bool {
    x.iter().zip(from..).all(|(&x, i)| x == i)
}

/// R's short form of the row names `1:n`.
pub fn automatic_row_names(n: usize) -> Result<Value> {
    if n == 0 {
        return Ok(Value::integers(0)?);
    }
    let count = i32::try_from(n)
        .map_err(|_| Error::convert(format!("A data frame has below 2^31 rows, not {n}.")))?;
    let mut out = Value::integers(2)?;
    out.integers_mut().copy_from_slice(&[NA_INTEGER, -count]);
    Ok(out)
}
