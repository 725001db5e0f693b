use super::{object, reply};
use crate::error::Result;
use crate::ffi::{Sexp, Value};
use crate::handle::py_in_r;
use crate::python::attach;
use extendr_api::prelude::*;
use pyo3::prelude::*;

/// Does `x` hold a Python object whose results become R values? `NULL` if it holds none.
#[extendr]
fn rs_has_convert(x: Robj) -> Result<Robj> {
    attach(|py| {
        let found = py_in_r::get(py, Sexp::of(&x))?;
        reply(Ok(found.map_or_else(Value::null, |(_, convert)| Value::logical(Some(convert)))))
    })
}

#[extendr]
fn rs_str(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::string(&shown(object(py, Sexp::of(&x))?.0.str()?.to_string_lossy())))))
}

#[extendr]
fn rs_repr(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::string(&shown(object(py, Sexp::of(&x))?.0.repr()?.to_string_lossy())))))
}

#[extendr]
fn rs_len(x: Robj) -> Result<Robj> {
    attach(|py| {
        let n = object(py, Sexp::of(&x))?.0.len()?;
        reply(Ok(i32::try_from(n).map_or_else(|_| Value::double(n as f64), Value::integer)))
    })
}

#[extendr]
fn rs_bool(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::logical(Some(object(py, Sexp::of(&x))?.0.is_truthy()?)))))
}

#[extendr]
fn rs_id(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::string(&(object(py, Sexp::of(&x))?.0.as_ptr() as usize).to_string()))))
}

#[extendr]
fn rs_is_none(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::logical(Some(object(py, Sexp::of(&x))?.0.is_none())))))
}

/// Text for people: a NUL, which R strings cannot hold, is shown as Python writes it.
fn shown(text: std::borrow::Cow<'_, str>) -> String {
    text.replace('\0', "\\x00")
}

extendr_module! {
    mod inspect;
    fn rs_has_convert;
    fn rs_str;
    fn rs_repr;
    fn rs_len;
    fn rs_bool;
    fn rs_id;
    fn rs_is_none;
}
