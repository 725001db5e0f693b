use super::attach::attach;
use super::{call, raise, reply, reply_null};
use crate::error::{Error, Result};
use crate::object::py_in_r;
use crate::py::interpreter;
use crate::r::{Sexp, Value};
use extendr_api::prelude::*;
use pyo3::prelude::*;

/// The next item of an iterator, in a list, or `NULL` at its end. `advance` is its method `__next__`.
#[extendr]
fn rs_next(advance: Robj) -> Result<Robj> {
    reply(next(Sexp::of(&advance)))
}

fn next(advance: Sexp<'_>) -> Result<Value> {
    match call::call(advance, Value::list(0)?.as_sexp(), None) {
        Ok(item) => Ok(Value::list_of(&[item])?),
        Err(Error::Python(err)) => interpreter::attach(|py| end(py, err)),
        Err(other) => Err(other),
    }
}

/// The exception at the end is dropped at once: the frames of its traceback keep the iterator.
fn end(py: Python<'_>, err: PyErr) -> Result<Value> {
    match raise::is_end(py, &err) {
        true => Ok(Value::null()),
        false => Err(err.into()),
    }
}

/// Lets go of Python objects by references that no other code has, instead of when R collects them.
#[extendr]
fn rs_let_go(references: Robj) -> Result<Robj> {
    attach(|py| {
        Sexp::of(&references).elts().for_each(|x| py_in_r::let_go(py, x));
        reply_null(Ok(()))
    })
}

extendr_module! {
    mod iterate;
    fn rs_next;
    fn rs_let_go;
}
