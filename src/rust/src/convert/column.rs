//! A column: R vector ⇄ NumPy array or pandas extension array
//!
//! A column with missing values is nullable (`Int32`, `boolean`), categorical, `NaT` or `None`: never a
//! valid value. Times keep their zone. What comes from R is a copy, so that pandas may write to it.
use super::data_frame::pandas;
use super::kind::RKind;
use super::{Options, PyKind, array, arrow, character, factor, list, logical, s3, strings, time, to_py_with};
use crate::error::{Error, Result};
use crate::ffi::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use crate::ffi::{Sexp, Type, Value, guard};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::HashSet;

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some(column) = s3::r_to_py(py, x)? {
        return Ok(column);
    }
    guard::materialize(x)?;
    match RKind::of(x) {
        RKind::Array | RKind::DataFrame => Err(Error::convert(
            "It is a matrix or a data frame itself; give each of its columns a column of its own.",
        )),
        RKind::Factor => factor::to_py(py, x),
        RKind::Logical => {
            let values = x.logicals();
            nullable(py, "BooleanArray", values, NA_LOGICAL, |x| x != 0 && x != NA_LOGICAL)
        }
        RKind::Integer => nullable(py, "IntegerArray", x.integers(), NA_INTEGER, |x| x),
        RKind::Integer64 => nullable(py, "IntegerArray", x.integers64(), NA_INTEGER64, |x| x),
        RKind::Date => time::dates_to_column(py, x),
        RKind::Datetime => {
            let moments = pandas(py)?.call_method1("DatetimeIndex", (time::datetimes_to_column(py, x)?,))?;
            let moments = moments.call_method1("tz_localize", ("UTC",))?;
            match time::zone_of(x) {
                Some(zone) => Ok(moments.call_method1("tz_convert", (zone,))?),
                None => Ok(moments),
            }
        }
        RKind::DatetimeParts => to_py(py, time::from_parts(py, x)?.as_sexp(), options),
        RKind::Duration => time::durations_to_column(py, x),
        RKind::Character => text_to_py(py, x),
        RKind::List => array::objects(py, x, &[x.len()], |py, x, i| to_py_with(py, x.elt(i), options)),
        _ => Ok(array::to_py(py, x, options)?.call_method0("copy")?),
    }
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let dtype = x.getattr("dtype")?;
    let name = dtype.str()?.to_string();
    if name == "category" {
        return factor::to_r(&x.getattr("array")?);
    }
    if dtype.is_instance(&array::numpy(x.py())?.getattr("dtype")?)? {
        return numpy_to_r(x, &name, options);
    }
    if name.starts_with("Sparse") {
        return numpy_to_r(&array::numpy(x.py())?.call_method1("asarray", (x,))?, "", options);
    }
    if is_text(&name) {
        if let Some(text) = arrow::to_r(x)? {
            return Ok(text);
        }
        let text = strings::to_r(&x.call_method1("to_numpy", ("object",))?, true)?;
        return text.ok_or_else(|| Error::convert("A column of strings holds something else."));
    }
    if name.starts_with("date32") || name.starts_with("date64") {
        let seconds = x.call_method1("astype", ("timestamp[s][pyarrow]",))?;
        return time::seconds_to_r(&seconds.call_method1("to_numpy", ("datetime64[s]",))?);
    }
    match dtype.getattr("kind").and_then(|kind| kind.extract::<char>()) {
        Ok('b' | 'i' | 'u' | 'f') => masked_to_r(x, &dtype, options),
        Ok('M' | 'm') => times_to_r(x, &dtype),
        _ => objects_to_r(x, options),
    }
}

/// `str`, `string`, and those of Arrow; not `struct<...>`.
pub fn is_text(dtype: &str) -> bool {
    dtype == "str" || dtype.starts_with("string") || dtype.starts_with("large_string")
}

/// A NumPy array, or where values are missing pandas's array with a mask.
fn nullable<'py, T: Copy + PartialEq, U: Element>(
    py: Python<'py>,
    class: &str,
    x: &[T],
    na: T,
    value: impl Fn(T) -> U,
) -> Result<Bound<'py, PyAny>> {
    let values = array::owned(py, x.iter().map(|&x| value(x)).collect(), &[x.len()])?;
    if !x.contains(&na) {
        return Ok(values);
    }
    let mask = array::owned(py, x.iter().map(|&x| x == na).collect(), &[x.len()])?;
    Ok(pandas(py)?.getattr("arrays")?.call_method1(class, (values, mask))?)
}

/// As pandas would find out by looking at each: `str`, or `object` in pandas 2.
fn text_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let pandas = pandas(py)?;
    let one = PyList::new(py, [""])?;
    let mut dtype = pandas.call_method1("Series", (one,))?.getattr("dtype")?;
    if !dtype.hasattr("storage")? {
        // It finds out that they are strings where there is one to look at.
        if (0..x.len()).any(|i| x.string(i).is_some()) {
            return strings::to_py(py, x);
        }
        dtype = pandas.call_method0("StringDtype")?;
    }
    if dtype.getattr("storage")?.eq("pyarrow")? {
        return arrow::to_py(py, x, &dtype);
    }
    let options = PyDict::new(py);
    options.set_item("dtype", dtype)?;
    options.set_item("copy", false)?;
    Ok(pandas.call_method("array", (strings::to_py(py, x)?,), Some(&options))?)
}

fn numpy_to_r(x: &Bound<'_, PyAny>, name: &str, options: Options) -> Result<Value> {
    let values = x.getattr("to_numpy").and_then(|f| f.call0()).unwrap_or_else(|_| x.clone());
    match name {
        "object" => objects_to_r(x, options),
        "datetime64[s]" => time::seconds_to_r(&values),
        _ => array::flat_to_r(&values, options)?
            .ok_or_else(|| Error::convert(format!("A column of type {name} has no R type."))),
    }
}

/// Numbers with a mask of those that are missing: `Int64`, `boolean`, `double[pyarrow]`.
fn masked_to_r(x: &Bound<'_, PyAny>, dtype: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let how = PyDict::new(x.py());
    let numbers = dtype.getattr("numpy_dtype")?;
    // Something that fits, of the type that Arrow insists on.
    how.set_item("na_value", numbers.getattr("type")?.call1((0,))?.call_method0("item")?)?;
    how.set_item("dtype", numbers)?;
    let values = x.call_method("to_numpy", (), Some(&how))?;
    let Some(mut out) = array::flat_to_r(&values, options)? else {
        return Err(Error::convert(format!("A column of type {dtype} has no R type.")));
    };
    let missing = x.call_method0("isna")?.call_method1("__array__", ("bool",))?;
    let missing = missing.cast::<PyArray1<bool>>().map_err(PyErr::from)?.readonly();
    let missing = missing.as_array();
    let missing = missing.iter().enumerate().filter(|(_, missing)| **missing).map(|(i, _)| i);
    match out.as_sexp().kind() {
        Type::Logical => missing.for_each(|i| out.logicals_mut()[i] = NA_LOGICAL),
        Type::Integer => missing.for_each(|i| out.integers_mut()[i] = NA_INTEGER),
        _ if out.as_sexp().inherits("integer64") => {
            missing.for_each(|i| out.integers64_mut()[i] = NA_INTEGER64)
        }
        _ => missing.for_each(|i| out.doubles_mut()[i] = na_real()),
    }
    Ok(out)
}

/// Times with a zone, and those of Arrow.
fn times_to_r(x: &Bound<'_, PyAny>, dtype: &Bound<'_, PyAny>) -> Result<Value> {
    let (dtype, zone) = match dtype.getattr("pyarrow_dtype") {
        Ok(arrow) => {
            let zone = arrow.getattr("tz").ok().and_then(|zone| zone.extract::<Option<String>>().ok());
            (arrow, zone.flatten())
        }
        Err(_) => (dtype.clone(), Some(time::zone_name(&dtype.getattr("tz")?))),
    };
    let unit: String = match dtype.getattr("unit") {
        Ok(unit) => unit.extract()?,
        Err(_) => return objects_to_r(x, Options::new()),
    };
    let is_length = dtype.str()?.to_string().starts_with("duration");
    let class = if is_length { "timedelta64" } else { "datetime64" };
    let values = x.call_method1("to_numpy", (format!("{class}[{unit}]"),))?;
    if is_length {
        return time::timedelta64_to_r(&values);
    }
    let mut out = time::datetime64_to_r(&values)?;
    if let Some(zone) = zone {
        out.set_attr(c"tzone", &Value::string(&zone));
    }
    Ok(out)
}

/// Strings, Dates, or whatever the items are one by one.
fn objects_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if let Some(text) = strings::to_r(&array::numpy(x.py())?.call_method1("asarray", (x, "object"))?, false)?
    {
        return Ok(text);
    }
    let mut items: Vec<Bound<'_, PyAny>> = x.call_method0("tolist")?.extract()?;
    let of_one_kind = blank_missing(x.py(), &mut items);
    match of_one_kind {
        Some(PyKind::None) => logical::many_to_r(&items),
        Some(PyKind::Date) => time::many_dates_to_r(&items),
        _ => list::to_r(&PyList::new(x.py(), items)?.into_any(), options),
    }
}

/// Makes the missing items `None`, and tells the kind that all others have, or `None` for no others. A
/// float nan is how pandas marks a missing `bool` or `date`.
fn blank_missing<'py>(py: Python<'py>, items: &mut [Bound<'py, PyAny>]) -> Option<PyKind> {
    let mut kinds: Vec<PyKind> = Vec::new();
    let mut nans = Vec::new();
    for (i, item) in items.iter_mut().enumerate() {
        match PyKind::of(item).0 {
            PyKind::None => (),
            PyKind::Missing => *item = py.None().into_bound(py),
            PyKind::Float if item.extract::<f64>().is_ok_and(f64::is_nan) => nans.push(i),
            kind if kinds.contains(&kind) => (),
            kind => kinds.push(kind),
        }
    }
    let kind = match kinds[..] {
        [] if !nans.is_empty() => PyKind::Float,
        [] if items.is_empty() => return None,
        [] => PyKind::None,
        [kind] => kind,
        _ => return None,
    };
    if matches!(kind, PyKind::Bool | PyKind::Int | PyKind::Date) {
        nans.iter().for_each(|&i| items[i] = py.None().into_bound(py));
    }
    Some(kind)
}

/// The text of each label, or with levels (`MultiIndex`) its parts between dots.
pub fn labels(x: &Bound<'_, PyAny>) -> Result<Vec<String>> {
    let labels: Vec<Bound<'_, PyAny>> = x.call_method0("tolist")?.extract()?;
    let whole = || labels.iter().map(character::label).collect::<Result<Vec<String>>>();
    if x.getattr("nlevels")?.extract::<usize>()? == 1 {
        return whole();
    }
    let pasted = labels.iter().map(|label| {
        let parts = label.try_iter()?.map(|part| character::label(&part?)).collect::<Result<Vec<_>>>()?;
        Ok(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("."))
    });
    let pasted = pasted.collect::<Result<Vec<String>>>()?;
    // ("a.b", "c") and ("a", "b.c") would be one: then as Python shows them.
    if pasted.iter().collect::<HashSet<_>>().len() == pasted.len() { Ok(pasted) } else { whole() }
}
