//! The functions that R calls. Each one reads its arguments, calls other modules and returns.
//!
//! `convert` is `TRUE`, `FALSE`, or `NULL` for the setting of the object.
//!
//! * [`attr`], [`item`], [`call`], [`iterate`], [`build`], [`inspect`], [`session`]: by what is asked; [`quick`]: the
//!   routines that are called most; [`classes`]: what R registers of Python's classes
//! * [`server`]: HTTP servers
//! * [`attach`]: every call into Python; [`raise`]: errors on their way back
//! * [`start`]: from nothing to a running interpreter; [`rpycall`]: the module by which Python reaches R, with
//!   its [`operator`]s; [`hooks`]: what earlier rooms ask of later ones
pub mod attach;
pub mod attr;
pub mod build;
pub mod call;
pub mod classes;
mod hooks;
pub mod inspect;
pub mod item;
pub mod iterate;
mod operator;
mod quick;
mod raise;
mod rpycall;
pub mod server;
pub mod session;
mod start;

use crate::convert::{self, character};
use crate::error::{Error, Result};
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use extendr_api::prelude::Robj;
use pyo3::prelude::*;
use std::borrow::Cow;

/// The Python object and its `convert`. An R value is converted first.
fn object<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<(Bound<'py, PyAny>, bool)> {
    match py_in_r::get(py, x)? {
        Some(found) => Ok(found),
        None => Ok((convert::to_py(py, x)?, true)),
    }
}

fn any<'py>(py: Python<'py>, x: &Robj) -> Result<Bound<'py, PyAny>> {
    convert::to_py(py, Sexp::of(x))
}

fn flag(x: &Robj) -> Option<bool> {
    Sexp::of(x).as_flag()
}

fn string<'a>(x: Sexp<'a>, argument: &str) -> Result<Cow<'a, str>> {
    x.as_string().ok_or_else(|| {
        let what = format!("`{argument}`");
        Error::argument(match x.len() == 1 && x.text(0).is_err() {
            true => character::not_text(x, 0, &what),
            false => format!("{what} must be one string."),
        })
    })
}

fn reply(value: Result<Value>) -> Result<Robj> {
    value.map(Value::into_robj)
}

fn reply_null(done: Result<()>) -> Result<Robj> {
    done.map(|()| Value::null().into_robj())
}
