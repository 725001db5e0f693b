use super::attach::attach;
use super::{any, flag, object, reply};
use crate::convert::{self, Options};
use crate::error::Result;
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use crate::threads::blocking;
use extendr_api::prelude::*;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A reference to any R value. The S3 method for the class of `x` itself is skipped, because it called this
/// function.
pub fn to_py(x: Sexp<'_>, convert: Sexp<'_>) -> Result<Value> {
    attach(|py| {
        let convert = convert.as_flag().unwrap_or(false);
        let options = Options::new().convert(convert);
        py_in_r::new(convert::to_py_default(py, x, options)?, convert)
    })
}

/// The R value of a Python object, even if its `convert` is FALSE. R's own values do not start Python.
pub fn to_r(x: Sexp<'_>) -> Result<Value> {
    if !x.inherits("python.builtin.object") {
        return Ok(x.to_value());
    }
    attach(|py| match py_in_r::get(py, x)? {
        Some((object, _)) => convert::to_r_default(&object),
        None => Ok(x.to_value()),
    })
}

/// A dict of two lists of equal length.
#[extendr]
fn rs_dict(keys: Robj, values: Robj, convert: Robj) -> Result<Robj> {
    attach(|py| {
        let dict = PyDict::new(py);
        for (key, value) in Sexp::of(&keys).elts().zip(Sexp::of(&values).elts()) {
            dict.set_item(convert::to_py(py, key)?, convert::to_py(py, value)?)?;
        }
        reply(py_in_r::new(dict.into_any(), flag(&convert).unwrap_or(false)))
    })
}

#[extendr]
fn rs_tuple(items: Robj, convert: Robj) -> Result<Robj> {
    attach(|py| {
        let items =
            Sexp::of(&items).elts().map(|item| convert::to_py(py, item)).collect::<Result<Vec<_>>>()?;
        reply(py_in_r::new(PyTuple::new(py, items)?.into_any(), flag(&convert).unwrap_or(false)))
    })
}

/// `x < y` and the other comparisons; `op` is the Python operator.
#[extendr]
fn rs_compare(x: Robj, y: Robj, op: Robj) -> Result<Robj> {
    let function = match super::string(Sexp::of(&op), "op")?.as_ref() {
        "<" => "lt",
        "<=" => "le",
        "==" => "eq",
        "!=" => "ne",
        ">" => "gt",
        _ => "ge",
    };
    attach(|py| {
        let is_handle = py_in_r::get(py, Sexp::of(&x))?.is_some();
        let (_, own) = object(py, Sexp::of(if is_handle { &x } else { &y }))?;
        let result = blocking::operator(py, function, (any(py, &x)?, any(py, &y)?))?;
        reply(convert::to_r_if(result, own))
    })
}

extendr_module! {
    mod build;
    fn rs_dict;
    fn rs_tuple;
    fn rs_compare;
}
