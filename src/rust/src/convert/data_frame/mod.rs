//! data.frame ⇄ `pandas.DataFrame`; `pandas.Series` → vector
//!
//! [`mod@column`] converts columns and [`index`] row names; [`notes`] stores what pandas cannot represent.
pub mod arrow;
mod arrow_text;
mod attributes;
pub mod column;
mod fingerprint;
mod index;
mod labels;
mod notes;
mod objects;
pub mod row_names;

use crate::convert::library::pandas;
use crate::convert::options::Options;
use crate::convert::{character, element, s3};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::RKind;
use crate::py::interpreter;
use crate::r::{Sexp, Type, Value, r_code};
use notes::{Note, Notes};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

/// pandas warns that a frame is fragmented from this number of blocks on.
const FEW_COLUMNS: usize = 100;

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?.nullable(uses_nullable_dtypes(py)?);
    let pandas = pandas(py)?;
    let names = x.names().unwrap_or(Sexp::null());
    check_shape(x, names)?;
    let name = |i| names.string(i);
    let columns = PyDict::new(py);
    let mut notes = Vec::new();
    for i in 0..x.len() {
        let (column, note) =
            column_to_py(py, x, i, options).map_err(|err| labels::name_column(err, name(i).as_deref(), i))?;
        // Columns are numbered first, because two columns may have the same name.
        columns.set_item(i, column)?;
        notes.extend(note);
    }
    let arguments = PyDict::new(py);
    arguments.set_item("index", index::row_names_to_py(py, x)?)?;
    // The columns are already copies, but pandas is faster with many columns when it consolidates them by
    // type.
    arguments.set_item("copy", x.len() > FEW_COLUMNS)?;
    let out = pandas.getattr("DataFrame")?.call((columns,), Some(&arguments))?;
    let labels = (0..names.len()).map(|i| character::text_to_py(py, names, i, "Column name"));
    out.setattr("columns", PyList::new(py, labels.try_gather()?)?)?;
    notes::leave(&out, x, notes)?;
    Ok(out)
}

/// The user's choice: an R option.
fn uses_nullable_dtypes(py: Python<'_>) -> Result<bool> {
    let chosen = interpreter::detached(py, || r_code::call(c"uses_nullable_dtypes", &[]))?;
    Ok(chosen.as_sexp().logicals().contains(&1))
}

/// R code may create an invalid data frame.
fn check_shape(x: Sexp<'_>, names: Sexp<'_>) -> Result<()> {
    if names.len() != x.len() || !matches!(names.kind(), Type::Character | Type::Null) {
        return Err(Error::convert(format!(
            "The data frame is not valid: it has {} columns and {} column names. Create it again with \
             data.frame().",
            x.len(),
            names.len()
        )));
    }
    let Some(rows) = x.attr(c"row.names").map(|rows| rows.len()) else {
        return Err(Error::convert(
            "The data frame is not valid: it has no row names. Create it again with data.frame().",
        ));
    };
    // Columns that define their own length: matrices, POSIXlt, objects with methods.
    let is_vector = |x: Sexp<'_>| x.dim().is_none() && (!x.is_object() || RKind::of(x) == RKind::Factor);
    match x.elts().position(|column| is_vector(column) && column.len() != rows) {
        None => Ok(()),
        Some(i) => Err(Error::convert(format!(
            "The data frame is not valid: column {} has {} elements, but the data frame has {rows} rows. Create \
             it again with data.frame().",
            i + 1,
            x.elt(i).len()
        ))),
    }
}

/// A column and its note; no note if the user's method created it.
fn column_to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    i: usize,
    options: Options,
) -> Result<(Bound<'py, PyAny>, Option<Note<'py>>)> {
    if let Some(column) = s3::r_to_py(py, x.elt(i))? {
        return Ok((element::to_py_default(py, column.as_sexp(), Options::new())?, None));
    }
    let column = column::to_py(py, x.elt(i), options)?;
    let note = notes::of_column(x, i, &column)?;
    Ok((column, note))
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let labels = labels::labels(&x.getattr("columns")?)?;
    let notes = Notes::of(x)?;
    let mut out = Value::list(labels.len())?;
    let iloc = x.getattr("iloc")?;
    for (i, label) in labels.iter().enumerate() {
        let column = iloc.get_item((PySlice::full(x.py()), i))?;
        let column = match notes.column(&labels, i)? {
            Some(note) => note.column_to_r(&column, options),
            None => column::to_r(&column, options),
        };
        out.set_elt(i, &column.map_err(|err| labels::name_column(err, label.as_deref(), i))?);
    }
    out.set_names(&labels::strings_of(&labels, None)?)?;
    let index = x.getattr("index")?;
    out.set_attr(c"row.names", &index::row_names_to_r(&index, notes.row_names()?)?)?;
    out.set_class(&["data.frame"])?;
    if let Some(kept) = index::kept(&index)? {
        out.set_attr(index::KEPT, &kept)?;
    }
    notes.finish(&mut out)?;
    Ok(out)
}

/// A vector, named by the index unless that is the default index.
pub fn series_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let label = labels::label(&x.getattr("name")?)?;
    let mut out = match Notes::of(x)?.column(&[label], 0)? {
        Some(note) => note.column_to_r(x, options)?,
        None => column::to_r(x, options)?,
    };
    if let Some(names) = index::names_to_r(&x.getattr("index")?)? {
        out.set_names(&names)?;
    }
    Ok(out)
}

/// A vector or, for a MultiIndex, a data frame.
pub fn index_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match labels::has_levels(x)? {
        true => to_r(&x.call_method1("to_frame", (false,))?, options),
        false => column::to_r(x, options),
    }
}
