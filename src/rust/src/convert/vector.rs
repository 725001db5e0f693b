//! An atomic vector: one element → a scalar, otherwise a `list`.
//!
//! A list cannot represent names, a class, other attributes, or the type of a vector that is empty or all
//! `NA`. Such a vector becomes a `rkeras.vector.Vector`, a list that stores the R vector and converts back
//! to it if Python does not modify it.
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::robject::RObject;
use crate::py::modules;
use crate::r::missing::{NA_INTEGER, NA_LOGICAL};
use crate::r::{Sexp, Type, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;

pub fn to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    item: impl Fn(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    one_or_all(
        x,
        |i| item(py, x, i),
        || {
            let items = (0..x.len()).map(|i| item(py, x, i)).try_gather()?;
            in_place::of_items(py, items)
        },
    )
}

/// Equal strings of a vector share one Python object if they are near each other.
pub fn strings_to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    item: impl Fn(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    one_or_all(x, |i| item(py, x, i), || in_place::of_strings(x, py, |i| item(py, x, i)))
}

/// As `to_py`, for contiguous elements whose conversion runs no Python code: items are written directly
/// into the list.
pub fn slice_to_py<'py, T: Copy>(
    py: Python<'py>,
    x: Sexp<'_>,
    items: &[T],
    item: impl Fn(Python<'py>, T) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    let item = |i: usize| match items.get(i) {
        Some(&x) => item(py, x),
        None => Ok(py.None().into_bound(py)),
    };
    one_or_all(x, item, || in_place::of(py, items.len(), |_, i| item(i)))
}

/// A `bytearray` or, if the vector has attributes, a `rkeras.vector.Raw`, which stores the R vector
/// likewise.
pub fn bytes_to_py<'py>(x: Sexp<'_>, bytes: Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    if !x.has_attributes() {
        return Ok(bytes);
    }
    let class = modules::RAW.get(bytes.py())?;
    Ok(class.call1((bytes, RObject::new(x)))?)
}

/// The R vector that a `Vector` or a `Raw` stores, if Python has not modified the items.
pub fn original(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    match x.getattr("origin")?.cast::<RObject>() {
        Ok(origin) if x.call_method0("is_untouched")?.extract()? => Ok(Some(origin.get().value())),
        _ => Ok(None),
    }
}

/// The single element, or a list of all. With `I(x)` a single element becomes a list.
fn one_or_all<'py>(
    x: Sexp<'_>,
    one: impl FnOnce(usize) -> Result<Bound<'py, PyAny>>,
    all: impl FnOnce() -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    match x.len() == 1 && !x.inherits("AsIs") {
        true => one(0),
        false => remembering(x, all()?),
    }
}

fn remembering<'py>(x: Sexp<'_>, items: Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    if is_plain(x) {
        return Ok(items);
    }
    let class = modules::VECTOR.get(items.py())?;
    Ok(class.call1((items, RObject::new(x)))?)
}

/// Whether a list represents the vector completely.
fn is_plain(x: Sexp<'_>) -> bool {
    let only_as_is = || x.attribute_names().len() == 1 && x.inherits("AsIs") && x.classes().len() == 1;
    x.len() > 0 && (!x.has_attributes() || only_as_is()) && !is_all_missing(x)
}

fn is_all_missing(x: Sexp<'_>) -> bool {
    match x.kind() {
        Type::Logical => x.logicals().iter().all(|&x| x == NA_LOGICAL),
        Type::Integer => x.integers().iter().all(|&x| x == NA_INTEGER),
        Type::Character => (0..x.len()).all(|i| x.is_na_string(i)),
        _ => false,
    }
}
