//! `rpycall.Handle` → a handle on what it wraps, whatever R value that could be.
use crate::error::Result;
use crate::object::recent;
use crate::r::Value;
use pyo3::prelude::*;

/// Keeps an argument of an R function from being converted: `self` of a class that inherits from
/// `dict` is no list.
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
