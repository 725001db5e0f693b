//! A Python object held by R: an environment whose `.pyobj` is the pointer to it, with the classes of
//! its type. Where the object can be called it is an R function that carries such an environment.
use super::{callable, class_name};
use crate::error::{Error, Result};
use crate::ffi::pointer::{self, Pointee};
use crate::ffi::{Sexp, Type, Value, interpreter};
use crate::r_code;
use pyo3::prelude::*;

/// `convert`: do results of this object's attributes, items and calls become R values?
pub fn new(x: Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    let info = class_name::of(&x.get_type())?;
    let class = info.class();
    let callable = x.is_callable();
    let parent = if callable { r_code::namespace() } else { Sexp::empty_env() };
    let mut env = Value::environment(parent);
    env.as_sexp().set_var(pyobj(), pointer::new(x.clone(), info.size_of(&x), convert).as_sexp());
    if !callable {
        env.set_attr(c"class", &class);
        return Ok(env);
    }
    let mut function = callable::function(&x, &env)?;
    function.set_attr(c"py_object", &env);
    function.set_attr(c"class", &class);
    Ok(function)
}

/// The Python object that `x` holds and its `convert`; `None` where `x` is an R value.
pub fn get<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<(Bound<'py, PyAny>, bool)>> {
    let found = match x.kind() {
        Type::Pointer => pointer::get(py, x),
        Type::Environment if x.is_object() => match x.var(pyobj()) {
            Some(pointer) => pointer::get(py, pointer),
            None if is_delayed_module(x) => return get_delayed(py, x),
            None => None,
        },
        Type::Closure if x.is_object() => {
            let env = x.attr(c"py_object").filter(|env| env.kind() == Type::Environment);
            env.and_then(|env| env.var(pyobj())).and_then(|pointer| pointer::get(py, pointer))
        }
        _ => None,
    };
    match found {
        None => Ok(None),
        Some((Pointee::Object(object), convert)) => Ok(Some((object, convert))),
        Some((Pointee::Null, _)) => Err(Error::python(
            "This Python object is gone: it was saved in another R session, and saveRDS() and save() keep \
             no Python objects, or a finalizer brought it back after R had given it up. Make it again, or use \
             py_save_object() and py_load_object(); models have serialize_model() and unserialize_model().",
        )),
    }
}

/// `import(delay_load = TRUE)` gives an environment that says what to import when it is first used.
fn is_delayed_module(x: Sexp<'_>) -> bool {
    x.var(Sexp::symbol(c"delayed_module")).is_some()
}

fn get_delayed<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<(Bound<'py, PyAny>, bool)>> {
    interpreter::detached(py, || r_code::call(c"load_delayed_module", &[x]))?;
    match x.var(pyobj()) {
        Some(_) => get(py, x),
        None => Err(Error::python("The module did not load.")),
    }
}

fn pyobj() -> Sexp<'static> {
    Sexp::symbol(c".pyobj")
}
