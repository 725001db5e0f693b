//! R objects without a Python type ⇄ `rpycall.RObject`; functions ⇄ `rpycall.RFunction`
use crate::error::{Error, Result};
use crate::object::rfunction::RFunction;
use crate::object::robject::RObject;
use crate::r::{Sexp, Value};
use pyo3::{IntoPyObjectExt, prelude::*};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    if x.is(Sexp::missing_arg()) {
        return Err(Error::convert("R's empty symbol (a formal without a default) is no value."));
    }
    Ok(RObject::new(x).into_bound_py_any(py)?)
}

/// `convert`: whether arguments from Python are converted to R.
pub fn function_to_py<'py>(py: Python<'py>, x: Sexp<'_>, convert: bool) -> Result<Bound<'py, PyAny>> {
    Ok(Bound::new(py, RFunction::new(x, convert)?)?.into_any())
}

/// The identical R object.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(x.cast::<RObject>().map_err(PyErr::from)?.borrow().value())
}
