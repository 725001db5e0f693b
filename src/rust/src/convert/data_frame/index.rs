//! R's row names, and the names of vectors, ⇄ the index of a frame
//!
//! The index becomes row names if its labels are unique and it is not the default index from 0. The labels
//! of a MultiIndex are joined with dots. An index with duplicates is dropped with a warning, as in
//! reticulate: `reset_index()` converts it to columns. An index of other labels than integers and strings, or of
//! several levels, is also in the attribute `pandas.index`, as in reticulate, and is the frame's again if the
//! row names are still its own.
use super::{
    column, labels,
    row_names::{self, RowNames},
};
use crate::convert::options::Options;
use crate::convert::{np, strings};
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::py_in_r;
use crate::os::memory;
use crate::py::import::import;
use crate::py::interpreter;
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Type, Value, r_code};
use pyo3::prelude::*;
use std::ffi::CStr;

/// The attribute of a data frame with its index.
pub const KEPT: &CStr = c"pandas.index";

/// The index, if its row names do not say all of it.
pub fn kept(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let is_more = labels::has_levels(x)? || !has_plain_labels(x)?;
    if is_more && x.len()? > 0 { Ok(Some(py_in_r::new(x.clone(), false)?)) } else { Ok(None) }
}

/// The index that a data frame had in pandas, if that has the row names of today.
fn kept_to_py<'py>(py: Python<'py>, x: Sexp<'_>, today: Sexp<'_>) -> Result<Option<Bound<'py, PyAny>>> {
    let Some(kept) = x.attr(KEPT) else { return Ok(None) };
    // A file of R has no Python objects.
    let Some((kept, _)) = py_in_r::get(py, kept).unwrap_or(None) else { return Ok(None) };
    let Ok(Some(then)) = names(&kept, Some("NA")) else { return Ok(None) };
    let then = then.as_sexp();
    let is_same = match (then.kind(), today.kind()) {
        (Type::Integer, Type::Integer) => then.integers() == today.integers(),
        (Type::Character, Type::Character) => {
            then.len() == today.len() && (0..then.len()).all(|i| then.string(i) == today.string(i))
        }
        _ => false,
    };
    Ok(is_same.then_some(kept))
}

/// `None` for R's automatic row names, which correspond to pandas's default index.
pub fn row_names_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let none = || py.None().into_bound(py);
    let Some(names) = x.attr(c"row.names").map(Sexp::to_value) else { return Ok(none()) };
    let names = names.as_sexp();
    if let Some(kept) = kept_to_py(py, x, names)? {
        return Ok(kept);
    }
    match names.kind() {
        Type::Character => strings::to_py(py, names),
        Type::Integer if !row_names::is_count(names.integers(), 1) => {
            Ok(np::owned(py, memory::copied(names.integers())?)?)
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
            if names.as_sexp().kind() == Type::Integer && row_names::is_count(names.as_sexp().integers(), 0) {
                return Ok(names);
            }
        }
        _ => (),
    }
    let Some(names) = names(x, Some("NA"))? else { return row_names::automatic(n) };
    let all_differ = match names.as_sexp().kind() {
        Type::Integer => x.getattr("is_unique")?.extract()?,
        _ => strings::all_differ(names.as_sexp()),
    };
    if all_differ {
        return Ok(names);
    }
    interpreter::detached(x.py(), || r_code::call(c"warn_of_dropped_index", &[names.as_sexp()]))?;
    row_names::automatic(n)
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
    if has_plain_labels(x)? && !labels::has_levels(x)? {
        let names = column::to_r(x, Options::new())?;
        let sexp = names.as_sexp();
        match sexp.kind() {
            Type::Integer if row_names::is_count(sexp.integers(), 0) => return Ok(None),
            Type::Integer if !sexp.integers().contains(&NA_INTEGER) => return Ok(Some(names)),
            Type::Character if !(0..sexp.len()).any(|i| sexp.is_na_string(i)) => return Ok(Some(names)),
            _ => (),
        }
    }
    Ok(Some(labels::strings_of(&labels::labels(x)?, missing)?))
}

/// Whether the labels are integers, strings or objects.
fn has_plain_labels(x: &Bound<'_, PyAny>) -> Result<bool> {
    let dtype = x.getattr("dtype")?;
    let name = dtype.str()?.to_string();
    Ok(matches!(labels::kind_of(&dtype), Some('i' | 'u')) || name == "object" || column::is_text(&name))
}
