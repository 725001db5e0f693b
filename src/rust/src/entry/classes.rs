use super::{reply_null, string};
use crate::convert::Options;
use crate::error::{Error, Result};
use crate::object::class_name::{self, TypeInfo};
use crate::object::methods::Methods;
use crate::object::registered::Property;
use crate::r::Sexp;
use crate::threads::blocking;
use extendr_api::prelude::*;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

thread_local! {
    static DATA_METHODS: Methods = const { Methods::new() };
}

/// Registers the classes that have a property, by name (`inst/classes.tsv`).
#[extendr]
fn rs_set_classes(property: Robj, classes: Robj) -> Result<Robj> {
    let property = string(Sexp::of(&property), "property")?;
    let unknown = || Error::argument("`property` must be one of the column `is` of inst/classes.tsv.");
    Property::of_name(&property).ok_or_else(unknown)?.register(strings(&classes));
    reply_null(Ok(()))
}

/// Registers methods that may wait for R functions in code that cannot be interrupted: the elements of
/// `methods` are method names, named by their class. They are always called as by `rs_call_blocking`.
#[extendr]
fn rs_set_blocking_methods(methods: Robj) -> Result<Robj> {
    blocking::set_methods(pairs(&methods));
    reply_null(Ok(()))
}

/// Registers methods whose arguments are data, also the named ones: vectors of numbers become arrays, factors
/// labels from 0.
#[extendr]
fn rs_set_data_methods(methods: Robj) -> Result<Robj> {
    DATA_METHODS.with(|known| known.set(pairs(&methods)));
    reply_null(Ok(()))
}

/// Passes the classes of Python objects through `filter_classes()` (R/py-class-name.R).
#[extendr]
fn rs_filter_classes() -> Result<Robj> {
    class_name::filter_classes();
    reply_null(Ok(()))
}

fn strings(x: &Robj) -> Vec<String> {
    let x = Sexp::of(x);
    (0..x.len()).filter_map(|i| x.string(i)).map(|name| name.into_owned()).collect()
}

/// The names of `x` and its elements.
fn pairs(x: &Robj) -> Vec<(String, String)> {
    let x = Sexp::of(x);
    let pair = |i| Some((x.names()?.string(i)?.into_owned(), x.string(i)?.into_owned()));
    (0..x.len()).filter_map(pair).collect()
}

/// Whether all arguments of `method` of the class of its `owner` are data.
pub fn is_data_method<'py>(
    method: &str,
    owner: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> Result<bool> {
    DATA_METHODS.with(|methods| methods.has(method, owner))
}

/// How the arguments of a call of `callable` are converted.
pub fn options_for(callable: &Bound<'_, PyAny>, info: Option<&TypeInfo>) -> Options {
    let whole_as_int = match callable.cast::<PyType>() {
        Ok(class) => is_in(class, Property::Ints),
        Err(_) => is_in(&callable.get_type(), Property::IntsCalled),
    };
    let takes_arrays = info.is_some_and(|info| info.takes_arrays);
    Options::new().whole_as_int(whole_as_int.unwrap_or(false)).vectors_as_arrays(takes_arrays)
}

/// Whether a module that has the property, or a module within it, has the class; `None` if the class has no
/// module.
fn is_in(class: &Bound<'_, PyType>, property: Property) -> Option<bool> {
    let py = class.py();
    let mut module = class.getattr(intern!(py, "__module__")).ok()?;
    // A class defined in R: its arguments go to the inherited constructor.
    if module.eq("R").ok()? {
        module = class.getattr(intern!(py, "__init__")).ok()?.getattr(intern!(py, "__module__")).ok()?;
    }
    let module = module.cast::<PyString>().ok()?.to_str().ok()?;
    Some(property.any(|package| {
        module.strip_prefix(package.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }))
}

extendr_module! {
    mod classes;
    fn rs_set_classes;
    fn rs_set_blocking_methods;
    fn rs_set_data_methods;
    fn rs_filter_classes;
}
