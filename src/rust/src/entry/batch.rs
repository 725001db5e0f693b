use super::attach::attach;
use super::reply;
use crate::convert::{self, Options};
use crate::error::Result;
use crate::object::py_in_r;
use crate::py::caller;
use crate::r::missing::{NA_INTEGER, NA_LOGICAL};
use crate::r::{Sexp, Type, Value, guard};
use crate::threads::{interrupt, served};
use extendr_api::prelude::*;
use pyo3::types::PyTuple;

/// Does a vector of numbers hold neither `NA` nor NaN nor infinite values? `false` for other values.
fn is_finite(x: Sexp<'_>) -> Result<bool> {
    guard::materialize(x)?;
    Ok(match x.kind() {
        Type::Null => true,
        // In pieces without a branch, which the compiler makes vectors of.
        Type::Double => {
            x.doubles().chunks(64).all(|piece| piece.iter().fold(true, |ok, x| ok & x.is_finite()))
        }
        Type::Integer => !x.integers().contains(&NA_INTEGER),
        Type::Logical => !x.logicals().contains(&NA_LOGICAL),
        _ => false,
    })
}

/// `callable(object, name, *data)` on the main thread, the result converted. `NULL` without a call if `object` is
/// no Python object, if an element of `data` is anything but `NULL` or finite numbers whose position alone
/// has a meaning, or if R serves another thread. One call, as R code between two steps of a model is slow.
#[extendr]
fn rs_call_on_numbers(callable: Robj, object: Robj, name: Robj, data: Robj) -> Result<Robj> {
    reply(call_on_numbers(Sexp::of(&callable), Sexp::of(&object), Sexp::of(&name), Sexp::of(&data)))
}

fn call_on_numbers(callable: Sexp<'_>, object: Sexp<'_>, name: Sexp<'_>, data: Sexp<'_>) -> Result<Value> {
    for x in data.elts() {
        if !(is_plain(x) && is_finite(x)?) {
            return Ok(Value::null());
        }
    }
    attach(|py| {
        let (callable, _) = super::object(py, callable)?;
        let Some((object, _)) = py_in_r::get(py, object)? else { return Ok(Value::null()) };
        if served::is_serving() {
            return Ok(Value::null());
        }
        let mut args = vec![object, convert::to_py(py, name)?];
        for x in data.elts() {
            args.push(convert::to_py_with(py, x, Options::new().vectors_as_arrays(true))?);
        }
        let result = caller::call(&callable, &PyTuple::new(py, args)?, None)?;
        interrupt::check(py)?;
        convert::to_r_if(result, true)
    })
}

/// An array, or a vector that is sent as one.
fn is_plain(x: Sexp<'_>) -> bool {
    match x.kind() {
        Type::Null => true,
        Type::Double | Type::Integer if !x.has_attributes() => x.len() > 0,
        Type::Double | Type::Integer | Type::Logical => x.len() > 0 && has_only_dim(x),
        _ => false,
    }
}

fn has_only_dim(x: Sexp<'_>) -> bool {
    x.attr(c"dim").is_some() && x.attribute_names().len() == 1
}

extendr_module! {
    mod batch;
    fn rs_call_on_numbers;
}
