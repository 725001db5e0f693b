//! A reference to a Python object in R: an environment whose `.pyobj` is the external pointer, with the
//! classes of the object's type. A callable object is an R function with such an environment as an
//! attribute. An exception is a condition, a list with the reference as `exception`. Objects that R saves in
//! its own files have `.saved` with the bytes (`r/saved.rs`).
//!
//! The package reticulate has references of the same form, whose pointer is `pyobj`: each package can read those
//! of the other.
use super::{callable, class_name, exception};
use crate::error::{Error, Result};
use crate::py::interpreter;
use crate::r::{Sexp, Symbol, Type, Value, r_code, saved as r_files};
use crate::shared::pointer::{self, Pointee};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

static PYOBJ: Symbol = Symbol::new(c".pyobj");
static SAVED: Symbol = Symbol::new(c".saved");

/// `convert`: whether attributes, items and results of calls are converted to R.
pub fn new(x: Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    match x.cast::<PyBaseException>() {
        Ok(error) => exception::as_condition(error, reference(x.clone(), convert)?),
        Err(_) => reference(x, convert),
    }
}

/// The same for an exception, too: as `self`, on which methods set attributes.
pub fn reference(x: Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    let info = class_name::of(&x.get_type())?;
    let class = info.class();
    let callable = x.is_callable();
    let parent = if callable { r_code::fixed().namespace } else { Sexp::empty_env() };
    let mut env = Value::environment(parent)?;
    let pointer = pointer::new(x.clone(), info.size_of(&x), convert)?;
    env.as_sexp().set_var(PYOBJ.get(), pointer.as_sexp());
    env.as_sexp().set_var(elsewhere::PYOBJ.get(), pointer.as_sexp());
    if !convert {
        env.as_sexp().set_var(elsewhere::CONVERT.get(), Value::logical(Some(false)).as_sexp());
    }
    if info.is_saved {
        env.as_sexp().set_var(SAVED.get(), r_files::of(&pointer).as_sexp());
    }
    if !callable {
        env.set_attr(c"class", &class)?;
        return Ok(env);
    }
    let mut function = callable::function(&x, &env)?;
    function.set_attr(c"py_object", &env)?;
    function.set_attr(c"class", &class)?;
    Ok(function)
}

/// A Python object and its `convert`; `None` for an R value.
type Held<'py> = Option<(Bound<'py, PyAny>, bool)>;

/// The Python object that `x` references.
pub fn get<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Held<'py>> {
    let env = match x.kind() {
        Type::Pointer => return in_pointer(py, x, gone),
        Type::Environment if x.is_object() => x,
        Type::Closure if x.is_object() => match x.attr(c"py_object") {
            Some(env) if env.kind() == Type::Environment => env,
            Some(closure) if closure.kind() == Type::Closure => return get(py, closure),
            _ => return Ok(None),
        },
        Type::List if x.inherits("python.builtin.object") => {
            match x.named_elt("exception").or_else(|| x.attr(c"py_object")) {
                Some(exception) => return get(py, exception),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    match env.var(PYOBJ.get()) {
        Some(pointer) => in_pointer(py, pointer, || made_of_file(py, env)),
        None if is_delayed_module(env) => get_delayed(py, env),
        None => elsewhere::get(py, env),
    }
}

/// Lets go of the Python object that `x`, which is not used any more, references.
pub fn let_go(py: Python<'_>, x: Sexp<'_>) {
    let env = if x.kind() == Type::Closure { x.attr(c"py_object") } else { Some(x) };
    let env = env.filter(|env| env.kind() == Type::Environment);
    if let Some(pointer) = env.and_then(|env| env.var(PYOBJ.get())) {
        pointer::let_go(py, pointer);
    }
}

fn in_pointer<'py>(
    py: Python<'py>,
    pointer: Sexp<'_>,
    or_else: impl FnOnce() -> Result<Held<'py>>,
) -> Result<Held<'py>> {
    match pointer::get(py, pointer) {
        None => Ok(None),
        Some((Pointee::Object(object), convert)) => Ok(Some((object, convert))),
        Some((Pointee::Null, _)) => or_else(),
    }
}

/// The object of an environment that R has read from a file, restored from its bytes if there are any.
fn made_of_file<'py>(py: Python<'py>, env: Sexp<'_>) -> Result<Held<'py>> {
    if !env.var(SAVED.get()).is_some_and(|bytes| bytes.kind() == Type::Raw && bytes.len() > 0) {
        return gone();
    }
    interpreter::detached(py, || r_code::call(c"make_of_saved", &[env]))?;
    env.var(PYOBJ.get()).map_or(Ok(None), |pointer| in_pointer(py, pointer, gone))
}

fn gone<'py>() -> Result<Held<'py>> {
    Err(Error::python(
        "This Python object no longer exists: it was saved in another R session, and of Python objects saveRDS() \
         and save() keep only models, and those not with `version = 2`. Create it again, or use py_save_object() and py_load_object().",
    ))
}

/// `import(delay_load = TRUE)` returns an environment that names the module to import when it is first
/// used.
fn is_delayed_module(x: Sexp<'_>) -> bool {
    static MODULE: Symbol = Symbol::new(c"delayed_module");
    x.var(MODULE.get()).is_some()
}

fn get_delayed<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Held<'py>> {
    interpreter::detached(py, || r_code::call(c"load_delayed_module", &[x]))?;
    match x.var(PYOBJ.get()) {
        Some(_) => get(py, x),
        None => Err(Error::python("The module did not load.")),
    }
}

/// The references of reticulate.
mod elsewhere {
    use super::*;

    pub static PYOBJ: Symbol = Symbol::new(c"pyobj");
    pub static CONVERT: Symbol = Symbol::new(c"convert");
    static MODULE: Symbol = Symbol::new(c"module");

    /// The object of a reference of reticulate.
    pub fn get<'py>(py: Python<'py>, env: Sexp<'_>) -> Result<Held<'py>> {
        if !env.inherits("python.builtin.object") {
            return Ok(None);
        }
        let mut object = in_env(py, env)?;
        if object.is_none() && env.var(MODULE.get()).is_some() {
            // One of `import(delay_load = TRUE)`.
            interpreter::detached(py, || r_code::call(c"load_elsewhere", &[env]))?;
            object = in_env(py, env)?;
        }
        let converts = env.var(CONVERT.get()).and_then(Sexp::as_flag) != Some(false);
        match object {
            Some(object) => Ok(Some((object, converts))),
            None if env.var(PYOBJ.get()).is_some() => gone(),
            None => Ok(None),
        }
    }

    fn in_env<'py>(py: Python<'py>, env: Sexp<'_>) -> Result<Option<Bound<'py, PyAny>>> {
        match env.var(PYOBJ.get()).filter(|pointer| pointer.kind() == Type::Pointer) {
            Some(pointer) => pointer::of_others(py, pointer),
            None => Ok(None),
        }
    }
}
