//! Date ⇄ `date`, POSIXct ⇄ `datetime`, difftime ⇄ `timedelta`; from `datetime64`, `timedelta64`
//!
//! A datetime that leaves R knows its time zone. One that comes without a zone is local time, as Python
//! takes it; a `datetime64`, which cannot have one, is UTC, as NumPy takes it.
use super::{array, vector};
use crate::error::{Error, Result};
use crate::ffi::missing::{NA_INTEGER, na_real};
use crate::ffi::{Sexp, Type, Value, interpreter};
use crate::r_code;
use pyo3::prelude::*;
use std::borrow::Cow;

/// 1970-01-01 as `date.toordinal()` counts.
const EPOCH: i64 = 719_163;
/// `NaT`, and R's NA once it is a double.
pub const NAT: i64 = i64::MIN;
const DAY: f64 = 86_400.0;

pub fn date_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let date = py.import("datetime")?.getattr("date")?;
    vector::to_py(py, x, |py, x, i| match number(x, i) {
        Some(days) => Ok(date.call_method1("fromordinal", (days.floor() as i64 + EPOCH,))?),
        None => Ok(py.None().into_bound(py)),
    })
}

pub fn date_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let days = x.call_method0("toordinal")?.extract::<i64>()? - EPOCH;
    let mut out = Value::double(days as f64);
    out.set_class(&["Date"])?;
    Ok(out)
}

pub fn datetime_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let datetime = py.import("datetime")?;
    let utc = datetime.getattr("timezone")?.getattr("utc")?;
    let epoch = datetime.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, &utc))?;
    let zone = zone(py, x)?;
    vector::to_py(py, x, |py, x, i| match number(x, i) {
        // Counted from the epoch, as `fromtimestamp()` refuses distant times on some platforms.
        Some(seconds) => {
            let moment = epoch.call_method1("__add__", (delta(py, seconds)?,))?;
            Ok(moment.call_method1("astimezone", (&zone,))?)
        }
        None => Ok(py.None().into_bound(py)),
    })
}

/// POSIXlt as POSIXct.
pub fn from_parts(py: Python<'_>, x: Sexp<'_>) -> Result<Value> {
    interpreter::detached(py, || r_code::call(c"as_posixct", &[x]))
}

pub fn datetime_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let zone = match x.getattr("tzinfo")? {
        zone if zone.is_none() => None,
        // ZoneInfo and pytz name themselves; others (fixed offsets) are shown in UTC.
        zone => Some(zone_name(&zone)),
    };
    datetimes(&[x.call_method0("timestamp")?.extract()?], zone.as_deref())
}

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

pub fn timedelta64_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let (unit, step) = unit(x)?;
    match unit.as_str() {
        "D" => durations(&ticks(x, "D", step)?, "days"),
        "W" => durations(&ticks(x, "W", step)?, "weeks"),
        _ => durations(&ticks(x, &unit, step)?, "secs"),
    }
}

pub fn dates(days: &[f64]) -> Result<Value> {
    let mut out = doubles(days)?;
    out.set_class(&["Date"])?;
    Ok(out)
}

/// `zone` `None` is local time.
pub fn datetimes(seconds: &[f64], zone: Option<&str>) -> Result<Value> {
    let mut out = doubles(seconds)?;
    out.set_class(&["POSIXct", "POSIXt"])?;
    if let Some(zone) = zone {
        out.set_attr(c"tzone", &Value::string(zone));
    }
    Ok(out)
}

pub fn durations(n: &[f64], unit: &str) -> Result<Value> {
    let mut out = doubles(n)?;
    out.set_attr(c"units", &Value::string(unit));
    out.set_class(&["difftime"])?;
    Ok(out)
}

/// `datetime64[s]`, the coarsest that pandas has; midnights are Dates again on the way back.
pub fn dates_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    counts_to_py(py, numbers(x).iter().map(|days| days.floor() * DAY), "datetime64[s]")
}

pub fn datetimes_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    seconds_to_column(py, &numbers(x), "datetime64")
}

pub fn durations_to_column<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    match seconds_in_unit(x) {
        1.0 => seconds_to_column(py, &numbers(x), "timedelta64"),
        unit => {
            let seconds: Vec<f64> = numbers(x).iter().map(|n| n * unit).collect();
            seconds_to_column(py, &seconds, "timedelta64")
        }
    }
}

/// In microseconds where they are exact, else in nanoseconds where these reach (to the year 2262).
fn seconds_to_column<'py>(py: Python<'py>, seconds: &[f64], class: &str) -> Result<Bound<'py, PyAny>> {
    let fits = |x: f64| (x * 1e6).round() / 1e6 == x || x.is_nan();
    let near = |x: f64| x.abs() < 9.2e9 || x.is_nan();
    if !seconds.iter().all(|&x| fits(x)) && seconds.iter().all(|&x| near(x)) {
        let nanos = |&x: &f64| match x.is_nan() {
            true => NAT,
            // The parts by themselves: a double holds no count of nanoseconds since 1970.
            false => x.floor() as i64 * 1_000_000_000 + ((x - x.floor()) * 1e9).round() as i64,
        };
        return as_times(py, seconds.iter().map(nanos).collect(), &format!("{class}[ns]"));
    }
    counts_to_py(py, seconds.iter().map(|x| (x * 1e6).round()), &format!("{class}[us]"))
}

fn counts_to_py<'py>(
    py: Python<'py>,
    counts: impl Iterator<Item = f64>,
    dtype: &str,
) -> Result<Bound<'py, PyAny>> {
    let mut beyond = None;
    let count = |(i, n): (usize, f64)| {
        if n.is_nan() {
            return NAT;
        }
        // The largest double below 2^63.
        if n.abs() > 9_223_372_036_854_774_784.0 {
            beyond.get_or_insert(i + 1);
        }
        n as i64
    };
    let counts = counts.enumerate().map(count).collect();
    match beyond {
        None => as_times(py, counts, dtype),
        Some(i) => Err(Error::convert(format!(
            "Element {i} is a time that pandas cannot hold: it counts from 1970 in 64 bits."
        ))),
    }
}

fn as_times<'py>(py: Python<'py>, counts: Vec<i64>, dtype: &str) -> Result<Bound<'py, PyAny>> {
    let n = counts.len();
    Ok(array::owned(py, counts, &[n])?.call_method1("view", (dtype,))?)
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

/// Objects of `datetime.date`; `None` is `NA`.
pub fn many_dates_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let day = |item: &Bound<'_, PyAny>| match item.is_none() {
        true => Ok(na_real()),
        false => Ok((item.call_method0("toordinal")?.extract::<i64>()? - EPOCH) as f64),
    };
    dates(&items.iter().map(day).collect::<Result<Vec<f64>>>()?)
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

/// The zone of a POSIXct; empty is local time.
pub fn zone_of(x: Sexp<'_>) -> Option<String> {
    let zone = x.attr(c"tzone").and_then(|zone| (zone.len() > 0).then(|| zone.string(0)).flatten())?;
    (!zone.is_empty()).then(|| zone.into_owned())
}

pub fn zone_name(zone: &Bound<'_, PyAny>) -> String {
    let name = ["key", "zone"].iter().find_map(|name| zone.getattr(*name).ok()?.extract().ok());
    name.unwrap_or_else(|| "UTC".to_owned())
}

/// `None` (Python's word for local time) where R has no zone.
fn zone<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    match zone_of(x).as_deref() {
        None => Ok(py.None().into_bound(py)),
        Some("UTC" | "GMT") => Ok(py.import("datetime")?.getattr("timezone")?.getattr("utc")?),
        Some(zone) => Ok(py.import("zoneinfo")?.call_method1("ZoneInfo", (zone,))?),
    }
}

fn number(x: Sexp<'_>, i: usize) -> Option<f64> {
    match x.kind() {
        Type::Integer => Some(x.integers()[i]).filter(|&x| x != NA_INTEGER).map(f64::from),
        _ => Some(x.doubles()[i]).filter(|x| !x.is_nan()),
    }
}

/// All at once; `NA` is a NaN.
fn numbers(x: Sexp<'_>) -> Cow<'_, [f64]> {
    match x.kind() {
        Type::Integer => {
            let number = |&x: &i32| if x == NA_INTEGER { na_real() } else { f64::from(x) };
            Cow::Owned(x.integers().iter().map(number).collect())
        }
        _ => Cow::Borrowed(x.doubles()),
    }
}

fn delta(py: Python<'_>, seconds: f64) -> Result<Bound<'_, PyAny>> {
    let days = (seconds / DAY).floor();
    let micros = ((seconds - days * DAY) * 1e6).round();
    Ok(py.import("datetime")?.getattr("timedelta")?.call1((days as i64, 0, micros as i64))?)
}

fn doubles(x: &[f64]) -> Result<Value> {
    let mut out = Value::doubles(x.len())?;
    out.doubles_mut().copy_from_slice(x);
    Ok(out)
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
