//! `datetime.time` → difftime in seconds since midnight
use super::duration::durations;
use super::number::{Items, each, in_seconds};
use crate::error::Result;
use crate::r::Value;
use pyo3::prelude::*;

/// `None` if a time has a zone, which a difftime cannot represent.
pub fn many_to_r(items: &Items<'_, '_>) -> Result<Option<Value>> {
    for item in items.iter().flatten() {
        if !item.getattr("tzinfo")?.is_none() {
            return Ok(None);
        }
    }
    durations(&each(items, since_midnight)?, "secs").map(Some)
}

fn since_midnight(x: &Bound<'_, PyAny>) -> Result<f64> {
    let part = |name| x.getattr(name)?.extract::<i64>();
    let seconds = (part("hour")? * 60 + part("minute")?) * 60 + part("second")?;
    Ok(in_seconds(i128::from(seconds * 1_000_000 + part("microsecond")?), 1_000_000))
}
