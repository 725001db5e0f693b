//! matrix, array ⇄ `numpy.ndarray`
//!
//! If R and NumPy have the same memory layout, the NumPy array is a view of R's memory, otherwise of a
//! copy: column-major and read-only, because R and Python must not modify each other's values. Conversion
//! to R makes one copy. A missing value becomes `nan` in a float64 array (integer) or `None` in an object
//! array (logical, character).
pub mod adopt;
pub mod flat;
mod items;
pub mod masked;
pub mod missing;
mod numbers;
pub mod original;
mod record;
pub mod sparse;
mod text;
mod valid;

use crate::convert::library::numpy;
use crate::convert::options::Options;
use crate::convert::{factor, logical, np, number, raw, strings, time};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::RKind;
use crate::object::py_in_r;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use crate::r::{Sexp, Value};
use crate::shared::array::as_numpy;
use original::Items;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    numpy(py)?;
    check_dimensions(x.dim().map_or(1, |dim| dim.len()))?;
    match RKind::of_elements(x) {
        RKind::Double => original::over_r(py, x, x.doubles()),
        RKind::Integer if !x.integers().contains(&NA_INTEGER) => original::over_r(py, x, x.integers()),
        RKind::Integer64 if !x.integers64().contains(&NA_INTEGER64) => {
            original::over_r(py, x, x.integers64())
        }
        RKind::Complex => original::over_r(py, x, as_numpy(x.complexes())),
        RKind::Raw => original::over_r(py, x, x.raws()),
        RKind::List => items::list_to_py(py, x, options),
        kind => original::over_copy(x, copied(py, x, kind)?, Items::Fixed),
    }
}

/// The elements in new memory, for types whose layout differs in Python.
fn copied<'py>(py: Python<'py>, x: Sexp<'_>, kind: RKind) -> Result<Bound<'py, PyAny>> {
    let no_type = || Err(Error::convert("The array has elements that NumPy has no type for."));
    match kind {
        RKind::Integer => {
            let values = x.integers().iter().map(|&x| if x == NA_INTEGER { na_real() } else { f64::from(x) });
            np::owned(py, values.gather()?)
        }
        RKind::Logical if x.logicals().contains(&NA_LOGICAL) => {
            np::slice_objects(py, x.logicals(), logical::flag_to_py)
        }
        RKind::Logical => np::owned(py, x.logicals().iter().map(|&x| x != 0).gather()?),
        RKind::Character => strings::to_py(py, x),
        RKind::Integer64 => np::slice_objects(py, x.integers64(), number::integer64_to_py),
        RKind::Factor => factor::labels_to_py(py, x),
        RKind::Date => np::astype(&time::dates_to_column(py, x)?, "datetime64[D]"),
        RKind::Datetime => time::datetimes_to_column(py, x),
        RKind::Duration => time::durations_to_column(py, x),
        RKind::Null | RKind::Double | RKind::Complex | RKind::Raw | RKind::List | RKind::Array => no_type(),
        RKind::DatetimeParts | RKind::Version | RKind::DataFrame | RKind::Sparse => no_type(),
        RKind::Error | RKind::Function | RKind::Other => no_type(),
    }
}

/// The limit of the `numpy` crate; NumPy itself supports 64 dimensions since version 2.
fn check_dimensions(n: usize) -> Result<()> {
    match n {
        0..=32 => Ok(()),
        n => Err(Error::convert(format!(
            "The array has {n} dimensions, and at most 32 are converted. Reshape it first: array_reshape(), or \
             in Python x$reshape()."
        ))),
    }
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let x = &np::exact(x)?;
    check_dimensions(np::shape(x)?.len())?;
    if let Some(original) = original::to_r(x, options)? {
        return Ok(original);
    }
    let Some(mut out) = flat::to_r(x, options)? else { return record::to_r(x, options) };
    np::set_shape(&mut out, &np::shape(x)?)?;
    Ok(out)
}

/// Masked elements are `NA`.
pub fn masked_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match masked::to_r(x, options)? {
        Some(mut out) => {
            np::set_shape(&mut out, &np::shape(x)?)?;
            Ok(out)
        }
        None => record::to_r(x, options),
    }
}

/// A `memoryview` of bytes becomes raw, of numbers an array, and of other types a reference.
pub fn memory_view_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let format: String = x.getattr("format")?.extract()?;
    let is_bytes = matches!(format.as_str(), "B" | "b" | "c") && x.getattr("ndim")?.extract::<usize>()? == 1;
    if is_bytes {
        let bytes = x.call_method0("tobytes")?;
        return raw::to_r(&bytes);
    }
    match numpy(x.py())?.call_method1("asarray", (x,)) {
        Ok(array) => to_r(&array, options),
        Err(_) => py_in_r::new(x.clone(), options.convert),
    }
}

/// A NumPy scalar; a reference if it has no fields and no R type (`numpy.void`).
pub fn scalar_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if x.is_instance_of::<PyBytes>() {
        return raw::to_r(x);
    }
    let array = numpy(x.py())?.call_method1("asarray", (x,))?;
    match flat::to_r(&array, options)? {
        Some(value) => Ok(value),
        None => record::to_r(x, options),
    }
}
