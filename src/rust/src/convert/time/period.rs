//! `pandas.Period` → the Date on which it starts, or where it is shorter than a day the POSIXct
use super::{DAY, Items, dates, datetimes, each, timestamp};
use crate::error::Result;
use crate::ffi::Value;
use pyo3::prelude::*;

pub fn many_to_r(items: &Items<'_, '_>) -> Result<Value> {
    let starts = each(items, |x| timestamp::seconds(&x.getattr("start_time")?))?;
    let ends = each(items, |x| timestamp::seconds(&x.getattr("end_time")?))?;
    // The end is a nanosecond before the next one starts.
    let is_days =
        |(start, end): (&f64, &f64)| start.is_nan() || (start % DAY == 0.0 && end - start > DAY - 1.0);
    match starts.iter().zip(&ends).all(is_days) {
        true => dates(&starts.iter().map(|start| start / DAY).collect::<Vec<_>>()),
        false => datetimes(&starts, Some("UTC")),
    }
}
