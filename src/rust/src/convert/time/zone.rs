//! Time zones: their names in R and Python
use crate::error::{Error, Result};
use crate::py::import::import;
use crate::py::modules;
use crate::r::{Sexp, Type};
use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The zone of a POSIXct. If `tzone` has several names, R uses the first: `c("", "CET", "CEST")`. An empty
/// name is local time.
pub(super) fn zone<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let tzone = x.attr(c"tzone");
    if tzone.is_some_and(|zone| zone.kind() != Type::Character) {
        return Err(Error::convert(
            "The time zone of the POSIXct is not a string. Set it, as in attr(x, \"tzone\") <- \"UTC\".",
        ));
    }
    let tzone = tzone.and_then(|zone| zone.string(0));
    match tzone.as_deref() {
        None | Some("") => local(py, tzone.as_deref()),
        Some("UTC") => Ok(epoch(py)?.getattr("tzinfo")?),
        Some(zone) => named(py, zone),
    }
}

/// The zone of a column. pandas looks up a zone by its name, so a local zone without a name (TZ is a rule)
/// becomes UTC.
pub fn column_zone<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let zone = zone(py, x)?;
    match zone.getattr("key").is_ok_and(|key| key.is_none()) {
        true => Ok(epoch(py)?.getattr("tzinfo")?),
        false => Ok(zone),
    }
}

/// 1970-01-01 in UTC.
pub(super) fn epoch(py: Python<'_>) -> Result<&Bound<'_, PyAny>> {
    static EPOCH: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = || {
        let datetime = import(py, "datetime")?;
        let utc = datetime.getattr("timezone")?.getattr("utc")?;
        PyResult::Ok(datetime.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, utc))?.unbind())
    };
    Ok(EPOCH.get_or_try_init(py, make)?.bind(py))
}

/// The current zone of this R session, for a time with the attribute `tzone`.
pub fn local<'py>(py: Python<'py>, tzone: Option<&str>) -> Result<Bound<'py, PyAny>> {
    let tz = std::env::var("TZ").ok();
    Ok(modules::LOCAL_TIME_ZONE.get(py)?.call1((tz, tzone))?)
}

fn named<'py>(py: Python<'py>, zone: &str) -> Result<Bound<'py, PyAny>> {
    import(py, "zoneinfo")?.call_method1("ZoneInfo", (zone,)).map_err(|err| {
        let is_unknown = err.is_instance_of::<PyKeyError>(py)
            || err.is_instance_of::<PyValueError>(py)
            || err.is_instance_of::<PyOSError>(py);
        if !is_unknown {
            return Error::Python(err);
        }
        Error::convert(format!(
            "This Python knows no time zone \"{zone}\". Give the time another, as in attr(x, \"tzone\") <- \
             \"UTC\"; if it is one of OlsonNames(), install the time zones: py_install(\"tzdata\")."
        ))
    })
}

/// The attribute `tzone` for a `tzinfo`: `None` is local time, and "UTC" is used for zones without an R
/// name.
pub fn zone_name(zone: &Bound<'_, PyAny>) -> Result<Option<String>> {
    match zone.is_none() {
        true => Ok(None),
        false => Ok(modules::TIME_ZONE_NAME.get(zone.py())?.call1((zone,))?.extract()?),
    }
}
