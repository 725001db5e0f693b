//! `range` → integer, double or integer64
use super::number;
use super::whole::{Fits, Whole, is_exact, type_of};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::r::{Value, r_code};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// Steps of one become R's compact `from:to`, which takes no memory.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let n = length(x)?;
    if n == 0 {
        return Ok(Value::integers(0)?);
    }
    let Some((first, last, step)) = in_64_bits(x, n) else {
        return number::many_ints_to_r(&x.try_iter()?.try_gather()?);
    };
    let both = |fits: fn(i64) -> bool| fits(first) && fits(last);
    if step == 1 && both(is_exact) {
        let ends = match both(i64::fits_integer) {
            true => [Value::integer(first as i32)?, Value::integer(last as i32)?],
            false => [Value::double(first as f64)?, Value::double(last as f64)?],
        };
        return Ok(r_code::call(c":", &[ends[0].as_sexp(), ends[1].as_sexp()])?);
    }
    let numbers = (0..n as i64).map(|i| first + step * i);
    if both(i64::fits_integer) {
        let numbers = (0..n).map(|i| (first + step * i as i64) as i32);
        return Value::integers_from(numbers).map_err(|err| too_long(x, err.into()));
    }
    // Before the numbers are looked at: a range that is too long for memory has too many.
    let mut out = Value::doubles(n).map_err(|err| too_long(x, err.into()))?;
    match type_of(numbers.clone().map(Some)) {
        Err((_, beyond)) => Err(number::too_large(&beyond.to_string())),
        Ok(Whole::Integer64) => {
            out.integers64_mut().iter_mut().zip(numbers).for_each(|(to, x)| *to = x);
            number::integer64(out)
        }
        Ok(_) => {
            out.doubles_mut().iter_mut().zip(numbers).for_each(|(to, x)| *to = x as f64);
            Ok(out)
        }
    }
}

/// The number of elements, up to the limit of R vectors.
fn length(x: &Bound<'_, PyAny>) -> Result<usize> {
    /// R's `R_XLEN_T_MAX`.
    const MOST: usize = 1 << 52;
    match x.len() {
        Ok(n) if n <= MOST => Ok(n),
        Ok(_) => Err(too_long(x, Error::convert("An R vector has at most 2^52 elements."))),
        Err(err) if err.is_instance_of::<PyOverflowError>(x.py()) => {
            Err(too_long(x, Error::convert("An R vector has at most 2^52 elements.")))
        }
        Err(err) => Err(err.into()),
    }
}

fn too_long(x: &Bound<'_, PyAny>, err: Error) -> Error {
    let shown = x.str().map(|shown| shown.to_string()).unwrap_or_default();
    let advice = format!(
        "The Python {shown} is too long for R. Keep it in Python (convert = FALSE), or take a part of it, as in \
         py_eval(\"{shown}[:1000]\")."
    );
    match err {
        Error::Own { kind, message } => Error::Own { kind, message: format!("{advice} {message}") },
        other => other,
    }
}

/// The first and last number and the step, if all numbers fit in 64 bits.
fn in_64_bits(x: &Bound<'_, PyAny>, n: usize) -> Option<(i64, i64, i64)> {
    let part = |name| x.getattr(name).ok()?.extract::<i64>().ok();
    let (first, step) = (part("start")?, part("step")?);
    let last = step.checked_mul(n as i64 - 1)?.checked_add(first)?;
    Some((first, last, step))
}
