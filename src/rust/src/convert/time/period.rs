//! `pandas.Period` → its start: a Date, or a POSIXct if it is shorter than a day
use super::date::dates;
use super::datetime::datetimes;
use super::number::{DAY, Items, each};
use super::timestamp;
use crate::error::Result;
use crate::error::gather::Gather;
use crate::r::Value;
use pyo3::prelude::*;

pub fn many_to_r(items: &Items<'_, '_>) -> Result<Value> {
    let starts = each(items, |x| timestamp::seconds(&x.getattr("start_time")?))?;
    let mut any_shorter = false;
    for item in items.iter().flatten() {
        any_shorter |= is_shorter_than_a_day(&item.getattr("freq")?)?;
    }
    match any_shorter {
        true => datetimes(&starts, Some("UTC")),
        false => dates(&starts.iter().map(|start| start / DAY).gather()?),
    }
}

/// By pandas's codes; those in capitals are from versions before 2.2.
pub fn is_shorter_than_a_day(freq: &Bound<'_, PyAny>) -> Result<bool> {
    const SHORTER: [&str; 12] = ["h", "min", "s", "ms", "us", "ns", "H", "T", "S", "L", "U", "N"];
    let code: String = freq.getattr("base")?.getattr("rule_code")?.extract()?;
    Ok(SHORTER.contains(&code.as_str()))
}
