//! POSIXct ⇄ `datetime`, to the microsecond
use super::number::{Items, beyond, each, number, parts};
use super::zone::{epoch, local, zone, zone_name};
use crate::convert::vector;
use crate::error::{Error, Result};
use crate::py::import::attribute;
use crate::py::interpreter;
use crate::r::{Sexp, Value, r_code};
use pyo3::exceptions::PyOverflowError;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use pyo3::{intern, prelude::*};

pub fn datetime_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let zone = zone(py, x)?;
    let epoch = epoch(py)?;
    vector::to_py(py, x, |py, x, i| match number(x, i) {
        None => Ok(py.None().into_bound(py)),
        Some(seconds) => moment(py, seconds, epoch, &zone).map_err(|err| match err {
            Error::Python(err) if err.is_instance_of::<PyOverflowError>(py) => {
                beyond(i, seconds, "seconds from 1970", "a Python datetime has a year from 1 to 9999")
            }
            err => err,
        }),
    })
}

/// Computed from the epoch, because `fromtimestamp()` refuses distant times on some platforms.
fn moment<'py>(
    py: Python<'py>,
    seconds: f64,
    epoch: &Bound<'py, PyAny>,
    zone: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyAny>> {
    let moment = epoch.add(timedelta(py)?.call1(parts(seconds))?)?;
    match zone.is(epoch.getattr(intern!(py, "tzinfo"))?) {
        true => Ok(moment),
        false => Ok(moment.call_method1(intern!(py, "astimezone"), (zone,))?),
    }
}

/// POSIXlt as POSIXct.
pub fn from_parts(py: Python<'_>, x: Sexp<'_>) -> Result<Value> {
    Ok(interpreter::detached(py, || r_code::call(c"as_posixct", &[x]))?)
}

pub fn many_to_r(items: &Items<'_, '_>) -> Result<Option<Value>> {
    moments(items, seconds, zone_name)
}

/// Times in different zones are all converted to UTC. `None` if only some have a zone, because the zone of
/// the others is unknown.
pub(super) fn moments<'py>(
    items: &Items<'_, 'py>,
    seconds: impl Fn(&Bound<'py, PyAny>) -> Result<f64>,
    name: impl Fn(&Bound<'py, PyAny>) -> Result<Option<String>>,
) -> Result<Option<Value>> {
    let mut last: Option<Bound<'py, PyAny>> = None;
    let mut found: Option<Option<String>> = None;
    for item in items.iter().flatten() {
        let zone = tzinfo(item)?;
        match &last {
            Some(last) if last.is(&zone) => continue,
            Some(last) if last.is_none() != zone.is_none() => return Ok(None),
            _ => (),
        }
        let name = name(&zone)?;
        last = Some(zone);
        found = match found {
            Some(found) if found != name => Some(Some("UTC".to_owned())),
            _ => Some(name),
        };
    }
    datetimes(&each(items, seconds)?, found.flatten().as_deref()).map(Some)
}

pub(super) fn tzinfo<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    Ok(x.getattr(intern!(x.py(), "tzinfo"))?)
}

/// Seconds from 1970. Without a zone, `x` is local time as defined by R.
fn seconds(x: &Bound<'_, PyAny>) -> Result<f64> {
    let timestamp = intern!(x.py(), "timestamp");
    if !tzinfo(x)?.is_none() {
        return Ok(x.call_method0(timestamp)?.extract()?);
    }
    let zone = PyDict::new(x.py());
    zone.set_item("tzinfo", local(x.py(), None)?)?;
    Ok(x.call_method("replace", (), Some(&zone))?.call_method0(timestamp)?.extract()?)
}

/// `zone` `None` means local time.
pub fn datetimes(seconds: &[f64], zone: Option<&str>) -> Result<Value> {
    let mut out = Value::doubles_from(seconds.iter().copied())?;
    out.set_class(&["POSIXct", "POSIXt"])?;
    if let Some(zone) = zone {
        out.set_attr(c"tzone", &Value::string(zone)?)?;
    }
    Ok(out)
}

pub(super) fn timedelta(py: Python<'_>) -> Result<&Bound<'_, PyType>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(attribute(&TYPE, py, "datetime", "timedelta")?)
}
