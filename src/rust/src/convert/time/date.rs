//! Date ⇄ `date`
//!
//! A `date` has no fraction: that of a Date is truncated, so that the result is the day that R prints.
use super::number::{Items, beyond, each, number};
use crate::convert::vector;
use crate::error::Result;
use crate::py::import::import;
use crate::r::{Sexp, Value};
use pyo3::sync::PyOnceLock;
use pyo3::{intern, prelude::*};

/// 1970-01-01 as `date.toordinal()` counts.
const EPOCH: i64 = 719_163;
/// 9999-12-31, likewise; 0001-01-01 is 1.
const LAST: i64 = 3_652_059;

pub fn date_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    static FROM_ORDINAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let from_ordinal = FROM_ORDINAL.get_or_try_init(py, || {
        import(py, "datetime")?.getattr("date")?.getattr("fromordinal").map(Bound::unbind)
    })?;
    let from_ordinal = from_ordinal.bind(py);
    vector::to_py(py, x, |py, x, i| match number(x, i) {
        None => Ok(py.None().into_bound(py)),
        Some(days) => match days.floor() as i64 {
            day if (1 - EPOCH..=LAST - EPOCH).contains(&day) => Ok(from_ordinal.call1((day + EPOCH,))?),
            _ => Err(beyond(i, days, "days from 1970-01-01", "a Python date has a year from 1 to 9999")),
        },
    })
}

pub fn many_to_r(items: &Items<'_, '_>) -> Result<Value> {
    dates(&each(items, |x| {
        let ordinal: i64 = x.call_method0(intern!(x.py(), "toordinal"))?.extract()?;
        Ok((ordinal - EPOCH) as f64)
    })?)
}

pub fn dates(days: &[f64]) -> Result<Value> {
    let mut out = Value::doubles_from(days.iter().copied())?;
    out.set_class(&["Date"])?;
    Ok(out)
}
