//! difftime ⇄ `timedelta`; in units other than seconds `rkeras.duration.Difftime`, which stores the unit
use super::datetime::timedelta;
use super::number::{DAY, Items, beyond, each, number, numbers, parts};
use crate::convert::vector;
use crate::error::{Error, Result};
use crate::os::memory;
use crate::py::modules;
use crate::r::missing::na_real;
use crate::r::{Sexp, Value};
use pyo3::exceptions::PyOverflowError;
use pyo3::types::PyTuple;
use pyo3::{intern, prelude::*};
use std::borrow::Cow;

pub fn duration_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let (unit, _) = unit_of(x)?;
    let classes = PyTuple::new(py, x.classes())?;
    // A plain timedelta suffices if there is nothing to store. A vector has elements of one kind.
    let is_plain = unit == "secs" && classes.len() == 1 && numbers(x)?.iter().all(|&x| is_micros(x));
    vector::to_py(py, x, |py, x, i| {
        let Some(n) = number(x, i) else { return Ok(py.None().into_bound(py)) };
        let made = match is_plain {
            true => timedelta(py)?.call1(parts(n)),
            false => modules::DIFFTIME.get(py)?.call1((n, unit.as_ref(), &classes)),
        };
        made.map_err(|err| match err.is_instance_of::<PyOverflowError>(py) {
            true => beyond(i, n, &unit, "a Python timedelta has at most 999999999 days"),
            false => Error::Python(err),
        })
    })
}

/// Whether a `timedelta` represents the number of seconds exactly.
fn is_micros(seconds: f64) -> bool {
    seconds.is_nan() || (seconds * 1e6).round_ties_even() / 1e6 == seconds
}

/// Items with a common unit keep it; otherwise they are seconds.
pub fn many_to_r(items: &Items<'_, '_>) -> Result<Value> {
    if let Some(out) = of_one_unit(items)? {
        return Ok(out);
    }
    durations(&each(items, total_seconds)?, "secs")
}

fn of_one_unit(items: &Items<'_, '_>) -> Result<Option<Value>> {
    let Some(first) = items.iter().copied().flatten().next() else { return Ok(None) };
    let py = first.py();
    let difftime = modules::DIFFTIME.get(py)?;
    if !first.is_exact_instance(difftime) {
        return Ok(None);
    }
    let (units, classes) = (first.getattr("units")?, first.getattr("classes")?);
    let mut numbers = memory::room(items.len())?;
    for item in items {
        let Some(item) = item else {
            numbers.push(na_real());
            continue;
        };
        if !item.is_exact_instance(difftime)
            || !item.getattr(intern!(py, "units"))?.eq(&units)?
            || !item.getattr(intern!(py, "classes"))?.eq(&classes)?
        {
            return Ok(None);
        }
        numbers.push(item.getattr(intern!(py, "number"))?.extract()?);
    }
    let mut out = durations(&numbers, &units.extract::<String>()?)?;
    out.set_attr(c"class", &Value::strings(&classes.extract::<Vec<String>>()?)?)?;
    Ok(Some(out))
}

fn total_seconds(x: &Bound<'_, PyAny>) -> Result<f64> {
    Ok(x.call_method0(intern!(x.py(), "total_seconds"))?.extract()?)
}

pub fn durations(n: &[f64], unit: &str) -> Result<Value> {
    let mut out = Value::doubles_from(n.iter().copied())?;
    out.set_attr(c"units", &Value::string(unit)?)?;
    out.set_class(&["difftime"])?;
    Ok(out)
}

/// Converts a difftime in seconds or days to `unit`.
pub fn in_unit(mut x: Value, unit: &str) -> Result<Value> {
    let from = seconds_in_unit(x.as_sexp())?;
    let wanted = Value::string(unit)?;
    let to = match seconds_of(unit) {
        Some(to) => to,
        None => return Ok(x),
    };
    x.doubles_mut().iter_mut().filter(|x| !x.is_nan()).for_each(|x| *x = *x * from / to);
    x.set_attr(c"units", &wanted)?;
    Ok(x)
}

pub fn seconds_in_unit(x: Sexp<'_>) -> Result<f64> {
    unit_of(x).map(|(_, seconds)| seconds)
}

/// The unit and its number of seconds.
fn unit_of(x: Sexp<'_>) -> Result<(Cow<'_, str>, f64)> {
    let unit = x.attr(c"units").and_then(Sexp::as_string);
    let shown = unit.as_deref().map_or_else(|| "no unit".to_owned(), |unit| format!("the unit \"{unit}\""));
    let seconds = unit.as_deref().and_then(seconds_of);
    unit.zip(seconds).ok_or_else(|| {
        Error::convert(format!(
            "The difftime has {shown}; R knows \"secs\", \"mins\", \"hours\", \"days\" and \"weeks\". Set it, as in \
             attr(x, \"units\") <- \"secs\"."
        ))
    })
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
