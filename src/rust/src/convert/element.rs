//! A value of any family: how the families convert what their values contain.
//!
//! A list contains values of all families, lists among them, so the recursion is real. It closes here and
//! nowhere else: the families know this file, only `convert/mod.rs` knows the families, and its tables are
//! set as [`FAMILIES`] when Python starts.
use super::options::Options;
use super::s3;
use crate::error::Result;
use crate::object::class_name::TypeInfo;
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::os::hook::Hook;
use crate::r::{Sexp, Type, Value, guard};
use crate::shared::scalar;
use pyo3::prelude::*;
use std::rc::Rc;

type Many = fn(PyKind, &[Bound<'_, PyAny>]) -> Result<Option<Value>>;

/// Each chooses the family by the kind.
#[derive(Clone, Copy)]
pub struct Families {
    pub to_py: for<'py> fn(Python<'py>, Sexp<'_>, Options) -> Result<Bound<'py, PyAny>>,
    pub to_r: fn(PyKind, &Bound<'_, PyAny>, Options) -> Result<Value>,
    /// A vector of items that are all of this kind, or `None`; `None` if R has no such vector.
    pub many_to_r: Many,
}

pub static FAMILIES: Hook<Families> = Hook::new();

/// An element of a container, or an argument.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some(value) = scalar_to_py(py, x, options) {
        return Ok(value);
    }
    match s3::r_to_py(py, x)? {
        Some(value) => to_py_default(py, value.as_sexp(), Options::new()),
        None => to_py_default(py, x, options),
    }
}

/// As `to_py`, without the user's method for the class of `x` itself, because that method has called this
/// function.
pub fn to_py_default<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    if let Some((object, _)) = py_in_r::get(py, x)? {
        return Ok(object);
    }
    guard::materialize(x)?;
    (FAMILIES.get().to_py)(py, x, options)
}

/// Most elements and arguments: a scalar without class or attributes. The options concern numbers only.
pub fn scalar_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Option<Bound<'py, PyAny>> {
    let is_optional = match x.kind() {
        Type::Double => options.whole_as_int || options.vectors_as_arrays,
        Type::Integer => options.vectors_as_arrays,
        _ => false,
    };
    if is_optional { None } else { scalar::to_py(py, x) }
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let (kind, info) = PyKind::of(x);
    kind_to_r(kind, info, x, options)
}

/// As `to_r`, for an object whose kind has been found.
pub fn kind_to_r(
    kind: PyKind,
    info: Option<Rc<TypeInfo>>,
    x: &Bound<'_, PyAny>,
    options: Options,
) -> Result<Value> {
    match info.map(|info| s3::py_to_r(x, &info)).transpose()?.flatten() {
        Some(value) => Ok(value),
        None => (FAMILIES.get().to_r)(kind, x, options),
    }
}

/// As `to_r`, without the user's methods for the type of `x` itself.
pub fn to_r_default(x: &Bound<'_, PyAny>) -> Result<Value> {
    (FAMILIES.get().to_r)(PyKind::of(x).0, x, Options::new())
}

/// A vector of items that are all of one kind, or `None`; `None` if R has no such vector.
pub fn many_to_r(kind: PyKind, items: &[Bound<'_, PyAny>]) -> Result<Option<Value>> {
    (FAMILIES.get().many_to_r)(kind, items)
}
