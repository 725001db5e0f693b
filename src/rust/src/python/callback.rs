//! An R function called from Python, on R's thread.
use crate::convert;
use crate::error::{Error, Result};
use crate::ffi::{Preserved, Sexp, Value, interpreter, preserve};
use crate::python::stack;
use crate::r_code;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::CString;

pub fn call<'py>(
    py: Python<'py>,
    function: &Preserved,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    convert: bool,
) -> Result<Bound<'py, PyAny>> {
    on_r_thread("An R function was called")?;
    stack::check()?;
    let mut values: Vec<(Option<CString>, Value)> = Vec::with_capacity(args.len());
    for arg in args.iter() {
        values.push((None, convert::to_r_if(arg, convert)?));
    }
    for (name, arg) in kwargs.into_iter().flatten() {
        values.push((
            Some(CString::new(name.extract::<String>()?).map_err(|_| {
                Error::argument("The name of an argument holds a NUL, which R names cannot.")
            })?),
            convert::to_r_if(arg, convert)?,
        ));
    }
    let tagged: Vec<_> =
        values.iter().map(|(name, value)| (name.as_deref().map(Sexp::symbol), value.as_sexp())).collect();
    let out = interpreter::detached(py, || r_code::caught(function.as_sexp(), &tagged))?;
    convert::to_py(py, out.as_sexp())
}

/// R runs on one thread only.
pub fn on_r_thread(what: &str) -> Result<()> {
    match preserve::on_r_thread() {
        true => Ok(()),
        false => Err(Error::python(format!(
            "{what} from another thread than R's. R runs on one thread: call it from the main thread, \
             and keep R functions out of thread pools and of parallel data pipelines."
        ))),
    }
}
