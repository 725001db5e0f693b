//! Numbers of NumPy's types → integer, double, integer64 or complex, each exactly, in one pass
use crate::convert::library::numpy;
use crate::convert::whole::{Fits, Whole, is_exact, type_of};
use crate::convert::{np, number};
use crate::error::{Error, Result};
use crate::os::memory;
use crate::r::Value;
use crate::r::missing::NA_INTEGER;
use crate::shared::array::copy_into;
use libR_sys::Rcomplex;
use numpy::{Element, PyReadonlyArrayDyn};
use pyo3::prelude::*;

pub fn integers<T: Element + Copy + Into<i32>>(x: &Bound<'_, PyAny>) -> Result<Value> {
    let mut out = Value::integers(np::len(x)?)?;
    copy_into(&np::elements::<T>(x)?, out.integers_mut(), Into::into);
    Ok(out)
}

pub fn int32s(x: &Bound<'_, PyAny>) -> Result<Value> {
    refuse_too_many(x)?;
    match np::elements::<i32>(x)?.as_array().iter().any(|&x| x == NA_INTEGER) {
        false => integers::<i32>(x),
        true => doubles::<i32>(x),
    }
}

/// A broadcast array may repeat one number 1e12 times: inspecting all elements would take long before R
/// runs out of memory.
fn refuse_too_many(x: &Bound<'_, PyAny>) -> Result<()> {
    const MANY: usize = 1 << 26;
    match np::len(x)? {
        n if n >= MANY && !memory::is_there(n.saturating_mul(4)) => Err(memory::shortage::<i32>(n).into()),
        _ => Ok(()),
    }
}

pub fn uint32s(x: &Bound<'_, PyAny>) -> Result<Value> {
    refuse_too_many(x)?;
    let elements = np::elements::<u32>(x)?;
    if elements.as_array().iter().any(|&x| x > i32::MAX as u32) {
        return doubles::<u32>(x);
    }
    let mut out = Value::integers(np::len(x)?)?;
    copy_into(&elements, out.integers_mut(), |x| x as i32);
    Ok(out)
}

pub fn uint64s(x: &Bound<'_, PyAny>) -> Result<Value> {
    refuse_too_many(x)?;
    let elements = np::elements::<u64>(x)?;
    let Some(large) = elements.as_array().iter().copied().find(|&x| x > i64::MAX as u64) else {
        return int64s_to_r(&x.call_method1("view", ("int64",))?);
    };
    if !elements.as_array().iter().all(|x| x.fits_double()) {
        return Err(number::too_large(&large.to_string()));
    }
    let mut out = Value::doubles(np::len(x)?)?;
    copy_into(&elements, out.doubles_mut(), |x| x as f64);
    Ok(out)
}

pub fn int64s_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    refuse_too_many(x)?;
    let elements = np::elements::<i64>(x)?;
    let n = elements.as_array().len();
    match int64_type(&elements)? {
        Whole::Integer => {
            let mut out = Value::integers(n)?;
            copy_into(&elements, out.integers_mut(), |x| x as i32);
            Ok(out)
        }
        Whole::Double => {
            let mut out = Value::doubles(n)?;
            copy_into(&elements, out.doubles_mut(), |x| x as f64);
            Ok(out)
        }
        Whole::Integer64 => {
            let mut out = Value::doubles(n)?;
            copy_into(&elements, out.integers64_mut(), |x| x);
            number::integer64(out)
        }
    }
}

/// Mostly the range decides, which is found in one pass.
fn int64_type(x: &PyReadonlyArrayDyn<'_, i64>) -> Result<Whole> {
    match range(x) {
        (low, high) if low.fits_integer() && high.fits_integer() => Ok(Whole::Integer),
        (low, high) if is_exact(low) && is_exact(high) => Ok(Whole::Double),
        _ => type_of(x.as_array().iter().copied().map(Some))
            .map_err(|_| number::too_large(&i64::MIN.to_string())),
    }
}

/// The smallest and the largest element; `(0, 0)` for an empty array.
fn range(x: &PyReadonlyArrayDyn<'_, i64>) -> (i64, i64) {
    let x = x.as_array();
    let first = x.first().copied().unwrap_or(0);
    let widen = |(low, high): (i64, i64), &x: &i64| (low.min(x), high.max(x));
    match x.as_slice_memory_order() {
        Some(x) => x.iter().fold((first, first), widen),
        None => x.iter().fold((first, first), widen),
    }
}

pub fn doubles<T: Element + Copy + Into<f64>>(x: &Bound<'_, PyAny>) -> Result<Value> {
    let mut out = Value::doubles(np::len(x)?)?;
    copy_into(&np::elements::<T>(x)?, out.doubles_mut(), Into::into);
    Ok(out)
}

pub fn complexes<T: Element + Copy>(x: &Bound<'_, PyAny>, parts: fn(T) -> (f64, f64)) -> Result<Value> {
    let mut out = Value::complexes(np::len(x)?)?;
    copy_into(&np::elements::<T>(x)?, out.complexes_mut(), |x| {
        let (r, i) = parts(x);
        Rcomplex { r, i }
    });
    Ok(out)
}

/// A longdouble can exceed the range of doubles.
pub fn check_range(wide: &Bound<'_, PyAny>, narrowed: &Bound<'_, PyAny>) -> Result<()> {
    let numpy = numpy(wide.py())?;
    let finite = |x| numpy.call_method1("isfinite", (x,));
    match numpy.call_method1("array_equal", (finite(wide)?, finite(narrowed)?))?.extract()? {
        true => Ok(()),
        false => {
            Err(Error::convert("The array holds a longdouble beyond the range of R's doubles (1.8e308)."))
        }
    }
}
