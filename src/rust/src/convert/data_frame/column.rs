//! A column: R vector ⇄ NumPy array or pandas extension array
//!
//! A column with missing values is nullable (`Int32`, `boolean`), categorical, or has `NaT` or `None`: a
//! missing value never becomes a valid value. Times keep their zone. A column from R is a copy, so that
//! pandas may modify it. With the option `nullable`, columns of numbers, logicals and strings are nullable
//! whether or not they have missing values.
use super::{arrow, arrow_text, labels, objects};
use crate::convert::array::{flat, masked};
use crate::convert::library::{numpy, pandas};
use crate::convert::options::Options;
use crate::convert::{array, factor, np, strings, time};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::RKind;
use crate::py::bytes;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, is_na_real};
use crate::r::{Sexp, Value, guard};
use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    guard::materialize(x)?;
    let copied = || Ok(array::to_py(py, x, options)?.call_method0("copy")?);
    match kind(x) {
        RKind::Array | RKind::DataFrame => Err(Error::convert(
            "It is a matrix or a data frame itself; give each of its columns a column of its own.",
        )),
        RKind::Factor => factor::categorical(py, x),
        RKind::Logical => {
            let values = x.logicals();
            let value = |x| x != 0 && x != NA_LOGICAL;
            nullable(py, "BooleanArray", values, |x| x == NA_LOGICAL, value, options)
        }
        RKind::Integer => nullable(py, "IntegerArray", x.integers(), |x| x == NA_INTEGER, |x| x, options),
        RKind::Integer64 => {
            nullable(py, "IntegerArray", x.integers64(), |x| x == NA_INTEGER64, |x| x, options)
        }
        RKind::Double if options.nullable => {
            nullable(py, "FloatingArray", x.doubles(), is_na_real, |x| x, options)
        }
        RKind::Date => time::dates_to_column(py, x),
        RKind::Datetime => {
            let moments = pandas(py)?.call_method1("DatetimeIndex", (time::datetimes_to_column(py, x)?,))?;
            let moments = moments.call_method1("tz_localize", ("UTC",))?;
            Ok(moments.call_method1("tz_convert", (time::column_zone(py, x)?,))?)
        }
        RKind::DatetimeParts => to_py(py, time::from_parts(py, x)?.as_sexp(), options),
        RKind::Duration => time::durations_to_column(py, x),
        RKind::Character => text_to_py(py, x, options),
        RKind::List => objects::to_py(py, x, options),
        RKind::Double | RKind::Complex | RKind::Raw | RKind::Version => copied(),
        RKind::Null | RKind::Sparse | RKind::Error | RKind::Function | RKind::Other => copied(),
    }
}

/// A 1-dimensional array is converted as a vector.
pub fn kind(x: Sexp<'_>) -> RKind {
    match RKind::of(x) {
        RKind::Array if x.dim().is_some_and(|dim| dim.len() == 1) => RKind::of_elements(x),
        kind => kind,
    }
}

/// A Series, an Index, an extension array.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let dtype = x.getattr("dtype")?;
    let name = dtype.str()?.to_string();
    if dtype.is_instance(&numpy(x.py())?.getattr("dtype")?)? {
        return numpy_to_r(&x.call_method0("to_numpy")?, &name, options);
    }
    if dtype.hasattr("pyarrow_dtype")? {
        return arrow::to_r(&elements(x).call_method0("__arrow_array__")?, options);
    }
    let family = name.split(['[', ',']).next().unwrap_or_default();
    match family {
        "category" => factor::categorical_to_r(&elements(x)),
        "Sparse" => numpy_to_r(&numpy(x.py())?.call_method1("asarray", (x,))?, "", options),
        "str" | "string" => text_to_r(x, &dtype),
        "period" => periods_to_r(&elements(x)),
        "interval" => intervals_to_r(x),
        _ if elements(x).hasattr("_mask")? => masked_to_r(&elements(x), &name),
        _ => match dtype.getattr("kind").and_then(|kind| kind.extract::<char>()) {
            Ok('M') => zoned_to_r(x, &dtype),
            Ok('b' | 'i' | 'u' | 'f' | 'c') => numpy_to_r(&x.call_method0("to_numpy")?, &name, options),
            _ => objects::to_r(x, options),
        },
    }
}

/// The extension array of a Series or an Index; an extension array is returned unchanged.
fn elements<'py>(x: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    x.getattr("array").unwrap_or_else(|_| x.clone())
}

/// `str`, `string`, and Arrow's string types; not `struct<...>`.
pub fn is_text(dtype: &str) -> bool {
    dtype == "str" || dtype.starts_with("string") || dtype.starts_with("large_string")
}

/// A NumPy array or, if values are missing or the option is set, pandas's masked array.
fn nullable<'py, T: Copy, U: Element>(
    py: Python<'py>,
    class: &str,
    x: &[T],
    is_missing: impl Fn(T) -> bool,
    value: impl Fn(T) -> U,
    options: Options,
) -> Result<Bound<'py, PyAny>> {
    let values = np::owned(py, x.iter().map(|&x| value(x)).gather()?)?;
    if !options.nullable && !x.iter().any(|&x| is_missing(x)) {
        return Ok(values);
    }
    let mask = np::owned(py, x.iter().map(|&x| is_missing(x)).gather()?)?;
    Ok(pandas(py)?.getattr("arrays")?.call_method1(class, (values, mask))?)
}

/// The dtype that pandas would infer: `str`, or `object` in pandas 2.
fn text_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let pandas = pandas(py)?;
    let one = PyList::new(py, [""])?;
    let mut dtype = pandas.call_method1("Series", (one,))?.getattr("dtype")?;
    if options.nullable {
        dtype = pandas.call_method0("StringDtype")?;
    } else if !dtype.hasattr("storage")? {
        // pandas infers strings if there is at least one.
        if (0..x.len()).any(|i| !x.is_na_string(i)) {
            return strings::to_py(py, x);
        }
        dtype = pandas.call_method0("StringDtype")?;
    }
    if dtype.getattr("storage")?.eq("pyarrow")? {
        return arrow_text::to_py(py, x, &dtype);
    }
    let options = PyDict::new(py);
    options.set_item("dtype", dtype)?;
    options.set_item("copy", false)?;
    Ok(pandas.call_method("array", (strings::to_py(py, x)?,), Some(&options))?)
}

fn numpy_to_r(x: &Bound<'_, PyAny>, name: &str, options: Options) -> Result<Value> {
    match name {
        "object" => objects::to_r(x, options),
        "datetime64[s]" => time::seconds_to_r(x),
        _ => flat::to_r(x, options)?.ok_or_else(|| no_type(name)),
    }
}

fn no_type(name: &str) -> Error {
    Error::convert(format!("A column of type {name} has no R type."))
}

/// `Int64`, `boolean` and the like: pandas stores the numbers and a mask.
fn masked_to_r(x: &Bound<'_, PyAny>, name: &str) -> Result<Value> {
    masked::numbers_to_r(&x.getattr("_data")?, &x.getattr("_mask")?)?.ok_or_else(|| no_type(name))
}

/// A column of int64 as an integer64, whatever its values.
pub fn integer64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let elements = elements(x);
    match elements.hasattr("_mask")? {
        true => masked::integer64_to_r(&elements.getattr("_data")?, &elements.getattr("_mask")?),
        false => {
            let none = numpy(x.py())?.call_method1("zeros", (x.len()?, "bool"))?;
            masked::integer64_to_r(&x.call_method0("to_numpy")?, &none)
        }
    }
}

/// A column of uint8 as raw.
pub fn raw_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let array = numpy(x.py())?.call_method1("ascontiguousarray", (x.call_method0("to_numpy")?,))?;
    let mut out = Value::raws(x.len()?)?;
    out.raws_mut().copy_from_slice(bytes::fixed(&array)?.as_bytes());
    Ok(out)
}

fn text_to_r(x: &Bound<'_, PyAny>, dtype: &Bound<'_, PyAny>) -> Result<Value> {
    if dtype.getattr("storage")?.eq("pyarrow")? {
        return arrow::to_r(&elements(x).call_method0("__arrow_array__")?, Options::new());
    }
    let text = strings::to_r(&x.call_method1("to_numpy", ("object",))?, true)?;
    text.ok_or_else(|| Error::convert("A column of strings holds something else."))
}

/// The start of each period: a Date, or a POSIXct if the periods are shorter than a day.
fn periods_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let freq = x.getattr("dtype")?.getattr("freq")?;
    let starts = x.call_method1("to_timestamp", (x.py().None(), "start"))?.call_method0("to_numpy")?;
    match time::is_shorter_than_a_day(&freq)? {
        true => time::datetime64_to_r(&starts),
        false => time::datetime64_to_r(&starts.call_method1("astype", ("datetime64[D]",))?),
    }
}

/// In pandas's notation: `(0, 1]`.
fn intervals_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let items = x.call_method1("astype", ("object",))?.call_method0("tolist")?;
    labels::strings_of(&labels::labels_of(&items)?, None)
}

fn zoned_to_r(x: &Bound<'_, PyAny>, dtype: &Bound<'_, PyAny>) -> Result<Value> {
    let unit: String = dtype.getattr("unit")?.extract()?;
    let mut out = time::datetime64_to_r(&x.call_method1("to_numpy", (format!("datetime64[{unit}]"),))?)?;
    let zone = time::zone_name(&dtype.getattr("tz")?)?;
    let zone = zone.map_or_else(|| Ok(Value::null()), |zone| Value::string(&zone))?;
    out.set_attr(c"tzone", &zone)?;
    Ok(out)
}
