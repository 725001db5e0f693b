//! Columns of times: `datetime64` and `timedelta64`, never objects one by one
use super::{DAY, NAT, numbers, seconds_in_unit};
use crate::convert::array;
use crate::error::{Error, Result};
use crate::ffi::Sexp;
use pyo3::prelude::*;

/// `datetime64[s]`, the coarsest that pandas has; midnights are Dates again on the way back.
pub fn dates_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    counts_to_py(py, numbers(x).iter().map(|days| days.floor() * DAY), "datetime64[s]")
}

pub fn datetimes_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    seconds_to_column(py, &numbers(x), "datetime64")
}

pub fn durations_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    match seconds_in_unit(x) {
        1.0 => seconds_to_column(py, &numbers(x), "timedelta64"),
        unit => {
            let seconds: Vec<f64> = numbers(x).iter().map(|n| n * unit).collect();
            seconds_to_column(py, &seconds, "timedelta64")
        }
    }
}

/// In microseconds where they are exact, else in nanoseconds where these reach (to the year 2262).
fn seconds_to_column<'py>(py: Python<'py>, seconds: &[f64], class: &str) -> Result<Bound<'py, PyAny>> {
    let fits = |x: f64| (x * 1e6).round() / 1e6 == x || x.is_nan();
    let near = |x: f64| x.abs() < 9.2e9 || x.is_nan();
    if !seconds.iter().all(|&x| fits(x)) && seconds.iter().all(|&x| near(x)) {
        let nanos = |&x: &f64| match x.is_nan() {
            true => NAT,
            // The parts by themselves: a double holds no count of nanoseconds since 1970.
            false => x.floor() as i64 * 1_000_000_000 + ((x - x.floor()) * 1e9).round() as i64,
        };
        return as_times(py, seconds.iter().map(nanos).collect(), &format!("{class}[ns]"));
    }
    counts_to_py(py, seconds.iter().map(|x| (x * 1e6).round()), &format!("{class}[us]"))
}

fn counts_to_py<'py>(
    py: Python<'py>,
    counts: impl Iterator<Item = f64>,
    dtype: &str,
) -> Result<Bound<'py, PyAny>> {
    let mut beyond = None;
    let count = |(i, n): (usize, f64)| {
        if n.is_nan() {
            return NAT;
        }
        // The largest double below 2^63.
        if n.abs() > 9_223_372_036_854_774_784.0 {
            beyond.get_or_insert(i + 1);
        }
        n as i64
    };
    let counts = counts.enumerate().map(count).collect();
    match beyond {
        None => as_times(py, counts, dtype),
        Some(i) => Err(Error::convert(format!(
            "Element {i} is a time that pandas cannot hold: it counts from 1970 in 64 bits."
        ))),
    }
}

fn as_times<'py>(py: Python<'py>, counts: Vec<i64>, dtype: &str) -> Result<Bound<'py, PyAny>> {
    Ok(array::owned(py, counts)?.call_method1("view", (dtype,))?)
}
