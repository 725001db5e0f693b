//! matrix, array ⇄ `numpy.ndarray`
//!
//! If R and NumPy have the same memory layout, the NumPy array is a view of R's memory, otherwise of a
//! copy: column-major and read-only, because R and Python must not modify each other's values. Conversion
//! to R makes one copy. A missing value becomes `nan` in a float64 array (integer) or `None` in an object
//! array (logical, character).
pub mod adopt;
pub mod masked;
mod items;
pub mod missing;
mod numbers;
pub mod original;
pub mod record;
pub mod sparse;
mod text;
mod valid;

use crate::convert::library::library;
use crate::convert::{Options, character, factor, logical, number, raw, strings, time};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::RKind;
use crate::os::memory;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use crate::r::{Sexp, Value};
use crate::shared::array::{as_numpy, copy_into};
pub use items::{items, list_items, objects};
use numpy::{
    Complex32, Complex64, Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
};
use original::Items;
use pyo3::types::PyBytes;
use pyo3::{IntoPyObjectExt, intern, prelude::*};

pub fn numpy(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    let missing =
        "Arrays are converted by NumPy, which this Python installation lacks: py_install(\"numpy\").";
    library(py, "numpy", missing)
}

pub fn has_numpy(py: Python<'_>) -> Result<bool> {
    match numpy(py) {
        Ok(_) => Ok(true),
        Err(Error::Own { .. }) => Ok(false),
        Err(err) => Err(err),
    }
}

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
    match kind {
        RKind::Integer => {
            let values = x.integers().iter().map(|&x| if x == NA_INTEGER { na_real() } else { f64::from(x) });
            owned(py, values.gather()?)
        }
        RKind::Logical if x.logicals().contains(&NA_LOGICAL) => {
            items::slice_objects(py, x.logicals(), logical::flag_to_py)
        }
        RKind::Logical => owned(py, x.logicals().iter().map(|&x| x != 0).gather()?),
        RKind::Character => strings::to_py(py, x),
        RKind::Integer64 => items::slice_objects(py, x.integers64(), number::integer64_to_py),
        RKind::Factor => factor::labels_to_py(py, x),
        RKind::Date => astype(&time::dates_to_column(py, x)?, "datetime64[D]"),
        RKind::Datetime => time::datetimes_to_column(py, x),
        RKind::Duration => time::durations_to_column(py, x),
        _ => Err(Error::convert("The array has elements that NumPy has no type for.")),
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
    let x = &exact(x)?;
    check_dimensions(shape(x)?.len())?;
    if let Some(original) = original::to_r(x, options)? {
        return Ok(original);
    }
    let Some(mut out) = flat_to_r(x, options)? else { return record::to_r(x, options) };
    set_shape(&mut out, &shape(x)?)?;
    Ok(out)
}

pub fn shape(x: &Bound<'_, PyAny>) -> Result<Vec<usize>> {
    Ok(x.getattr(intern!(x.py(), "shape"))?.extract()?)
}

/// Sets the dimensions of a vector to those of its array. A 0-dimensional array becomes a scalar.
pub fn set_shape(x: &mut Value, shape: &[usize]) -> Result<()> {
    if shape.is_empty() {
        return Ok(());
    }
    let dim: std::result::Result<Vec<i32>, _> = shape.iter().map(|&n| i32::try_from(n)).collect();
    x.set_dim(&dim.map_err(|_| {
        Error::convert(format!("The array has shape {shape:?}; in R each dimension must be below 2^31."))
    })?)?;
    Ok(())
}

/// A NumPy scalar; a reference if it has no fields and no R type (`numpy.void`).
pub fn scalar_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if x.is_instance_of::<PyBytes>() {
        return raw::to_r(x);
    }
    let array = numpy(x.py())?.call_method1("asarray", (x,))?;
    match flat_to_r(&array, options)? {
        Some(value) => Ok(value),
        None => record::to_r(x, options),
    }
}

/// The elements in column-major order, without `dim`; `None` if R has no type for them.
pub fn flat_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Option<Value>> {
    let x = &plain(x)?;
    let dtype = x.getattr(intern!(x.py(), "dtype"))?;
    let kind = kind(x)?;
    let size: usize = dtype.getattr(intern!(x.py(), "itemsize"))?.extract()?;
    Ok(Some(match (kind, size) {
        ('b', _) => {
            let mut out = Value::logicals(len(x)?)?;
            copy_into(&elements::<bool>(x)?, out.logicals_mut(), i32::from);
            out
        }
        ('i', 1) => numbers::integers::<i8>(x)?,
        ('i', 2) => numbers::integers::<i16>(x)?,
        ('u', 1) => numbers::integers::<u8>(x)?,
        ('u', 2) => numbers::integers::<u16>(x)?,
        ('i', 4) => numbers::int32s(x)?,
        ('u', 4) => numbers::uint32s(x)?,
        ('i', 8) => numbers::int64s_to_r(x)?,
        ('u', 8) => numbers::uint64s(x)?,
        // Converted to the narrowest Rust type that represents each value exactly.
        ('f', 2) => numbers::doubles::<f32>(&astype(x, "float32")?)?,
        ('f', 4) => numbers::doubles::<f32>(x)?,
        ('f', 8) => numbers::doubles::<f64>(x)?,
        ('f', _) => {
            let narrowed = astype(x, "float64")?;
            numbers::check_range(x, &narrowed)?;
            numbers::doubles::<f64>(&narrowed)?
        }
        ('c', 8) => numbers::complexes::<Complex32>(x, |x| (x.re.into(), x.im.into()))?,
        ('c', 16) => numbers::complexes::<Complex64>(x, |x| (x.re, x.im))?,
        ('c', _) => numbers::complexes::<Complex64>(&astype(x, "complex128")?, |x| (x.re, x.im))?,
        ('U', 4..) => text::fixed_width(x, size / 4)?,
        ('U', _) => character::many_to_r(&items(x)?)?,
        ('S', _) => text::bytes_to_r(x, size)?,
        ('T', _) => character::many_to_r(&items(&astype(x, "object")?)?)?,
        ('O', _) => items::to_r(x, options)?,
        ('M', _) => time::datetime64_to_r(x)?,
        ('m', _) => time::timedelta64_to_r(x)?,
        // ml_dtypes: bfloat16, float8_e4m3fn, int4, ... A float32 represents each of them exactly.
        ('V', 1 | 2) if dtype.getattr("names")?.is_none() && is_ml_dtype(&dtype)? => {
            numbers::doubles::<f32>(&astype(x, "float32")?)?
        }
        ('V', 1) if dtype.getattr("names")?.is_none() => text::opaque_bytes(x)?,
        _ => return Ok(None),
    }))
}

/// The kind of the elements, as NumPy's letter.
pub fn kind(x: &Bound<'_, PyAny>) -> Result<char> {
    let dtype = x.getattr(intern!(x.py(), "dtype"))?;
    Ok(dtype.getattr(intern!(x.py(), "kind"))?.extract()?)
}

/// The 64-bit numbers of an array in column-major order.
pub fn int64s(x: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    let mut out = memory::repeated(0, len(x)?)?;
    copy_into(&elements::<i64>(x)?, &mut out, |x| x);
    Ok(out)
}

/// A 1-dimensional array that owns its memory.
pub fn owned<T: Element>(py: Python<'_>, values: Vec<T>) -> Result<Bound<'_, PyAny>> {
    Ok(PyArray1::from_vec(py, values).into_any())
}

/// Native byte order and aligned, as Rust reads it.
fn plain<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let x = &exact(x)?;
    let dtype = x.getattr("dtype")?;
    if !dtype.getattr("isnative")?.extract::<bool>()? {
        return astype(x, dtype.call_method1("newbyteorder", ("=",))?);
    }
    match x.getattr("flags")?.getattr("aligned")?.extract::<bool>()? {
        true => Ok(x.clone()),
        false => Ok(x.call_method0("copy")?),
    }
}

/// As NumPy's own class: the attributes of a subclass may be anything.
fn exact<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    match x.is_exact_instance_of::<PyUntypedArray>() {
        true => Ok(x.clone()),
        false => Ok(numpy(x.py())?.call_method1("asarray", (x,))?),
    }
}

fn astype<'py>(x: &Bound<'py, PyAny>, dtype: impl IntoPyObject<'py>) -> Result<Bound<'py, PyAny>> {
    Ok(x.call_method1("astype", (dtype.into_bound_py_any(x.py())?,))?)
}

pub fn len(x: &Bound<'_, PyAny>) -> Result<usize> {
    Ok(x.getattr("size")?.extract()?)
}

pub fn elements<'py, T: Element>(x: &Bound<'py, PyAny>) -> Result<PyReadonlyArrayDyn<'py, T>> {
    let array = x.cast::<PyArrayDyn<T>>().map_err(PyErr::from)?;
    array.try_readonly().map_err(|_| Error::convert("The array is being written to elsewhere."))
}

/// The error if the elements are not contiguous.
pub fn scattered(_: numpy::AsSliceError) -> Error {
    Error::convert("The elements of the array are not contiguous in memory.")
}

pub fn is_ml_dtype(dtype: &Bound<'_, PyAny>) -> Result<bool> {
    let module: String = dtype.getattr("type")?.getattr("__module__")?.extract()?;
    Ok(module.starts_with("ml_dtypes"))
}
