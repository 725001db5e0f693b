use super::attach::attach;
use super::{any, flag, object, reply, reply_null};
use crate::convert;
use crate::error::Result;
use crate::r::Sexp;
use crate::threads::{blocking, served};
use extendr_api::prelude::*;
use pyo3::prelude::*;

#[extendr]
fn rs_get_item(x: Robj, key: Robj, convert: Robj) -> Result<Robj> {
    attach(|py| {
        let (object, own) = object(py, Sexp::of(&x))?;
        let key = any(py, &key)?;
        let item = match served::is_serving() {
            true => blocking::operator(py, "getitem", (object, key))?,
            false => object.get_item(key)?,
        };
        reply(convert::to_r_if(item, flag(&convert).unwrap_or(own)))
    })
}

#[extendr]
fn rs_set_item(x: Robj, key: Robj, value: Robj) -> Result<Robj> {
    attach(|py| reply_null(Ok(object(py, Sexp::of(&x))?.0.set_item(any(py, &key)?, any(py, &value)?)?)))
}

#[extendr]
fn rs_del_item(x: Robj, key: Robj) -> Result<Robj> {
    attach(|py| reply_null(Ok(object(py, Sexp::of(&x))?.0.del_item(any(py, &key)?)?)))
}

extendr_module! {
    mod item;
    fn rs_get_item;
    fn rs_set_item;
    fn rs_del_item;
}
