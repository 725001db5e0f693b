//! Date ⇄ `date`
use super::{doubles, number};
use crate::convert::vector;
use crate::error::Result;
use crate::ffi::missing::na_real;
use crate::ffi::{Sexp, Value};
use pyo3::prelude::*;

/// 1970-01-01 as `date.toordinal()` counts.
const EPOCH: i64 = 719_163;

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

/// Objects of `datetime.date`; `None` is `NA`.
pub fn many_dates_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let day = |item: &Bound<'_, PyAny>| match item.is_none() {
        true => Ok(na_real()),
        false => Ok((item.call_method0("toordinal")?.extract::<i64>()? - EPOCH) as f64),
    };
    dates(&items.iter().map(day).collect::<Result<Vec<f64>>>()?)
}

pub fn dates(days: &[f64]) -> Result<Value> {
    let mut out = doubles(days)?;
    out.set_class(&["Date"])?;
    Ok(out)
}
