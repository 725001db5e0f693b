//! Numbers with a mask of missing values (pandas's nullable arrays, Arrow's arrays) → a vector with `NA`
use crate::convert::library::numpy;
use crate::convert::whole::{Fits, Whole, type_of};
use crate::convert::{np, number};
use crate::error::{Error, Result};
use crate::r::Value;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// `None` if R has no type for the numbers. Values under the mask are arbitrary.
pub fn to_r(values: &Bound<'_, PyAny>, missing: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let missing = slice_of::<bool>(missing)?;
    let missing = missing.as_slice().map_err(np::scattered)?;
    let dtype = values.getattr("dtype")?;
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    Ok(Some(match (dtype.getattr("kind")?.extract::<char>()?, size) {
        ('b', _) => {
            let mut out = Value::logicals(missing.len())?;
            fill(out.logicals_mut(), &slice_of::<bool>(values)?, missing, NA_LOGICAL, i32::from)?;
            out
        }
        ('i', 1) => small::<i8>(values, missing)?,
        ('i', 2) => small::<i16>(values, missing)?,
        ('u', 1) => small::<u8>(values, missing)?,
        ('u', 2) => small::<u16>(values, missing)?,
        ('i', 4) => wide::<i32>(values, missing)?,
        ('u', 4) => wide::<u32>(values, missing)?,
        ('i', 8) => wide::<i64>(values, missing)?,
        ('u', 8) => wide::<u64>(values, missing)?,
        ('f', 2) => doubles::<f32>(&values.call_method1("astype", ("float32",))?, missing)?,
        ('f', 4) => doubles::<f32>(values, missing)?,
        ('f', 8) => doubles::<f64>(values, missing)?,
        _ => return Ok(None),
    }))
}

/// An error for the first unmasked integer that R cannot represent, if there is one.
pub fn refused(values: &Bound<'_, PyAny>) -> Result<()> {
    let none = numpy(values.py())?.call_method1("zeros", (values.len()?, "bool"))?;
    to_r(values, &none).map(drop)
}

/// As integer64, even if a smaller type would suffice.
pub fn integer64_to_r(values: &Bound<'_, PyAny>, missing: &Bound<'_, PyAny>) -> Result<Value> {
    let missing = slice_of::<bool>(missing)?;
    let missing = missing.as_slice().map_err(np::scattered)?;
    let mut out = Value::doubles(missing.len())?;
    let mut any_like_na = false;
    fill(out.integers64_mut(), &slice_of::<i64>(values)?, missing, NA_INTEGER64, |x| {
        any_like_na |= x == NA_INTEGER64;
        x
    })?;
    if any_like_na {
        return Err(number::too_large(&NA_INTEGER64.to_string()));
    }
    number::integer64(out)
}

fn small<T: Element + Copy + Into<i32>>(values: &Bound<'_, PyAny>, missing: &[bool]) -> Result<Value> {
    let mut out = Value::integers(missing.len())?;
    fill(out.integers_mut(), &slice_of::<T>(values)?, missing, NA_INTEGER, Into::into)?;
    Ok(out)
}

fn doubles<T: Element + Copy + Into<f64>>(values: &Bound<'_, PyAny>, missing: &[bool]) -> Result<Value> {
    let mut out = Value::doubles(missing.len())?;
    fill(out.doubles_mut(), &slice_of::<T>(values)?, missing, na_real(), Into::into)?;
    Ok(out)
}

/// Most numbers fit integer, so that is tried while they are read.
fn wide<T>(values: &Bound<'_, PyAny>, missing: &[bool]) -> Result<Value>
where
    T: Element + Fits + Into<i128> + TryInto<i32>,
{
    let values = slice_of::<T>(values)?;
    let mut out = Value::integers(missing.len())?;
    let mut all_fit = true;
    fill(out.integers_mut(), &values, missing, NA_INTEGER, |x| {
        let narrow = x.try_into().unwrap_or(NA_INTEGER);
        all_fit &= narrow != NA_INTEGER;
        narrow
    })?;
    if all_fit {
        return Ok(out);
    }
    let slice = values.as_slice().map_err(np::scattered)?;
    let items = slice.iter().zip(missing).map(|(&x, &missing)| (!missing).then_some(x));
    let beyond =
        |(i, x): (usize, T)| number::too_large(&x.into().to_string()).within(&format!("Element {}", i + 1));
    let mut out = Value::doubles(missing.len())?;
    if type_of(items).map_err(beyond)? == Whole::Integer64 {
        fill(out.integers64_mut(), &values, missing, NA_INTEGER64, |x| x.into() as i64)?;
        return number::integer64(out);
    }
    fill(out.doubles_mut(), &values, missing, na_real(), |x| x.into() as f64)?;
    Ok(out)
}

fn fill<T: Element + Copy, U: Copy>(
    to: &mut [U],
    values: &PyReadonlyArray1<'_, T>,
    missing: &[bool],
    na: U,
    mut cast: impl FnMut(T) -> U,
) -> Result<()> {
    let values = values.as_slice().map_err(np::scattered)?;
    if values.len() != missing.len() || to.len() != missing.len() {
        return Err(Error::convert("The column has a mask of another length."));
    }
    for ((to, &x), &missing) in to.iter_mut().zip(values).zip(missing) {
        *to = if missing { na } else { cast(x) };
    }
    Ok(())
}

fn slice_of<'py, T: Element>(x: &Bound<'py, PyAny>) -> Result<PyReadonlyArray1<'py, T>> {
    let x = numpy(x.py())?.call_method1("ascontiguousarray", (x, T::get_dtype(x.py())))?;
    let x = x.cast_into::<PyArray1<T>>().map_err(PyErr::from)?;
    x.try_readonly().map_err(|_| Error::convert("The column is being written to elsewhere."))
}
