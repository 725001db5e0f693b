//! `pyarrow.Array`, `.ChunkedArray` → vector; `.Scalar` → value; `.Table`, `.RecordBatch` → data.frame
//!
//! | Arrow                               | R                                     |
//! |-------------------------------------|---------------------------------------|
//! | null, bool, integers, floats        | logical, integer (double, integer64), double |
//! | decimal                             | double                                |
//! | string; dictionary of strings       | character; factor                     |
//! | date; timestamp; duration, time     | Date; POSIXct; difftime               |
//! | binary, list, struct, map, union    | list of raw, vectors, named lists, …  |
use super::{arrow_text, labels, row_names};
use crate::convert::array::{flat, masked};
use crate::convert::options::Options;
use crate::convert::{factor, list, np, time};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::os::headroom;
use crate::py::import::import;
use crate::r::missing::{NA_INTEGER, NA_LOGICAL};
use crate::r::{Sexp, Type, Value};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

/// An Array or a ChunkedArray. As elsewhere, an Arrow time without a zone is in UTC.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let name = x.getattr("type")?.str()?.to_string();
    let family = name.split(['[', '<', '(']).next().unwrap_or_default();
    validate(x, points_into_itself(family))?;
    if matches!(family, "string" | "large_string") {
        return arrow_text::to_r(&chunks(x)?, family == "large_string");
    }
    let x = &one_piece(x)?;
    match family {
        "null" => nulls(x.len()?),
        "bool" => flags(x),
        "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" => numbers(x, family),
        "halffloat" => numbers(x, "float16"),
        "float" => numbers(x, "float32"),
        "double" => numbers(x, "float64"),
        "decimal32" | "decimal64" | "decimal128" | "decimal256" => numbers(&cast(x, "float64")?, "float64"),
        "string_view" => to_r(&cast(x, "large_string")?, options),
        "date32" | "duration" => times(x, None),
        "date64" => times(&cast(x, "date32")?, None),
        "timestamp" => times(x, x.getattr("type")?.getattr("tz")?.extract()?),
        "time32" | "time64" => times_of_day(x),
        "dictionary" => dictionary(x, options),
        "run_end_encoded" => to_r(&compute(x, "run_end_decode")?, options),
        "extension" => to_r(&x.getattr("storage")?, options),
        "list" | "large_list" | "fixed_size_list" | "list_view" | "large_list_view" => vectors(x, options),
        "struct" => records(x, options),
        "map" | "dense_union" | "sparse_union" | "binary" | "large_binary" | "binary_view"
        | "fixed_size_binary" => {
            let items = np::list_items(&x.call_method0("to_pylist")?)?;
            list::items_to_r(x.py(), &items, options)
        }
        _ => Err(Error::convert(format!(
            "R has no type for {name} of Arrow's. Cast it in Python first, as in x$cast(\"string\")."
        ))),
    }
}

/// The value of an array with this element, or the element itself if that is a list.
pub fn scalar_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let one = to_r(&import(x.py(), "pyarrow")?.call_method1("repeat", (x, 1))?, options)?;
    match one.as_sexp().kind() {
        Type::List => Ok(one.as_sexp().elt(0).to_value()),
        _ => Ok(one),
    }
}

/// A Table or a RecordBatch.
pub fn table_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let labels = labels::labels_of(&x.getattr("column_names")?)?;
    let columns: Vec<Bound<'_, PyAny>> = x.getattr("columns")?.extract()?;
    let rows = x.getattr("num_rows")?.extract()?;
    let mut out = Value::list_from(columns.iter().zip(&labels).enumerate().map(|(i, (column, label))| {
        column_to_r(column, rows, options).map_err(|err| labels::name_column(err, label.as_deref(), i))
    }))?;
    out.set_names(&labels::strings_of(&labels, None)?)?;
    out.set_attr(c"row.names", &row_names::automatic(rows)?)?;
    out.set_class(&["data.frame"])?;
    Ok(out)
}

fn column_to_r(x: &Bound<'_, PyAny>, rows: usize, options: Options) -> Result<Value> {
    match x.len()? {
        n if n == rows => to_r(x, options).map_err(|err| match err {
            // Its message has no place for the column.
            Error::Python(problem) if is_of_value(&problem, x.py()) => Error::convert(problem.to_string()),
            err => err,
        }),
        n => Err(invalid(format!("it has {n} elements, but the table has {rows} rows"))),
    }
}

/// Whether the elements of such an array say where their values are, as text views do, so that pyarrow reads any memory
/// if they are wrong. Strings and dictionaries are checked here as they are read, and the fields of a struct one by one.
fn points_into_itself(family: &str) -> bool {
    let of_variable_size = ["binary", "large_binary", "string_view", "binary_view", "map", "run_end_encoded"];
    of_variable_size.contains(&family) || family.contains("list") || family.ends_with("union")
}

/// Code in any language may create an array whose parts do not fit each other. `all` looks at each element; otherwise
/// sizes are compared, which takes the same time for any length.
fn validate(x: &Bound<'_, PyAny>, all: bool) -> Result<()> {
    let valid = match all {
        true => x.call_method("validate", (), Some(&[("full", true)].into_py_dict(x.py())?)),
        false => x.call_method0("validate"),
    };
    valid.map(drop).map_err(|problem| match is_of_value(&problem, x.py()) {
        true => invalid(problem.value(x.py())),
        false => problem.into(),
    })
}

/// Whether it is an error about what the array has.
fn is_of_value(problem: &PyErr, py: Python<'_>) -> bool {
    problem.is_instance_of::<PyValueError>(py)
        || problem.is_instance_of::<PyIndexError>(py)
        || problem.is_instance_of::<PyOverflowError>(py)
}

fn invalid(reason: impl std::fmt::Display) -> Error {
    let reason = reason.to_string();
    Error::convert(format!(
        "The Arrow array is not valid: {}. Create it again from valid data.",
        reason.trim_end_matches('.')
    ))
}

fn chunks<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    match x.getattr("chunks") {
        Ok(chunks) => Ok(chunks.extract()?),
        Err(_) => Ok(vec![x.clone()]),
    }
}

/// A ChunkedArray as one Array.
fn one_piece<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let Ok(n) = x.getattr("num_chunks") else {
        arrow_text::first(x)?;
        return Ok(x.clone());
    };
    match n.extract::<usize>()? {
        1 => one_piece(&x.call_method1("chunk", (0,))?),
        // Each chunk may have its own dictionary.
        _ => {
            chunks(x)?.iter().try_for_each(|chunk| arrow_text::first(chunk).map(drop))?;
            Ok(x.call_method0("unify_dictionaries")?.call_method0("combine_chunks")?)
        }
    }
}

fn cast<'py>(x: &Bound<'py, PyAny>, to: &str) -> Result<Bound<'py, PyAny>> {
    Ok(x.call_method1("cast", (to,))?)
}

fn compute<'py>(x: &Bound<'py, PyAny>, function: &str) -> Result<Bound<'py, PyAny>> {
    Ok(import(x.py(), "pyarrow.compute")?.call_method1(function, (x,))?)
}

fn nulls(n: usize) -> Result<Value> {
    let mut out = Value::logicals(n)?;
    out.logicals_mut().fill(NA_LOGICAL);
    Ok(out)
}

/// Bits in Arrow's memory.
fn flags(x: &Bound<'_, PyAny>) -> Result<Value> {
    let mut out = numbers(&cast(x, "uint8")?, "uint8")?;
    let mut flags = Value::logicals(out.as_sexp().len())?;
    flags.logicals_mut().copy_from_slice(out.integers_mut());
    Ok(flags)
}

/// Numbers in Arrow's memory, of which `x` may be a part.
fn numbers(x: &Bound<'_, PyAny>, dtype: &str) -> Result<Value> {
    let buffer = x.call_method0("buffers")?.get_item(1)?;
    let values = arrow_text::memory(&buffer, dtype, arrow_text::first(x)?, x.len()?)?;
    let out = match x.getattr("null_count")?.extract::<usize>()? {
        0 => flat::to_r(&values, Options::new())?,
        _ => masked::numbers_to_r(&values, &x.call_method0("is_null")?.call_method1("to_numpy", (false,))?)?,
    };
    out.ok_or_else(|| Error::convert(format!("R has no type for {dtype} of Arrow's.")))
}

/// `datetime64` and `timedelta64` have their own mark for missing values.
fn times(x: &Bound<'_, PyAny>, zone: Option<String>) -> Result<Value> {
    let values = x.call_method1("to_numpy", (false,))?;
    if x.getattr("type")?.str()?.to_string().starts_with("duration") {
        return time::timedelta64_to_r(&values);
    }
    let mut out = time::datetime64_to_r(&values)?;
    if let Some(zone) = zone.map(|zone| named_zone(x.py(), zone)).transpose()?.flatten() {
        out.set_attr(c"tzone", &Value::string(&zone)?)?;
    }
    Ok(out)
}

/// Arrow identifies zones by name or by an offset ("+02:00"), which R names differently.
fn named_zone(py: Python<'_>, zone: String) -> Result<Option<String>> {
    if !zone.starts_with(['+', '-']) {
        return Ok(Some(zone));
    }
    let moment = import(py, "datetime")?.getattr("datetime")?.call_method1("strptime", (zone, "%z"))?;
    time::zone_name(&moment.getattr("tzinfo")?)
}

/// The time since midnight.
fn times_of_day(x: &Bound<'_, PyAny>) -> Result<Value> {
    let unit: String = x.getattr("type")?.getattr("unit")?.extract()?;
    let counts = match unit.as_str() {
        "s" | "ms" => cast(x, "int32")?,
        _ => x.clone(),
    };
    times(&cast(&cast(&counts, "int64")?, &format!("duration[{unit}]"))?, None)
}

/// A factor if the values are strings, otherwise the values.
fn dictionary(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let levels = to_r(&x.getattr("dictionary")?, options)?;
    if levels.as_sexp().kind() != Type::Character || !factor::are_levels(levels.as_sexp()) {
        validate(x, true)?;
        return to_r(&x.call_method0("dictionary_decode")?, options);
    }
    let mut out = to_r(&cast(&x.getattr("indices")?, "int32")?, options)?;
    if out.as_sexp().kind() != Type::Integer {
        // The smallest integer, which R has as a double.
        validate(x, true)?;
        return Err(invalid("an index is not one of the dictionary"));
    }
    out.integers_mut()
        .iter_mut()
        .filter(|code| **code != NA_INTEGER)
        .for_each(|code| *code = code.saturating_add(1));
    factor::finish(out, &levels, x.getattr("type")?.getattr("ordered")?.extract()?)
}

/// Each element is a piece of the vector of all values; a missing one is `NULL`.
fn vectors(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let values = to_r(&compute(x, "list_flatten")?, options)?;
    let lengths = compute(x, "list_value_length")?.call_method1("fill_null", (0,))?;
    let lengths = np::copied::<i64>(&cast(&lengths, "int64")?.call_method1("to_numpy", (false,))?)?;
    let valid = present(x)?;
    let mut out = Value::list(valid.len())?;
    let mut at = 0;
    for (i, (&n, _)) in lengths.iter().zip(&valid).enumerate().filter(|(_, (_, valid))| **valid) {
        let end = at + usize::try_from(n).unwrap_or(0);
        headroom::check(i)?;
        out.set_elt(i, &values.as_sexp().piece(at..end)?);
        at = end;
    }
    Ok(out)
}

/// Each element is a named list; a missing one is `NULL`.
fn records(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let fields: Vec<Bound<'_, PyAny>> = x.call_method0("flatten")?.extract()?;
    let fields = fields.iter().map(|field| to_r(field, options)).collect::<Result<Vec<_>>>()?;
    let names = x.getattr("type")?.try_iter()?.map(|field| labels::label(&field?.getattr("name")?));
    let names = labels::strings_of(&names.collect::<Result<Vec<_>>>()?, None)?;
    let valid = present(x)?;
    let mut out = Value::list(valid.len())?;
    for (i, _) in valid.iter().enumerate().filter(|(_, valid)| **valid) {
        headroom::check(i)?;
        let mut record = Value::list_from(fields.iter().map(|field| item(field.as_sexp(), i)))?;
        record.set_names(&names)?;
        out.set_elt(i, &record);
    }
    Ok(out)
}

fn item(x: Sexp<'_>, i: usize) -> Result<Value> {
    match x.kind() {
        Type::List => Ok(x.elt(i).to_value()),
        _ => Ok(x.piece(i..i + 1)?),
    }
}

fn present(x: &Bound<'_, PyAny>) -> Result<Vec<bool>> {
    let valid = x.call_method0("is_valid")?.call_method0("to_pylist")?;
    let valid = valid.cast::<PyList>().map_err(PyErr::from)?.iter().map(|valid| valid.extract::<bool>());
    valid.try_gather()
}
