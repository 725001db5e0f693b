//! The user's conversions: S3 methods of `r_to_py()` and `py_to_r()`.
//!
//! Methods are looked up where packages register them and scripts define them: in the S3 table of the
//! namespace, and in the global environment; those for the generics of reticulate where R/py-neighbour.R
//! says. The generic is called instead of the method, so that `NextMethod()` works.
use crate::error::Result;
use crate::object::class_name::{TypeInfo, method_name};
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::py::interpreter;
use crate::r::{Binding, Sexp, Symbol, Type, Value, r_code};
use pyo3::prelude::*;

/// The result of the user's method for `x`: a reference, or an R value of a basic type.
pub fn r_to_py(py: Python<'_>, x: Sexp<'_>) -> Result<Option<Value>> {
    if !x.is_object() || py_in_r::get(py, x)?.is_some() {
        return Ok(None);
    }
    let classes = x.classes();
    match has_method(classes.iter().filter_map(|class| method_name("r_to_py", class))) {
        true => Ok(Some(interpreter::detached(py, || r_code::call(c"r_to_py", &[x]))?)),
        false => Ok(None),
    }
}

pub fn py_to_r(x: &Bound<'_, PyAny>, info: &TypeInfo) -> Result<Option<Value>> {
    if !has_py_to_r(info) {
        return Ok(None);
    }
    let handle = py_in_r::new(x.clone(), true)?;
    Ok(Some(interpreter::detached(x.py(), || r_code::call(c"py_to_r", &[handle.as_sexp()]))?))
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
    has_method(info.methods())
}

fn has_method(mut names: impl Iterator<Item = Sexp<'static>>) -> bool {
    let places = [Sexp::global_env(), r_code::fixed().s3_methods];
    let neighbour = Neighbour::get();
    names.any(|name| {
        let found = places.into_iter().find_map(|env| env.binding(name));
        // Methods of packages, including this one, are lazy-load promises and must not be forced here.
        let is_method = match found {
            Some(Binding::Value(method)) => matches!(method.kind(), Type::Closure | Type::Builtin),
            Some(Binding::Promise) => true,
            None => false,
        };
        is_method || neighbour.as_ref().is_some_and(|neighbour| neighbour.has(name))
    })
}

/// The conversion methods of reticulate, if it is loaded: all of them, and its own, which do not count.
struct Neighbour {
    all: Sexp<'static>,
    own: Sexp<'static>,
}

impl Neighbour {
    fn get() -> Option<Self> {
        static ALL: Symbol = Symbol::new(c"all");
        static OWN: Symbol = Symbol::new(c"own");
        let methods = r_code::fixed().neighbour_methods;
        Some(Neighbour { all: methods.var(ALL.get())?, own: methods.var(OWN.get())? })
    }

    fn has(&self, name: Sexp<'static>) -> bool {
        self.all.binding(name).is_some() && self.own.binding(name).is_none()
    }
}
