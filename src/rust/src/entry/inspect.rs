use super::attach::attach;
use super::{object, reply, reply_null};
use crate::error::Result;
use crate::memory::cycles;
use crate::object::{class_name, protected, py_in_r};
use crate::py::import::import;
use crate::r::{Sexp, Value};
use crate::shared::pointer;
use extendr_api::prelude::*;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashMap;

/// Whether results of the Python object `x` are converted to R; `NULL` if `x` is not a Python object.
#[extendr]
fn rs_has_convert(x: Robj) -> Result<Robj> {
    attach(|py| {
        let found = py_in_r::get(py, Sexp::of(&x))?;
        reply(Ok(found.map_or_else(Value::null, |(_, convert)| Value::logical(Some(convert)))))
    })
}

#[extendr]
fn rs_str(x: Robj) -> Result<Robj> {
    attach(|py| reply(shown(&object(py, Sexp::of(&x))?.0.str()?)))
}

#[extendr]
fn rs_repr(x: Robj) -> Result<Robj> {
    attach(|py| reply(shown(&object(py, Sexp::of(&x))?.0.repr()?)))
}

#[extendr]
fn rs_len(x: Robj) -> Result<Robj> {
    attach(|py| {
        let n = object(py, Sexp::of(&x))?.0.len()?;
        reply(Ok(i32::try_from(n).map_or_else(|_| Value::double(n as f64), Value::integer)?))
    })
}

#[extendr]
fn rs_bool(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::logical(Some(object(py, Sexp::of(&x))?.0.is_truthy()?)))))
}

#[extendr]
fn rs_id(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::string(&(object(py, Sexp::of(&x))?.0.as_ptr() as usize).to_string())?)))
}

#[extendr]
fn rs_is_none(x: Robj) -> Result<Robj> {
    attach(|py| reply(Ok(Value::logical(Some(object(py, Sexp::of(&x))?.0.is_none())))))
}

/// The R objects that Python keeps alive: addresses, numbers of Python objects, the objects.
#[extendr]
fn rs_protected() -> Result<Robj> {
    attach(|_| {
        let counts: HashMap<usize, usize> = protected::rids().into_iter().collect();
        let objects = protected::objects();
        let rids: Vec<String> = objects.iter().map(|x| format!("{:#x}", x.rid())).collect();
        let found = objects.iter().map(|x| counts.get(&x.rid()).map_or(0, |&count| count as i32));
        let found = Value::integers_from(found)?;
        let values = Value::list_from(objects.iter().map(|x| Result::Ok(x.sexp().to_value())))?;
        reply(Ok(Value::list_of(&[Value::strings(&rids)?, found, values])?))
    })
}

/// The classes of the Python objects that R references, and the number of objects of each.
#[extendr]
fn rs_refs() -> Result<Robj> {
    attach(|py| {
        let live = pointer::live(py);
        let mut names = Vec::with_capacity(live.len());
        for (class, _) in &live {
            names.push(class_name::of(class)?.names().first().cloned().unwrap_or_default());
        }
        let counts = Value::integers_from(live.iter().map(|&(_, n)| n as i32))?;
        reply(Ok(Value::list_of(&[Value::strings(&names)?, counts])?))
    })
}

/// Runs Python's garbage collector and searches for reference cycles across both languages.
#[extendr]
fn rs_collect() -> Result<Robj> {
    attach(|py| {
        import(py, "gc")?.call_method0("collect")?;
        reply_null(cycles::ask(py))
    })
}

/// Text for display: a NUL, which R strings cannot contain, is escaped as in Python.
fn shown(text: &Bound<'_, PyString>) -> Result<Value> {
    Ok(match text.to_cow() {
        Ok(plain) if !plain.contains('\0') => Value::string(&plain)?,
        Err(err) if err.is_instance_of::<PyMemoryError>(text.py()) => return Err(err.into()),
        _ => Value::string(&text.to_string_lossy().replace('\0', "\\x00"))?,
    })
}

extendr_module! {
    mod inspect;
    fn rs_protected;
    fn rs_refs;
    fn rs_collect;
    fn rs_has_convert;
    fn rs_str;
    fn rs_repr;
    fn rs_len;
    fn rs_bool;
    fn rs_id;
    fn rs_is_none;
}
