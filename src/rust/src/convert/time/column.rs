//! Columns of times as `datetime64` and `timedelta64`, never as single objects
use super::duration::seconds_in_unit;
use super::number::{DAY, NAT, numbers};
use crate::convert::np;
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::os::memory;
use crate::r::Sexp;
use pyo3::prelude::*;

/// The largest double below 2^63.
const MOST: f64 = 9_223_372_036_854_774_784.0;

/// `datetime64[s]`, the coarsest unit in pandas; midnights convert back to Dates.
pub fn dates_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    as_times(py, counts(numbers(x)?.iter().map(|days| days.floor() * DAY))?, "datetime64[s]")
}

pub fn datetimes_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    seconds_to_column(py, &numbers(x)?, "datetime64")
}

pub fn durations_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    match seconds_in_unit(x)? {
        1.0 => seconds_to_column(py, &numbers(x)?, "timedelta64"),
        unit => {
            let seconds: Vec<f64> = numbers(x)?.iter().map(|n| n * unit).gather()?;
            seconds_to_column(py, &seconds, "timedelta64")
        }
    }
}

/// In microseconds if they are exact, otherwise in nanoseconds if these suffice (up to the year 2262).
fn seconds_to_column<'py>(py: Python<'py>, seconds: &[f64], class: &str) -> Result<Bound<'py, PyAny>> {
    let is_near = |x: &f64| x.abs() < 9.2e9 || x.is_nan();
    let (counts, unit) = match exact_micros(seconds)? {
        Some(micros) => (micros, "us"),
        None if seconds.iter().all(is_near) => (seconds.iter().map(nanos).gather()?, "ns"),
        None => (counts(seconds.iter().map(|x| (x * 1e6).round()))?, "us"),
    };
    as_times(py, counts, &format!("{class}[{unit}]"))
}

/// One pass, which stops at the first inexact value.
fn exact_micros(seconds: &[f64]) -> Result<Option<Vec<i64>>> {
    let mut out = memory::room(seconds.len())?;
    for &x in seconds {
        let micros = (x * 1e6).round();
        let is_exact = micros / 1e6 == x && micros.abs() <= MOST;
        match x.is_nan() {
            true => out.push(NAT),
            false if is_exact => out.push(micros as i64),
            false => return Ok(None),
        }
    }
    Ok(Some(out))
}

/// Computed from its parts, because a double cannot represent nanoseconds since 1970 exactly.
fn nanos(x: &f64) -> i64 {
    match x.is_nan() {
        true => NAT,
        false => x.floor() as i64 * 1_000_000_000 + ((x - x.floor()) * 1e9).round() as i64,
    }
}

fn counts(numbers: impl Iterator<Item = f64>) -> Result<Vec<i64>> {
    let mut beyond = None;
    let count = |(i, n): (usize, f64)| {
        if n.is_nan() {
            return NAT;
        }
        if n.abs() > MOST {
            beyond.get_or_insert(i + 1);
        }
        n as i64
    };
    let counts = numbers.enumerate().map(count).gather()?;
    match beyond {
        None => Ok(counts),
        Some(i) => Err(Error::convert(format!(
            "Element {i} is a time that pandas cannot hold: it counts from 1970 in 64 bits."
        ))),
    }
}

fn as_times<'py>(py: Python<'py>, counts: Vec<i64>, dtype: &str) -> Result<Bound<'py, PyAny>> {
    Ok(np::owned(py, counts)?.call_method1("view", (dtype,))?)
}
