//! `rpycall.Handle` → a reference to the object that it wraps, even if that could be converted to R.
use crate::error::Result;
use crate::object::recent;
use crate::r::Value;
use pyo3::prelude::*;

/// Prevents conversion of an argument of an R function: `self` must stay an object even if its class
/// inherits from `dict`.
#[pyclass(module = "rpycall", frozen)]
pub struct Handle {
    object: Py<PyAny>,
}

#[pymethods]
impl Handle {
    #[new]
    fn new(object: Py<PyAny>) -> Self {
        Handle { object }
    }
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let handle = x.cast::<Handle>().map_err(PyErr::from)?;
    recent::handle(handle.get().object.bind(x.py()))
}
