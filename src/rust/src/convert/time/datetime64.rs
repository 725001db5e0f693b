//! `datetime64` → Date or POSIXct, `timedelta64` → difftime
//!
//! NumPy counts in 64 bits, with units from a year to 1e-18 s. Computations here use 128 bits to avoid
//! overflow.
use super::date::dates;
use super::datetime::datetimes;
use super::duration::durations;
use super::number::{DAY, NAT, in_seconds};
use crate::convert::library::numpy;
use crate::convert::np;
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::r::Value;
use crate::r::missing::na_real;
use pyo3::prelude::*;

/// Days and longer units are Dates, shorter ones are POSIXct in UTC.
pub fn datetime64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (unit, step) = unit(x)?;
    let counts = all_counts(x)?;
    match unit.as_str() {
        "Y" => dates(&each(&counts, |n| first_of_month(n * step * 12) as f64)?),
        "M" => dates(&each(&counts, |n| first_of_month(n * step) as f64)?),
        "W" => dates(&each(&counts, |n| (n * step * 7) as f64)?),
        "D" => dates(&each(&counts, |n| (n * step) as f64)?),
        unit => datetimes(&seconds(&counts, unit, step)?, Some("UTC")),
    }
}

/// For pandas, which stores Dates as seconds: midnights become Dates.
pub fn seconds_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    const SECONDS: i64 = 86_400;
    let seconds = all_counts(x)?;
    match seconds.iter().all(|&x| x == NAT || x % SECONDS == 0) {
        true => dates(&each(&seconds, |n| n as f64 / DAY)?),
        false => datetime64_to_r(x),
    }
}

pub fn timedelta64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (unit, step) = unit(x)?;
    let counts = all_counts(x)?;
    match unit.as_str() {
        "D" => durations(&each(&counts, |n| (n * step) as f64)?, "days"),
        "W" => durations(&each(&counts, |n| (n * step) as f64)?, "weeks"),
        unit => durations(&seconds(&counts, unit, step)?, "secs"),
    }
}

/// The unit of a `datetime64` or `timedelta64`, and the number of units in one step.
fn unit(x: &Bound<'_, PyAny>) -> Result<(String, i128)> {
    Ok(numpy(x.py())?.call_method1("datetime_data", (x.getattr("dtype")?,))?.extract()?)
}

fn all_counts(x: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    np::copied::<i64>(&x.call_method1("view", ("int64",))?)
}

fn each(counts: &[i64], number: impl Fn(i128) -> f64) -> Result<Vec<f64>> {
    counts.iter().map(|&n| if n == NAT { na_real() } else { number(n.into()) }).gather()
}

/// Days from 1970-01-01 to the first day of a month; months count from January 1970.
fn first_of_month(months: i128) -> i128 {
    // Years start in March, so that a leap day is the last day of the year; 400 years are an era.
    let (year, month) = ((months - 2).div_euclid(12) + 1970, (months - 2).rem_euclid(12));
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = year * 365 + year / 4 - year / 100 + (153 * month + 2) / 5;
    era * 146_097 + day - 719_468
}

fn seconds(counts: &[i64], unit: &str, step: i128) -> Result<Vec<f64>> {
    let (times, per) = match unit {
        "h" => (3600, 1),
        "m" => (60, 1),
        "s" => (1, 1),
        "ms" => (1, 1_000),
        "us" => (1, 1_000_000),
        "ns" => (1, 1_000_000_000),
        "ps" => (1, 1_000_000_000_000),
        "fs" => (1, 1_000_000_000_000_000),
        "as" => (1, 1_000_000_000_000_000_000),
        // NaT needs no unit.
        _ if counts.iter().all(|&n| n == NAT) => (1, 1),
        other => {
            return Err(Error::convert(format!(
                "A time in units of \"{other}\" has no fixed length. Convert it first, as in \
                 x$astype(\"timedelta64[D]\")."
            )));
        }
    };
    let times = times * step;
    each(counts, |n| in_seconds(n * times, per))
}
