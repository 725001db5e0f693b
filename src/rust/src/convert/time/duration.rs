//! difftime ⇄ `timedelta`
use super::{DAY, doubles, number};
use crate::convert::vector;
use crate::error::Result;
use crate::ffi::{Sexp, Value};
use pyo3::prelude::*;

pub fn duration_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let unit = seconds_in_unit(x);
    vector::to_py(py, x, |py, x, i| match number(x, i) {
        Some(n) => delta(py, n * unit),
        None => Ok(py.None().into_bound(py)),
    })
}

pub fn duration_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    durations(&[x.call_method0("total_seconds")?.extract()?], "secs")
}

pub fn durations(n: &[f64], unit: &str) -> Result<Value> {
    let mut out = doubles(n)?;
    out.set_attr(c"units", &Value::string(unit));
    out.set_class(&["difftime"])?;
    Ok(out)
}

/// A difftime of seconds or days, as one in `unit`.
pub fn in_unit(mut x: Value, unit: &str) -> Result<Value> {
    let from = seconds_in_unit(x.as_sexp());
    let wanted = Value::string(unit);
    let to = match seconds_of(unit) {
        Some(to) => to,
        None => return Ok(x),
    };
    x.doubles_mut().iter_mut().filter(|x| !x.is_nan()).for_each(|x| *x = *x * from / to);
    x.set_attr(c"units", &wanted);
    Ok(x)
}

pub fn seconds_in_unit(x: Sexp<'_>) -> f64 {
    x.attr(c"units").and_then(Sexp::as_string).and_then(|unit| seconds_of(&unit)).unwrap_or(1.0)
}

fn seconds_of(unit: &str) -> Option<f64> {
    Some(match unit {
        "secs" => 1.0,
        "mins" => 60.0,
        "hours" => 3600.0,
        "days" => DAY,
        "weeks" => 7.0 * DAY,
        _ => return None,
    })
}

pub fn delta(py: Python<'_>, seconds: f64) -> Result<Bound<'_, PyAny>> {
    let days = (seconds / DAY).floor();
    let micros = ((seconds - days * DAY) * 1e6).round();
    Ok(py.import("datetime")?.getattr("timedelta")?.call1((days as i64, 0, micros as i64))?)
}
