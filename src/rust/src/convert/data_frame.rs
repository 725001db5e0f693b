//! data.frame ⇄ `pandas.DataFrame`; `pandas.Series` → vector
//!
//! A column with missing values is nullable (`Int32`, `boolean`), categorical, `NaT` or `None`: never a
//! valid value. Times keep their zone.
use super::kind::RKind;
use super::{Options, PyKind, array, character, factor, list, logical, number, s3, time, to_py_with};
use crate::error::{Error, Result};
use crate::ffi::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL};
use crate::ffi::{Sexp, Type, Value};
use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub fn pandas(py: Python<'_>) -> Result<Bound<'_, PyModule>> {
    py.import("pandas").map_err(|_| {
        Error::module(
            "Data frames and factors cross by way of pandas, which this Python does not have: \
             py_install(\"pandas\"), or send as.list(x).",
        )
    })
}

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper().ok_or_else(super::too_deep)?;
    let pandas = pandas(py)?;
    let names = x.names().unwrap_or(Sexp::null());
    let columns = PyDict::new(py);
    // By number first, as two columns may have the same name.
    for (i, column) in x.elts().enumerate() {
        let column = column_to_py(py, column, options).map_err(|err| name_column(err, names, i))?;
        columns.set_item(i, column)?;
    }
    let arguments = PyDict::new(py);
    arguments.set_item("index", index_to_py(py, x)?)?;
    let out = pandas.getattr("DataFrame")?.call((columns,), Some(&arguments))?;
    let names: Vec<_> = (0..names.len()).map(|i| names.string(i)).collect();
    out.setattr("columns", PyList::new(py, names)?)?;
    Ok(out)
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper().ok_or_else(super::too_deep)?;
    let labels: Vec<Bound<'_, PyAny>> = x.getattr("columns")?.call_method0("tolist")?.extract()?;
    let labels = labels.iter().map(character::label).collect::<Result<Vec<String>>>()?;
    let rows = x.getattr("index")?.len()?;
    let mut out = Value::list(labels.len())?;
    let iloc = x.getattr("iloc")?;
    for i in 0..labels.len() {
        let column = iloc.get_item((pyo3::types::PySlice::full(x.py()), i))?;
        out.set_elt(i, &column_to_r(&column, options)?);
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
    let mut out = column_to_r(x, options)?;
    if let Some(names) = index_to_r(&x.getattr("index")?)? {
        let names = match names.as_sexp().kind() {
            Type::Character => names,
            _ => Value::strings(&names.as_sexp().integers().iter().map(i32::to_string).collect::<Vec<_>>())?,
        };
        out.set_names(&names);
    }
    Ok(out)
}

fn column_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some(column) = s3::r_to_py(py, x)? {
        return Ok(column);
    }
    let dim = [x.len()];
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
        RKind::Date => {
            as_time(array::owned(py, time::count(x, |days| days.floor() * 86_400.0)?, &dim)?, "datetime64[s]")
        }
        RKind::Datetime => {
            let moments =
                as_time(array::owned(py, time::count(x, |seconds| seconds * 1e6)?, &dim)?, "datetime64[us]")?;
            let moments = pandas(py)?
                .call_method1("DatetimeIndex", (moments,))?
                .call_method1("tz_localize", ("UTC",))?;
            match time::zone_of(x) {
                Some(zone) => Ok(moments.call_method1("tz_convert", (zone,))?),
                None => Ok(moments),
            }
        }
        RKind::DatetimeParts => column_to_py(py, time::from_parts(py, x)?.as_sexp(), options),
        RKind::Duration => {
            let unit = time::seconds_in_unit(x);
            as_time(array::owned(py, time::count(x, |n| n * unit * 1e6)?, &dim)?, "timedelta64[us]")
        }
        RKind::Character => {
            let items = array::objects(py, x, &dim, character::item_to_py)?;
            // pandas finds out that they are strings where there is one to look at.
            match (0..x.len()).all(|i| x.string(i).is_none()) {
                true => {
                    let dtype = PyDict::new(py);
                    dtype.set_item("dtype", "string")?;
                    Ok(pandas(py)?.call_method("array", (items,), Some(&dtype))?)
                }
                false => Ok(items),
            }
        }
        RKind::List => array::objects(py, x, &dim, |py, x, i| to_py_with(py, x.elt(i), options)),
        _ => array::to_py(py, x, options),
    }
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

fn as_time<'py>(x: Bound<'py, PyAny>, dtype: &str) -> Result<Bound<'py, PyAny>> {
    Ok(x.call_method1("view", (dtype,))?)
}

fn name_column(err: Error, names: Sexp<'_>, i: usize) -> Error {
    match err {
        Error::Own { kind, message } => {
            let name = (i < names.len()).then(|| names.string(i)).flatten().unwrap_or_default();
            Error::Own { kind, message: format!("Column {} (\"{name}\"): {message}", i + 1) }
        }
        err => err,
    }
}

fn column_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let dtype = x.getattr("dtype")?;
    let name = dtype.str()?.to_string();
    if name == "category" {
        return factor::to_r(&x.getattr("array")?);
    }
    if dtype.hasattr("tz")? {
        let moments = x.getattr("dt")?.call_method1("tz_convert", ("UTC",))?.getattr("dt")?;
        let moments = moments.call_method1("tz_localize", (x.py().None(),))?.call_method0("to_numpy")?;
        let mut out = time::datetime64_to_r(&moments)?;
        out.set_attr(c"tzone", &Value::string(&time::zone_name(&dtype.getattr("tz")?)));
        return Ok(out);
    }
    if name == "datetime64[s]" {
        return seconds_to_r(&x.call_method0("to_numpy")?);
    }
    let is_numpy = dtype.is_instance(&array::numpy(x.py())?.getattr("dtype")?)?;
    if is_numpy && name != "object" {
        let values = x.call_method0("to_numpy")?;
        return array::flat_to_r(&values, options)?
            .ok_or_else(|| Error::convert(format!("A column of type {name} has no R type.")));
    }
    let items = items_or_none(x)?;
    match name.to_lowercase().as_str() {
        name if name.starts_with("str") => character::many_to_r(&items),
        name if name.starts_with("bool") => logical::many_to_r(&items),
        name if is_int(name) => number::many_ints_to_r(&items),
        name if name.starts_with("float") || name.starts_with("double") => number::many_floats_to_r(&items),
        _ => list::to_r(&PyList::new(x.py(), items)?.into_any(), options),
    }
}

/// `int64`, `Int32`, `uint8[pyarrow]`, and not `interval[...]`.
fn is_int(name: &str) -> bool {
    let size = name.strip_prefix('u').unwrap_or(name).strip_prefix("int");
    size.is_some_and(|size| size.starts_with(|c: char| c.is_ascii_digit()))
}

/// What a Date column is in pandas, whose times have no coarser unit: midnights are Dates.
fn seconds_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let seconds = array::int64s(&x.call_method1("astype", ("int64",))?)?;
    match seconds.iter().all(|&x| x == time::NAT || x % 86_400 == 0) {
        true => Ok(time::datetime64_to_r(&x.call_method1("astype", ("datetime64[D]",))?)?),
        false => time::datetime64_to_r(x),
    }
}

/// The items of a column; the missing ones, however pandas marks them there, as `None`.
fn items_or_none<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    let items: Vec<Bound<'py, PyAny>> = x.call_method0("tolist")?.extract()?;
    let is_text = items.iter().any(|item| PyKind::of(item).0 == PyKind::Str);
    let none = x.py().None().into_bound(x.py());
    let missing = |item: &Bound<'py, PyAny>| match PyKind::of(item).0 {
        PyKind::Missing => true,
        // A float nan among strings is how older columns mark a missing one.
        PyKind::Float => is_text && item.extract::<f64>().is_ok_and(f64::is_nan),
        _ => false,
    };
    Ok(items.into_iter().map(|item| if missing(&item) { none.clone() } else { item }).collect())
}

/// `None` for R's automatic row names, which pandas makes itself.
fn index_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let none = || py.None().into_bound(py);
    let Some(names) = x.attr(c"row.names").map(Sexp::to_value) else { return Ok(none()) };
    let names = names.as_sexp();
    match names.kind() {
        Type::Character => {
            let names: Vec<_> = (0..names.len()).map(|i| names.string(i)).collect();
            Ok(PyList::new(py, names)?.into_any())
        }
        Type::Integer if names.integers().iter().enumerate().any(|(i, &name)| name != i as i32 + 1) => {
            Ok(array::owned(py, names.integers().to_vec(), &[names.len()])?)
        }
        // Without any column, the index alone tells how many rows there are.
        _ if x.len() == 0 => Ok(py.import("builtins")?.call_method1("range", (names.len(),))?),
        _ => Ok(none()),
    }
}

/// `None` where the index counts from 0, or where it is not what R takes for row names.
fn index_to_r(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let rows = x.len()?;
    let unique: bool = x.getattr("is_unique")?.extract()?;
    let labels: Vec<Bound<'_, PyAny>> = x.call_method0("tolist")?.extract()?;
    if !unique || rows == 0 {
        return Ok(None);
    }
    match list::scalar_kind(&labels) {
        Some(PyKind::Int) => {
            let labels: Vec<i64> = x.call_method0("tolist")?.extract()?;
            if labels.iter().enumerate().all(|(i, &label)| label == i as i64) {
                return Ok(None);
            }
            let mut out = Value::integers(rows)?;
            for (to, label) in out.integers_mut().iter_mut().zip(labels) {
                let Ok(label) = i32::try_from(label) else { return Ok(None) };
                *to = label;
            }
            Ok(Some(out))
        }
        Some(PyKind::Str) => Ok(Some(character::many_to_r(&labels)?)),
        _ => {
            let labels = labels.iter().map(character::label).collect::<Result<Vec<String>>>()?;
            Ok(Some(Value::strings(&labels)?))
        }
    }
}

/// R's short form of the row names `1:n`.
fn automatic_row_names(n: usize) -> Result<Value> {
    if n == 0 {
        return Ok(Value::integers(0)?);
    }
    let count = i32::try_from(n)
        .map_err(|_| Error::convert(format!("A data frame has below 2^31 rows, not {n}.")))?;
    let mut out = Value::integers(2)?;
    out.integers_mut().copy_from_slice(&[NA_INTEGER, -count]);
    Ok(out)
}
