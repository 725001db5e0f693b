//! Times: Date, POSIXct and difftime ⇄ times of Python, NumPy and pandas
//!
//! A datetime from R has a time zone. A Python datetime without a zone is local time, as in Python. A
//! `datetime64`, which has no zone, and a `pandas.Timestamp` without one are UTC, as in NumPy.
mod clock;
mod column;
mod date;
mod datetime;
mod datetime64;
mod duration;
mod many;
mod period;
mod timestamp;
mod zone;

use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::r::missing::{NA_INTEGER, na_real};
use crate::r::{Sexp, Type, Value};
pub use column::*;
pub use date::{date_to_py, dates};
pub use datetime::{datetime_to_py, datetimes, from_parts};
use datetime64::in_seconds;
pub use datetime64::{datetime64_to_r, seconds_to_r, timedelta64_to_r};
pub use duration::{duration_to_py, durations, in_unit, seconds_in_unit};
use many::{Items, each};
pub use many::{many_to_r, to_r};
pub use period::is_shorter_than_a_day;
use std::borrow::Cow;
pub use zone::{column_zone, zone_name};

/// `NaT`, and R's NA after conversion to double.
pub const NAT: i64 = i64::MIN;
const DAY: f64 = 86_400.0;

/// Element `i` as a double, or `None` for `NA`.
fn number(x: Sexp<'_>, i: usize) -> Option<f64> {
    match x.kind() {
        Type::Integer => x.integers().get(i).copied().filter(|&x| x != NA_INTEGER).map(f64::from),
        _ => x.doubles().get(i).copied().filter(|x| !x.is_nan()),
    }
}

/// All elements; `NA` is a NaN.
fn numbers(x: Sexp<'_>) -> Result<Cow<'_, [f64]>> {
    Ok(match x.kind() {
        Type::Integer => {
            let number = |&x: &i32| if x == NA_INTEGER { na_real() } else { f64::from(x) };
            Cow::Owned(x.integers().iter().map(number).gather()?)
        }
        _ => Cow::Borrowed(x.doubles()),
    })
}

fn doubles(x: &[f64]) -> Result<Value> {
    let mut out = Value::doubles(x.len())?;
    out.doubles_mut().copy_from_slice(x);
    Ok(out)
}

/// Whole microseconds as days, seconds and microseconds, the parts of a `timedelta`. A half is rounded to
/// even, as in Python.
fn parts(seconds: f64) -> (i64, i64, i64) {
    let whole = seconds.floor();
    let micros = ((seconds - whole) * 1e6).round_ties_even();
    let days = (whole / DAY).floor();
    (days as i64, (whole - days * DAY) as i64, micros as i64)
}

/// `reach`: the range of the Python type.
fn beyond(i: usize, x: f64, unit: &str, reach: &str) -> Error {
    let number = if x.is_infinite() { format!("{x}").replace("inf", "Inf") } else { format!("{x}") };
    Error::convert(format!(
        "Element {} is {number} {unit}, but {reach}. Leave such elements out, or send the numbers \
         (as.numeric()) or the text (as.character()).",
        i + 1
    ))
}
