//! The user's conversions: S3 methods of `r_to_py()` and `py_to_r()`.
//!
//! Methods are looked up where packages register them and scripts define them: in the S3 table of the
//! namespace, and in the global environment. The generic is called instead of the method, so that
//! `NextMethod()` works.
use crate::error::Result;
use crate::object::class_name::TypeInfo;
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::py::interpreter;
use crate::r::{Sexp, Type, Value, r_code};
use pyo3::prelude::*;
use std::ffi::{CStr, CString};

/// The result of the user's method for `x`: a reference, or an R value of a basic type.
pub fn r_to_py(py: Python<'_>, x: Sexp<'_>) -> Result<Option<Value>> {
    if !x.is_object() || py_in_r::get(py, x)?.is_some() {
        return Ok(None);
    }
    for class in x.classes() {
        let Ok(name) = CString::new(format!("r_to_py.{class}")) else { continue };
        if has_method(&name) {
            return Ok(Some(interpreter::detached(py, || r_code::call(c"r_to_py", &[x]))?));
        }
    }
    Ok(None)
}

pub fn py_to_r(x: &Bound<'_, PyAny>, info: &TypeInfo) -> Result<Option<Value>> {
    for name in info.methods() {
        if has_method(name) {
            let handle = py_in_r::new(x.clone(), true)?;
            let value = interpreter::detached(x.py(), || r_code::call(c"py_to_r", &[handle.as_sexp()]))?;
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Whether the user has a method for one of the items, which are then converted one by one. Neighbours
/// usually have the same type, which is checked once.
pub fn has_py_to_r_among(items: &[Bound<'_, PyAny>]) -> bool {
    let mut last = std::ptr::null();
    items.iter().any(|item| {
        let class = item.get_type_ptr().cast_const();
        class != std::mem::replace(&mut last, class)
            && PyKind::of(item).1.is_some_and(|info| has_py_to_r(&info))
    })
}

/// Whether the user has a method for values of this type.
pub fn has_py_to_r(info: &TypeInfo) -> bool {
    info.methods().iter().any(|name| has_method(name))
}

fn has_method(name: &CStr) -> bool {
    let Some(symbol) = Sexp::any_symbol(name) else { return false };
    let table = r_code::variable(c".__S3MethodsTable__.");
    let found = [Sexp::global_env(), table].into_iter().find_map(|env| env.var(symbol));
    // Methods of packages, including this one, are lazy-load promises and must not be forced here.
    found.is_some_and(|method| matches!(method.kind(), Type::Closure | Type::Builtin | Type::Promise))
}
