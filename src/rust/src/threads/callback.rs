//! An R function called by Python, on any thread.
use super::{ask, stack};
use crate::convert;
use crate::error::{Error, Result};
use crate::object::rfunction::RFunction;
use crate::os::thread;
use crate::py::{caller, import, interpreter};
use crate::r::random::Draws;
use crate::r::{Sexp, Unwind, Value, r_code};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::CString;

/// Runs immediately on the main thread; other threads send a request to the main thread and wait.
pub fn call<'py>(
    function: &Bound<'py, RFunction>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> Result<Bound<'py, PyAny>> {
    let py = function.py();
    if thread::on_r_thread() {
        return here(function, args, kwargs);
    }
    let (function, args) = (function.clone().unbind(), args.clone().unbind());
    let kwargs = kwargs.map(|kwargs| kwargs.clone().unbind());
    let reply = ask::ask(py, move |py| {
        let kwargs = kwargs.as_ref().map(|kwargs| kwargs.bind(py));
        Ok(here(function.bind(py), args.bind(py), kwargs)?.unbind())
    });
    Ok(reply?.into_bound(py))
}

fn here<'py>(
    function: &Bound<'py, RFunction>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> Result<Bound<'py, PyAny>> {
    stack::check_room()?;
    let py = function.py();
    if !import::is_possible(py)? {
        // Calls this again below a frame with builtins.
        return Ok(caller::call(function, args, kwargs)?);
    }
    let arguments = Arguments::new(args, kwargs, function.borrow().converts())?;
    let function = function.as_super().get().sexp();
    let out = interpreter::detached(py, || {
        let draws = Draws::watch();
        let out = r_code::caught(function, &arguments.tagged())?;
        if draws.any() {
            r_code::call(c"note_drawn", &[function])?;
        }
        Ok::<_, Unwind>(out)
    })?;
    convert::to_py(py, out.as_sexp())
}

/// The R values of Python's arguments, in one list, because R can protect only some ten thousand single
/// values.
struct Arguments {
    values: Value,
    names: Vec<Option<CString>>,
}

impl Arguments {
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>, convert: bool) -> Result<Self> {
        let mut values = Value::list(args.len() + kwargs.map_or(0, |kwargs| kwargs.len()))?;
        let mut names = vec![None; args.len()];
        for (i, arg) in args.iter().enumerate() {
            values.set_elt(i, &convert::to_r_if(arg, convert)?);
        }
        for (name, arg) in kwargs.into_iter().flatten() {
            values.set_elt(names.len(), &convert::to_r_if(arg, convert)?);
            names.push(Some(argument_name(&name)?));
        }
        Ok(Arguments { values, names })
    }

    fn tagged(&self) -> Vec<(Option<Sexp<'_>>, Sexp<'_>)> {
        let tags = self.names.iter().map(|name| name.as_deref().map(Sexp::symbol));
        tags.zip(self.values.as_sexp().elts()).collect()
    }
}

fn argument_name(name: &Bound<'_, PyAny>) -> Result<CString> {
    let text = CString::new(name.extract::<String>()?).ok();
    text.filter(|name| Sexp::any_symbol(name).is_some()).ok_or_else(|| {
        Error::argument("R has no argument with an empty name, one with a NUL, or one of over 10,000 bytes.")
    })
}
