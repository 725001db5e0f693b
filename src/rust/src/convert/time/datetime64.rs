//! `datetime64` → Date or POSIXct, `timedelta64` → difftime
use super::{DAY, NAT, dates, datetimes, durations};
use crate::convert::array;
use crate::error::{Error, Result};
use crate::ffi::Value;
use crate::ffi::missing::na_real;
use pyo3::prelude::*;

/// Days and longer units are Dates, shorter ones are POSIXct in UTC.
pub fn datetime64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (unit, step) = unit(x)?;
    if unit == "generic" {
        // Only NaT has no unit.
        return datetimes(&vec![na_real(); x.getattr("size")?.extract()?], Some("UTC"));
    }
    if matches!(unit.as_str(), "Y" | "M" | "W" | "D") {
        let days = array::int64s(
            &x.call_method1("astype", ("datetime64[D]",))?.call_method1("astype", ("int64",))?,
        )?;
        return dates(&days.iter().map(|&x| scaled(x, 1.0)).collect::<Vec<_>>());
    }
    datetimes(&ticks(x, &unit, step)?, Some("UTC"))
}

/// What a Date column is in pandas, whose times have no coarser unit: midnights are Dates.
pub fn seconds_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    const SECONDS: i64 = 86_400;
    let seconds = all_ticks(x)?;
    match seconds.iter().all(|&x| x == NAT || x % SECONDS == 0) {
        true => dates(&seconds.iter().map(|&x| scaled(x, 1.0) / DAY).collect::<Vec<_>>()),
        false => datetime64_to_r(x),
    }
}

pub fn timedelta64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (unit, step) = unit(x)?;
    match unit.as_str() {
        "D" => durations(&ticks(x, "D", step)?, "days"),
        "W" => durations(&ticks(x, "W", step)?, "weeks"),
        _ => durations(&ticks(x, &unit, step)?, "secs"),
    }
}

/// The unit of a `datetime64` or `timedelta64`, and how many of it are one step.
fn unit(x: &Bound<'_, PyAny>) -> Result<(String, f64)> {
    let (unit, step): (String, i64) =
        array::numpy(x.py())?.call_method1("datetime_data", (x.getattr("dtype")?,))?.extract()?;
    Ok((unit, step as f64))
}

/// Seconds (or days, weeks), `NA` for `NaT`.
fn ticks(x: &Bound<'_, PyAny>, unit: &str, step: f64) -> Result<Vec<f64>> {
    // Divided, not multiplied by a fraction, so that whole seconds stay whole.
    let (times, per) = match unit {
        "D" | "W" | "s" => (1.0, 1.0),
        "h" => (3600.0, 1.0),
        "m" => (60.0, 1.0),
        "ms" => (1.0, 1e3),
        "us" => (1.0, 1e6),
        "ns" => (1.0, 1e9),
        "ps" => (1.0, 1e12),
        "fs" => (1.0, 1e15),
        "as" => (1.0, 1e18),
        other => {
            return Err(Error::convert(format!(
                "A time in units of \"{other}\" has no fixed length. Convert it first, as in \
                 x$astype(\"timedelta64[D]\")."
            )));
        }
    };
    let all = all_ticks(x)?;
    let times = times * step;
    if per < 1e9 || step != 1.0 {
        return Ok(all.into_iter().map(|x| scaled(x, times) / per).collect());
    }
    // A double does not hold so many ticks: whole seconds and the rest by themselves.
    let second = per as i64;
    let seconds = |x: i64| x.div_euclid(second) as f64 + x.rem_euclid(second) as f64 / per;
    Ok(all.into_iter().map(|x| if x == NAT { na_real() } else { seconds(x) }).collect())
}

fn all_ticks(x: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    array::int64s(&x.call_method1("view", ("int64",))?)
}

fn scaled(x: i64, times: f64) -> f64 {
    if x == NAT { na_real() } else { x as f64 * times }
}
