//! `rpycall.RFunction`: an R function in Python.
use super::robject::RObject;
use super::signature;
use crate::os::hook::Hook;
use crate::py::import::import;
use crate::r::Sexp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

type Call = for<'py> fn(
    &Bound<'py, RFunction>,
    &Bound<'py, PyTuple>,
    Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>>;

/// Calls the R function, from any thread.
pub static CALL: Hook<Call> = Hook::new();

/// An R function. When Python calls it, its arguments are converted to R (unless it was created with
/// `convert = FALSE`) and its result is converted to Python.
#[pyclass(module = "rpycall", extends = RObject, dict)]
pub struct RFunction {
    convert: bool,
    name: String,
    formals: Vec<(String, bool)>,
}

impl RFunction {
    pub fn new(x: Sexp<'_>, convert: bool) -> PyResult<PyClassInitializer<Self>> {
        let name = x.attr(c"py_function_name").and_then(Sexp::as_string);
        let name = name.map_or_else(|| "r_function".to_owned(), |name| name.into_owned());
        let function = RFunction { convert, name, formals: x.formals() };
        Ok(PyClassInitializer::from(RObject::new(x)).add_subclass(function))
    }

    /// Whether arguments are converted to R.
    pub fn converts(&self) -> bool {
        self.convert
    }
}

#[pymethods]
impl RFunction {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        CALL.get()(slf, args, kwargs)
    }

    /// As an attribute of a class it is a method, like a Python function.
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: Option<&Bound<'py, PyAny>>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match instance {
            None => Ok(slf.clone().into_any()),
            Some(instance) => import(slf.py(), "types")?.getattr("MethodType")?.call1((slf, instance)),
        }
    }

    #[getter(__name__)]
    fn name(&self) -> String {
        self.name.clone()
    }

    #[setter(__name__)]
    fn set_name(&mut self, name: String) {
        self.name = name;
    }

    #[getter(__qualname__)]
    fn qualname(&self) -> String {
        self.name.clone()
    }

    /// The R formals, for `inspect.signature()`.
    #[getter(__signature__)]
    fn signature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signature::of_formals(py, &self.formals)
    }
}
