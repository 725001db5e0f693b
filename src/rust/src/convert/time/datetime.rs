//! POSIXct ⇄ `datetime`
use super::{delta, doubles, number, zone, zone_name};
use crate::convert::vector;
use crate::error::Result;
use crate::ffi::{Sexp, Value, interpreter};
use crate::r_code;
use pyo3::prelude::*;

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

/// `zone` `None` is local time.
pub fn datetimes(seconds: &[f64], zone: Option<&str>) -> Result<Value> {
    let mut out = doubles(seconds)?;
    out.set_class(&["POSIXct", "POSIXt"])?;
    if let Some(zone) = zone {
        out.set_attr(c"tzone", &Value::string(zone));
    }
    Ok(out)
}
