use super::{reply_null, string};
use crate::convert::Options;
use crate::error::{Error, Result};
use crate::object::class_name::{self, TypeInfo};
use crate::object::registered::Property;
use crate::r::Sexp;
use extendr_api::prelude::*;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// Registers the classes that have a property, by name (`inst/classes.tsv`), or the methods that have it, named by
/// their classes.
#[extendr]
fn rs_set_classes(property: Robj, classes: Robj) -> Result<Robj> {
    let property = string(Sexp::of(&property), "property")?;
    let unknown = || Error::argument("`property` must be one of the column `is` of inst/classes.tsv.");
    let x = Sexp::of(&classes);
    let row = |i| {
        let own = x.string(i)?.into_owned();
        Some(match x.names() {
            Some(names) => (names.string(i)?.into_owned(), own),
            None => (own, String::new()),
        })
    };
    Property::of_name(&property).ok_or_else(unknown)?.register((0..x.len()).filter_map(row).collect());
    reply_null(Ok(()))
}

/// Passes the classes of Python objects through `filter_classes()` (R/py-class-name.R).
#[extendr]
fn rs_filter_classes() -> Result<Robj> {
    class_name::filter_classes();
    reply_null(Ok(()))
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
    fn rs_filter_classes;
}
