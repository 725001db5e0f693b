//! Access to R objects by Python (`object/robject.rs`), on the main thread.
use super::ask;
use crate::convert;
use crate::error::Error;
use crate::object::robject::RObject;
use crate::py::interpreter;
use crate::r::{Sexp, Value, r_code};
use pyo3::prelude::*;
use std::ffi::CStr;

/// R's `function(x)` or `function(x, key)`, on the main thread.
pub fn ask<'py>(
    x: &Bound<'py, RObject>,
    function: &'static CStr,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, x, key) = (x.py(), x.clone().unbind(), key.map(|key| key.clone().unbind()));
    let answer = ask::on_r_thread(py, move |py| {
        let x = x.get();
        let key = key.map(|key| convert::to_r(key.bind(py))).transpose()?;
        let args = [Some(x.sexp()), key.as_ref().map(Value::as_sexp)];
        Ok(called(py, function, &args.into_iter().flatten().collect::<Vec<_>>())?.unbind())
    });
    Ok(answer?.into_bound(py))
}

fn called<'py>(
    py: Python<'py>,
    function: &'static CStr,
    args: &[Sexp<'_>],
) -> Result<Bound<'py, PyAny>, Error> {
    let value = interpreter::detached(py, || r_code::call(function, args))?;
    convert::to_py(py, value.as_sexp())
}

/// Restores the R object from the result of `RObject.__reduce__()`.
#[pyfunction]
pub fn unserialize<'py>(bytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, bytes) = (bytes.py(), bytes.clone().unbind());
    let made = ask::on_r_thread(py, move |py| {
        let bytes = convert::to_r(bytes.bind(py))?;
        Ok(called(py, c"unserialize", &[bytes.as_sexp()])?.unbind())
    });
    Ok(made?.into_bound(py))
}
