//! data.frame ⇄ `pandas.DataFrame`; `pandas.Series` → vector
//!
//! Columns are those of [`column`]. The index becomes row names where its labels are unique and more than a
//! count from 0; labels of several levels are pasted with dots. An index that is not unique is left out:
//! `reset_index()` makes columns of it first.
use super::kind::RKind;
use super::{Options, array, column, strings, time};
use crate::error::{Error, Result};
use crate::ffi::missing::NA_INTEGER;
use crate::ffi::{Sexp, Type, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// From this number of blocks on, pandas warns that a frame is in pieces.
const FEW_COLUMNS: usize = 100;
/// In `DataFrame.attrs`: the units of difftime columns.
const UNITS: &str = "difftime_units";

pub fn pandas(py: Python<'_>) -> Result<Bound<'_, PyModule>> {
    py.import("pandas").map_err(|_| {
        Error::module(
            "Data frames and factors cross by way of pandas, which this Python does not have: \
             py_install(\"pandas\"), or send as.list(x).",
        )
    })
}

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    let pandas = pandas(py)?;
    let names = x.names().unwrap_or(Sexp::null());
    let columns = PyDict::new(py);
    // By number first, as two columns may have the same name.
    for (i, column) in x.elts().enumerate() {
        let column = column::to_py(py, column, options).map_err(|err| name_column(err, names, i))?;
        columns.set_item(i, column)?;
    }
    let arguments = PyDict::new(py);
    arguments.set_item("index", index_to_py(py, x)?)?;
    // The columns are our own copies, but pandas works better with many when it stacks them by type.
    arguments.set_item("copy", x.len() > FEW_COLUMNS)?;
    let out = pandas.getattr("DataFrame")?.call((columns,), Some(&arguments))?;
    let names: Vec<_> = (0..names.len()).map(|i| names.string(i)).collect();
    out.setattr("columns", PyList::new(py, names)?)?;
    if let Some(units) = units_of_columns(py, x)? {
        out.getattr("attrs")?.set_item(UNITS, units)?;
    }
    Ok(out)
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let labels = column::labels(&x.getattr("columns")?)?;
    let rows = x.getattr("index")?.len()?;
    let units = x.getattr("attrs")?.call_method1("get", (UNITS,))?;
    let mut out = Value::list(labels.len())?;
    let iloc = x.getattr("iloc")?;
    for (i, label) in labels.iter().enumerate() {
        let column = iloc.get_item((pyo3::types::PySlice::full(x.py()), i))?;
        let column = column::to_r(&column, options).map_err(|err| name_label(err, label, i))?;
        out.set_elt(i, &in_unit_of(column, &units, label)?);
    }
    out.set_names(&Value::strings(&labels)?);
    let row_names = match index_to_r(&x.getattr("index")?)? {
        Some(names) => names,
        None => automatic_row_names(rows)?,
    };
    out.set_attr(c"row.names", &row_names);
    out.set_class(&["data.frame"])?;
    Ok(out)
}

/// A vector, with the index as names unless it only counts.
pub fn series_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let mut out = column::to_r(x, options)?;
    if let Some(names) = index_names(&x.getattr("index")?)? {
        let names = match names.as_sexp().kind() {
            Type::Character => names,
            _ => Value::strings(&names.as_sexp().integers().iter().map(i32::to_string).collect::<Vec<_>>())?,
        };
        out.set_names(&names);
    }
    Ok(out)
}

/// The units of the difftime columns by name, as pandas has none but for the resolution.
fn units_of_columns<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<Bound<'py, PyDict>>> {
    let units = PyDict::new(py);
    let names = x.names().unwrap_or(Sexp::null());
    for (i, column) in x.elts().enumerate().filter(|(i, _)| *i < names.len()) {
        if RKind::of(column) == RKind::Duration {
            units.set_item(names.string(i), column.attr(c"units").and_then(Sexp::as_string))?;
        }
    }
    Ok((!units.is_empty()).then_some(units))
}

/// A difftime in the unit that its column had in R: the same length of time, whatever became of it since.
fn in_unit_of(column: Value, units: &Bound<'_, PyAny>, label: &str) -> Result<Value> {
    let Ok(units) = units.cast::<PyDict>() else { return Ok(column) };
    match units.get_item(label)?.map(|unit| unit.extract::<String>()) {
        Some(Ok(unit)) if column.as_sexp().inherits("difftime") => time::in_unit(column, &unit),
        _ => Ok(column),
    }
}

fn name_column(err: Error, names: Sexp<'_>, i: usize) -> Error {
    let name = (i < names.len()).then(|| names.string(i)).flatten().unwrap_or_default();
    name_label(err, &name, i)
}

fn name_label(err: Error, name: &str, i: usize) -> Error {
    match err {
        Error::Own { kind, message } => {
            Error::Own { kind, message: format!("Column {} (\"{name}\"): {message}", i + 1) }
        }
        err => err,
    }
}

/// `None` for R's automatic row names, which pandas makes itself.
fn index_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let none = || py.None().into_bound(py);
    let Some(names) = x.attr(c"row.names").map(Sexp::to_value) else { return Ok(none()) };
    let names = names.as_sexp();
    match names.kind() {
        Type::Character => strings::to_py(py, names),
        Type::Integer if names.integers().iter().enumerate().any(|(i, &name)| name != i as i32 + 1) => {
            Ok(array::owned(py, names.integers().to_vec(), &[names.len()])?)
        }
        // Without any column, the index alone tells how many rows there are.
        _ if x.len() == 0 => Ok(py.import("builtins")?.call_method1("range", (names.len(),))?),
        _ => Ok(none()),
    }
}

/// The index as R's row names, or `None` where it only counts from 0 or its labels are not unique, as
/// those of R are.
fn index_to_r(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let Some(names) = index_names(x)? else { return Ok(None) };
    let names_are_unique = match names.as_sexp().kind() {
        Type::Integer => true,
        _ => strings::all_differ(names.as_sexp()),
    };
    Ok((names_are_unique && x.getattr("is_unique")?.extract::<bool>()?).then_some(names))
}

/// Integers or strings, or `None` where the index only counts from 0.
fn index_names(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let position = |name| x.getattr(name).and_then(|at| at.extract::<i64>()).ok();
    if x.len()? == 0 || (position("start") == Some(0) && position("step") == Some(1)) {
        return Ok(None);
    }
    let dtype = x.getattr("dtype")?;
    let kind = dtype.getattr("kind").and_then(|kind| kind.extract::<char>());
    let name = dtype.str()?.to_string();
    let is_plain = matches!(kind, Ok('i' | 'u')) || name == "object" || column::is_text(&name);
    if is_plain && x.getattr("nlevels")?.extract::<usize>()? == 1 {
        let names = column::to_r(x, Options::new())?;
        let sexp = names.as_sexp();
        match sexp.kind() {
            Type::Integer if sexp.integers().iter().enumerate().all(|(i, &name)| name as usize == i) => {
                return Ok(None);
            }
            Type::Integer if !sexp.integers().contains(&NA_INTEGER) => return Ok(Some(names)),
            Type::Character if (0..sexp.len()).all(|i| sexp.string(i).is_some()) => return Ok(Some(names)),
            _ => (),
        }
    }
    Ok(Some(Value::strings(&column::labels(x)?)?))
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
