//! Time zones: the names that R and Python have for them
use crate::error::Result;
use crate::ffi::Sexp;
use pyo3::prelude::*;

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
pub fn zone<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    match zone_of(x).as_deref() {
        None => Ok(py.None().into_bound(py)),
        Some("UTC" | "GMT") => Ok(py.import("datetime")?.getattr("timezone")?.getattr("utc")?),
        Some(zone) => Ok(py.import("zoneinfo")?.call_method1("ZoneInfo", (zone,))?),
    }
}
