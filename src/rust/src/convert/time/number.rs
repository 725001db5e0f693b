//! Times as numbers: the days of a Date, the seconds of a POSIXct, the units of a difftime
use crate::convert::whole::is_exact;
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::r::missing::{NA_INTEGER, na_real};
use crate::r::{Sexp, Type};
use pyo3::prelude::*;
use std::borrow::Cow;

/// Python times of one kind; missing ones are `None`.
pub type Items<'a, 'py> = [Option<&'a Bound<'py, PyAny>>];

/// `NaT`, and R's NA after conversion to double.
pub const NAT: i64 = i64::MIN;
pub const DAY: f64 = 86_400.0;

/// Element `i` as a double, or `None` for `NA`.
pub(super) fn number(x: Sexp<'_>, i: usize) -> Option<f64> {
    match x.kind() {
        Type::Integer => x.integers().get(i).copied().filter(|&x| x != NA_INTEGER).map(f64::from),
        _ => x.doubles().get(i).copied().filter(|x| !x.is_nan()),
    }
}

/// All elements; `NA` is a NaN.
pub(super) fn numbers(x: Sexp<'_>) -> Result<Cow<'_, [f64]>> {
    Ok(match x.kind() {
        Type::Integer => {
            let number = |&x: &i32| if x == NA_INTEGER { na_real() } else { f64::from(x) };
            Cow::Owned(x.integers().iter().map(number).gather()?)
        }
        _ => Cow::Borrowed(x.doubles()),
    })
}

/// Whole microseconds as days, seconds and microseconds, the parts of a `timedelta`. A half is rounded to
/// even, as in Python.
pub(super) fn parts(seconds: f64) -> (i64, i64, i64) {
    let whole = seconds.floor();
    let micros = ((seconds - whole) * 1e6).round_ties_even();
    let days = (whole / DAY).floor();
    (days as i64, (whole - days * DAY) as i64, micros as i64)
}

/// `reach`: the range of the Python type.
pub(super) fn beyond(i: usize, x: f64, unit: &str, reach: &str) -> Error {
    let number = if x.is_infinite() { format!("{x}").replace("inf", "Inf") } else { format!("{x}") };
    Error::convert(format!(
        "Element {} is {number} {unit}, but {reach}. Leave such elements out, or send the numbers \
         (as.numeric()) or the text (as.character()).",
        i + 1
    ))
}

/// A number for each item.
pub(super) fn each<'py>(
    items: &Items<'_, 'py>,
    number: impl Fn(&Bound<'py, PyAny>) -> Result<f64>,
) -> Result<Vec<f64>> {
    items.iter().map(|item| item.map_or_else(|| Ok(na_real()), &number)).try_gather()
}

/// `n` parts of a second, of which a second has `per`, as the nearest double.
pub(super) fn in_seconds(n: i128, per: i64) -> f64 {
    // One division while a double represents the count exactly; beyond, whole seconds and the rest
    // separately.
    match i64::try_from(n) {
        Ok(n) if per == 1 || is_exact(n) => n as f64 / per as f64,
        Ok(n) => n.div_euclid(per) as f64 + n.rem_euclid(per) as f64 / per as f64,
        Err(_) => n.div_euclid(per.into()) as f64 + n.rem_euclid(per.into()) as f64 / per as f64,
    }
}
