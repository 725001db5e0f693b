//! The elements of an array, without its shape → a vector of the R type for their NumPy type
use super::{items, numbers, text};
use crate::convert::options::Options;
use crate::convert::{character, np, time};
use crate::error::Result;
use crate::r::Value;
use crate::shared::array::Source;
use numpy::{Complex32, Complex64};
use pyo3::{intern, prelude::*};

/// The elements in column-major order, without `dim`; `None` if R has no type for them.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Option<Value>> {
    let x = &plain(x)?;
    let dtype = x.getattr(intern!(x.py(), "dtype"))?;
    let kind = np::kind(x)?;
    let size: usize = dtype.getattr(intern!(x.py(), "itemsize"))?.extract()?;
    Ok(Some(match (kind, size) {
        ('b', _) => np::elements::<bool>(x)?.logicals(|x| x)?,
        ('i', 1) => numbers::integers::<i8>(x)?,
        ('i', 2) => numbers::integers::<i16>(x)?,
        ('u', 1) => numbers::integers::<u8>(x)?,
        ('u', 2) => numbers::integers::<u16>(x)?,
        ('i', 4) => numbers::whole::<i32>(x)?,
        ('u', 4) => numbers::whole::<u32>(x)?,
        ('i', 8) => numbers::whole::<i64>(x)?,
        ('u', 8) => numbers::whole::<u64>(x)?,
        // Converted to the narrowest Rust type that represents each value exactly.
        ('f', 2) => numbers::doubles::<f32>(&np::astype(x, "float32")?)?,
        ('f', 4) => numbers::doubles::<f32>(x)?,
        ('f', 8) => numbers::doubles::<f64>(x)?,
        ('f', _) => {
            let narrowed = np::astype(x, "float64")?;
            numbers::check_range(x, &narrowed)?;
            numbers::doubles::<f64>(&narrowed)?
        }
        ('c', 8) => numbers::complexes::<Complex32>(x, |x| [x.re.into(), x.im.into()])?,
        ('c', 16) => numbers::complexes::<Complex64>(x, |x| [x.re, x.im])?,
        ('c', _) => numbers::complexes::<Complex64>(&np::astype(x, "complex128")?, |x| [x.re, x.im])?,
        ('U', 4..) => text::fixed_width(x, size / 4)?,
        ('U', _) => character::many_to_r(&np::items(x)?)?,
        ('S', _) => text::bytes_to_r(x, size)?,
        ('T', _) => character::many_to_r(&np::items(&np::astype(x, "object")?)?)?,
        ('O', _) => items::to_r(x, options)?,
        ('M', _) => time::datetime64_to_r(x)?,
        ('m', _) => time::timedelta64_to_r(x)?,
        // ml_dtypes: bfloat16, float8_e4m3fn, int4, ... A float32 represents each of them exactly.
        ('V', 1 | 2) if dtype.getattr("names")?.is_none() && np::is_ml_dtype(&dtype)? => {
            numbers::doubles::<f32>(&np::astype(x, "float32")?)?
        }
        ('V', 1) if dtype.getattr("names")?.is_none() => text::opaque_bytes(x)?,
        _ => return Ok(None),
    }))
}

/// Native byte order and aligned, as Rust reads it.
fn plain<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let x = &np::exact(x)?;
    let dtype = x.getattr("dtype")?;
    if !dtype.getattr("isnative")?.extract::<bool>()? {
        return np::astype(x, dtype.call_method1("newbyteorder", ("=",))?);
    }
    match x.getattr("flags")?.getattr("aligned")?.extract::<bool>()? {
        true => Ok(x.clone()),
        false => Ok(x.call_method0("copy")?),
    }
}
