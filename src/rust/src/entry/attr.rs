use super::attach::attach;
use super::{any, flag, object, reply, reply_null, string};
use crate::convert;
use crate::error::Result;
use crate::object::robject::RObject;
use crate::r::{Sexp, Value};
use extendr_api::prelude::*;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[extendr]
fn rs_get_attr(x: Robj, name: Robj, convert: Robj) -> Result<Robj> {
    reply(get(Sexp::of(&x), Sexp::of(&name), flag(&convert)))
}

pub fn get(x: Sexp<'_>, name: Sexp<'_>, convert: Option<bool>) -> Result<Value> {
    let name = string(name, "name")?;
    attach(|py| {
        let (object, own) = object(py, x)?;
        convert::to_r_if(object.getattr(name.as_ref())?, convert.unwrap_or(own))
    })
}

/// `NULL` if there is no such attribute.
#[extendr]
fn rs_attr_or_null(x: Robj, name: Robj, convert: Robj) -> Result<Robj> {
    let name = string(Sexp::of(&name), "name")?;
    attach(|py| {
        let (object, own) = object(py, Sexp::of(&x))?;
        let found = object.getattr_opt(name.as_ref())?;
        reply(found.map_or_else(
            || Ok(Value::null()),
            |found| convert::to_r_if(found, flag(&convert).unwrap_or(own)),
        ))
    })
}

/// The R object in the `__dict__` of `x`, or NULL if there is none.
pub fn get_kept(x: Sexp<'_>, name: Sexp<'_>) -> Result<Value> {
    let name = string(name, "name")?;
    attach(|py| {
        let space = object(py, x)?.0.getattr_opt(intern!(py, "__dict__"))?;
        let space = space.and_then(|space| space.cast_into::<PyDict>().ok());
        let kept = space.map(|space| space.get_item(name.as_ref())).transpose()?.flatten();
        let kept = kept.and_then(|kept| kept.cast_into::<RObject>().ok());
        Ok(kept.map_or_else(Value::null, |kept| kept.get().value()))
    })
}

#[extendr]
fn rs_has_attr(x: Robj, name: Robj) -> Result<Robj> {
    let name = string(Sexp::of(&name), "name")?;
    attach(|py| reply(Ok(Value::logical(Some(object(py, Sexp::of(&x))?.0.hasattr(name.as_ref())?)))))
}

#[extendr]
fn rs_set_attr(x: Robj, name: Robj, value: Robj) -> Result<Robj> {
    let name = string(Sexp::of(&name), "name")?;
    attach(|py| reply_null(Ok(object(py, Sexp::of(&x))?.0.setattr(name.as_ref(), any(py, &value)?)?)))
}

#[extendr]
fn rs_del_attr(x: Robj, name: Robj) -> Result<Robj> {
    let name = string(Sexp::of(&name), "name")?;
    attach(|py| reply_null(Ok(object(py, Sexp::of(&x))?.0.delattr(name.as_ref())?)))
}

/// `dir(x)`
#[extendr]
fn rs_dir(x: Robj) -> Result<Robj> {
    attach(|py| {
        let names: Vec<String> = object(py, Sexp::of(&x))?.0.dir()?.extract()?;
        reply(Ok(Value::strings(&names)?))
    })
}

extendr_module! {
    mod attr;
    fn rs_get_attr;
    fn rs_attr_or_null;
    fn rs_has_attr;
    fn rs_set_attr;
    fn rs_del_attr;
    fn rs_dir;
}
