//! The Python module `rpycall`: R objects and R functions in Python.
use super::operator;
use crate::convert::{Handle, RArray};
use crate::object::raised::{RError, RJump};
use crate::object::rfunction::RFunction;
use crate::object::robject::{self, RObject};
use crate::os::stderr;
use crate::py::frames;
use crate::r::random;
use crate::threads::queue::{self, Request};
use crate::threads::{ask, blocking, console, fork, interrupt, kept, members};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::borrow::Cow;

/// Calls an R function, in the same way as `f()`.
#[pyfunction]
#[pyo3(signature = (f, *args, **kwargs))]
fn call_r_function<'py>(
    f: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    match f.cast::<RFunction>() {
        Ok(_) => f.call(args, kwargs),
        Err(_) => Err(PyTypeError::new_err("call_r_function() takes an R function")),
    }
}

/// Calls a Python function on the main thread (of R and of Python).
#[pyfunction]
#[pyo3(signature = (f, *args, **kwargs))]
fn call_python_function_on_main_thread<'py>(
    f: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = f.py();
    let (f, args) = (f.clone().unbind(), args.clone().unbind());
    let kwargs = kwargs.map(|kwargs| kwargs.clone().unbind());
    let reply = ask::on_r_thread(py, move |py| {
        f.call(py, args.bind(py), kwargs.as_ref().map(|kwargs| kwargs.bind(py)))
    });
    Ok(reply?.into_bound(py))
}

/// Calls `f`, which raises nothing, on the main thread when that is idle.
#[pyfunction]
fn when_r_is_free(f: Bound<'_, PyAny>) {
    queue::push(Request::Later(f.unbind()));
}

/// From now on R code that draws R's random numbers is noted.
#[pyfunction]
fn watch_random_numbers() {
    random::watch();
}

/// Writes the process's stderr to a file until `restore_stderr()`. False if that is done already.
#[pyfunction]
fn divert_stderr() -> PyResult<bool> {
    Ok(stderr::divert()?)
}

/// Returns what was written to stderr since `divert_stderr()`.
#[pyfunction]
fn restore_stderr() -> PyResult<Cow<'static, [u8]>> {
    Ok(Cow::Owned(stderr::restore()?))
}

pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = PyModule::new(py, "rkeras.rpycall")?;
    module.setattr("__doc__", "R objects and R functions as Python sees them.")?;
    module.add_class::<RObject>()?;
    module.add_class::<RFunction>()?;
    module.add_class::<RArray>()?;
    module.add_class::<Handle>()?;
    module.add("RError", py.get_type::<RError>())?;
    module.add("RJump", py.get_type::<RJump>())?;
    module.add_function(wrap_pyfunction!(call_r_function, &module)?)?;
    module.add_function(wrap_pyfunction!(call_python_function_on_main_thread, &module)?)?;
    module.add_function(wrap_pyfunction!(when_r_is_free, &module)?)?;
    module.add_function(wrap_pyfunction!(watch_random_numbers, &module)?)?;
    module.add_function(wrap_pyfunction!(blocking::call_elsewhere, &module)?)?;
    module.add_function(wrap_pyfunction!(kept::release_on_worker, &module)?)?;
    module.add_function(wrap_pyfunction!(interrupt::unraisable, &module)?)?;
    module.add_function(wrap_pyfunction!(frames::current_frames, &module)?)?;
    module.add_function(wrap_pyfunction!(robject::protected_rids, &module)?)?;
    module.add_function(wrap_pyfunction!(members::unserialize, &module)?)?;
    module.add_function(wrap_pyfunction!(console::write_console, &module)?)?;
    module.add_function(wrap_pyfunction!(fork::is_forked_by_python, &module)?)?;
    module.add_function(wrap_pyfunction!(console::write_line, &module)?)?;
    module.add_function(wrap_pyfunction!(operator::register_operators, &module)?)?;
    module.add_function(wrap_pyfunction!(operator::add_operator, &module)?)?;
    module.add_function(wrap_pyfunction!(operator::drop_operator, &module)?)?;
    module.add_function(wrap_pyfunction!(operator::operators, &module)?)?;
    module.add_function(wrap_pyfunction!(divert_stderr, &module)?)?;
    module.add_function(wrap_pyfunction!(restore_stderr, &module)?)?;
    Ok(module)
}
