//! R errors ⇄ `RuntimeError`; other exceptions stay Python objects, which are conditions in R
use crate::error::Result;
use crate::object::py_in_r;
use crate::object::raised::{carried, unraised};
use crate::r::{Preserved, Sexp, Value};
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::prelude::*;

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    Ok(unraised(Preserved::new(x)).into_value(py).into_bound(py).into_any())
}

/// The identical R error, also if it was raised.
pub fn to_r(x: &Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    let exception = x.cast::<PyBaseException>().map_err(PyErr::from)?;
    let own = exception.is_instance_of::<PyRuntimeError>().then(|| carried(exception)).flatten();
    own.map_or_else(|| py_in_r::new(x.clone(), convert), Ok)
}
