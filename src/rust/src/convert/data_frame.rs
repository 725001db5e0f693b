//! data.frame ⇄ `pandas.DataFrame`; `pandas.Series` → vector
//!
//! Columns are those of [`column`]. The index becomes row names where its labels are unique and more than a
//! count from 0; labels of several levels are pasted with dots. An index that is not unique is left out:
//! `reset_index()` makes columns of it first.
use super::kind::RKind;
use super::{Options, column, index, time};
use crate::error::{Error, Result};
use crate::ffi::{Sexp, Value};
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
        let column = column::to_py(py, column, options).map_err(|err| {
            let name = (i < names.len()).then(|| names.string(i)).flatten();
            name_column(err, name.as_deref(), i)
        })?;
        columns.set_item(i, column)?;
    }
    let arguments = PyDict::new(py);
    arguments.set_item("index", index::row_names_to_py(py, x)?)?;
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
    let labels = index::labels(&x.getattr("columns")?)?;
    let units = x.getattr("attrs")?.call_method1("get", (UNITS,))?;
    let mut out = Value::list(labels.len())?;
    let iloc = x.getattr("iloc")?;
    for (i, label) in labels.iter().enumerate() {
        let column = iloc.get_item((pyo3::types::PySlice::full(x.py()), i))?;
        let column = column::to_r(&column, options).map_err(|err| name_column(err, label.as_deref(), i))?;
        out.set_elt(i, &in_unit_of(column, &units, label.as_deref().unwrap_or_default())?);
    }
    out.set_names(&index::strings_of(&labels, None)?);
    out.set_attr(c"row.names", &index::row_names_to_r(&x.getattr("index")?)?);
    out.set_class(&["data.frame"])?;
    Ok(out)
}

/// A vector, with the index as names unless it only counts.
pub fn series_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let mut out = column::to_r(x, options)?;
    if let Some(names) = index::names_to_r(&x.getattr("index")?)? {
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

/// An error says in which column it is.
pub fn name_column(err: Error, name: Option<&str>, i: usize) -> Error {
    err.within(&format!("Column {} (\"{}\")", i + 1, name.unwrap_or("NA")))
}
