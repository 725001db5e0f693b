//! `pandas.Timestamp` → POSIXct, `pandas.Timedelta` → difftime: with nanoseconds, up to the precision of
//! doubles
use super::datetime::{moments, tzinfo};
use super::duration::durations;
use super::number::{Items, each, in_seconds};
use super::zone::{epoch, zone_name};
use crate::error::Result;
use crate::r::Value;
use pyo3::{intern, prelude::*};

pub fn many_to_r(items: &Items<'_, '_>) -> Result<Option<Value>> {
    moments(items, seconds, |zone| match zone.is_none() {
        true => Ok(Some("UTC".to_owned())),
        false => zone_name(zone),
    })
}

pub fn deltas_to_r(items: &Items<'_, '_>) -> Result<Value> {
    durations(&each(items, total_seconds)?, "secs")
}

/// Seconds from 1970. Without a zone `x` is UTC, like the `datetime64` that it comes from.
pub(super) fn seconds(x: &Bound<'_, PyAny>) -> Result<f64> {
    let py = x.py();
    let moment = match tzinfo(x)?.is_none() {
        true => x.call_method1(intern!(py, "tz_localize"), ("UTC",))?,
        false => x.clone(),
    };
    total_seconds(&moment.sub(epoch(py)?)?)
}

/// pandas's `total_seconds()` omits nanoseconds.
fn total_seconds(x: &Bound<'_, PyAny>) -> Result<f64> {
    let part = |name| x.getattr(name)?.extract::<i128>();
    let py = x.py();
    let seconds = part(intern!(py, "days"))? * 86_400 + part(intern!(py, "seconds"))?;
    let micros = seconds * 1_000_000 + part(intern!(py, "microseconds"))?;
    Ok(in_seconds(micros * 1000 + part(intern!(py, "nanoseconds"))?, 1_000_000_000))
}
