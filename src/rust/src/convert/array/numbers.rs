//! Numbers of NumPy's types → integer, double, integer64 or complex, each exactly, in one pass
use crate::convert::library::numpy;
use crate::convert::whole::{Fits, Whole, is_exact, type_of};
use crate::convert::{np, number};
use crate::error::{Error, Result};
use crate::os::memory;
use crate::r::Value;
use crate::shared::array::Source;
use numpy::{Element, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use std::fmt::Display;

pub fn integers<T: Element + Copy + Into<i32>>(x: &Bound<'_, PyAny>) -> Result<Value> {
    np::elements::<T>(x)?.integers(Into::into)
}

/// A type of integers of NumPy's.
pub trait WholeNumber: Element + Fits + Ord + Into<i128> + Display {}

impl<T: Element + Fits + Ord + Into<i128> + Display> WholeNumber for T {}

/// As the R type that represents each number.
pub fn whole<T: WholeNumber>(x: &Bound<'_, PyAny>) -> Result<Value> {
    refuse_too_many(x)?;
    let elements = np::elements::<T>(x)?;
    match whole_type(&elements)? {
        Whole::Integer => Ok(elements.integers(T::integer)?),
        Whole::Double => Ok(elements.doubles(T::double)?),
        Whole::Integer64 => number::integer64(elements.integers64(T::integer64)?),
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

/// Mostly the range decides, which is found in one pass.
fn whole_type<T: WholeNumber>(x: &PyReadonlyArrayDyn<'_, T>) -> Result<Whole> {
    let x = x.as_array();
    let Some(&first) = x.first() else { return Ok(Whole::Integer) };
    let widen = |(low, high): (T, T), &x: &T| (low.min(x), high.max(x));
    let (low, high) = match x.as_slice_memory_order() {
        Some(x) => x.iter().fold((first, first), widen),
        None => x.iter().fold((first, first), widen),
    };
    match low.fits_integer() && high.fits_integer() {
        true => Ok(Whole::Integer),
        false if is_exact(low) && is_exact(high) => Ok(Whole::Double),
        // In the order of R's elements.
        false => type_of(x.t().iter().copied().map(Some)).map_err(|(i, beyond)| {
            let err = number::too_large(&beyond.to_string());
            if x.ndim() == 0 { err } else { err.within(&format!("Element {}", i + 1)) }
        }),
    }
}

pub fn doubles<T: Element + Copy + Into<f64>>(x: &Bound<'_, PyAny>) -> Result<Value> {
    np::elements::<T>(x)?.doubles(Into::into)
}

pub fn complexes<T: Element + Copy>(x: &Bound<'_, PyAny>, parts: fn(T) -> [f64; 2]) -> Result<Value> {
    np::elements::<T>(x)?.complexes(parts)
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
