//! A Python callable as an R function: its formals show the Python signature, its body calls Python.
use super::by_address::{Entry, Owner, Table};
use crate::error::Result;
use crate::os::hook::Hook;
use crate::py::import::{attribute, import};
use crate::r::{Preserved, Sexp, Value, guard, r_code};
use crate::shared::{pointer, scalar};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyDict, PyList, PyTuple, PyType};
use std::ffi::CString;
use std::rc::Rc;

/// An R function in the environment `env`, which contains `.pyobj`.
pub fn function(x: &Bound<'_, PyAny>, env: &Value) -> Result<Value> {
    Ok(guard::evaluate(&formals(x)?.function.to_value(), env.as_sexp())?)
}

struct Formals {
    /// The call of `function` with these formals.
    function: Preserved,
    owner: Owner,
}

impl Entry for Formals {
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// An address, and whether it stands for the instances of the class at this address, or for the methods
/// bound of the function at this address.
type Key = (usize, bool);

const TABLE_SIZE: usize = 2048;

thread_local! {
    static KNOWN: Table<Key, Formals> = Table::new(TABLE_SIZE);
}

/// `inspect.signature()` takes longer than the call itself, so each signature is cached.
fn formals(x: &Bound<'_, PyAny>) -> Result<Rc<Formals>> {
    let Some((key, owner)) = signature_owner(x)? else { return Ok(Rc::new(Formals::new(&dots()?, x)?)) };
    if let Some(known) = KNOWN.with(|known| known.get(x.py(), &key)) {
        return Ok(known);
    }
    // Reading a signature may run R code that uses the same object (a `__getattr__` in R): it gets `...` as
    // formals.
    let provisional = Rc::new(Formals::new(&dots()?, &owner)?);
    KNOWN.with(|known| known.insert(key, provisional));
    let signature = match from_signature(x) {
        Err(err) if err.is_interrupt(x.py()) => {
            KNOWN.with(|known| known.remove(&key));
            return Err(err);
        }
        signature => signature.or_else(|_| dots())?,
    };
    let formals = Rc::new(Formals::new(&signature, &owner)?);
    KNOWN.with(|known| known.insert(key, formals.clone()));
    Ok(formals)
}

impl Formals {
    fn new(pairlist: &Value, owner: &Bound<'_, PyAny>) -> Result<Self> {
        // Ufuncs and the like have no weak references; they live as long as their module.
        let owner = Owner::weak(owner).unwrap_or_else(|_| Owner::strong(owner));
        let (head, body) = (r_code::variable(c"function")?, r_code::variable(c"callable_body")?);
        let function = Value::call(head, &[(None, pairlist.as_sexp()), (None, body), (None, Sexp::null())])?;
        Ok(Formals { function: Preserved::new(function.as_sexp()), owner })
    }
}

/// The object that determines the signature, used as the key: the function of a bound method; the code of a
/// Python function (lambdas are short-lived) or, if that is not sufficient, the function; the C function of
/// a builtin; the class of an instance with a Python `__call__` (distinguished from calls of the class
/// itself); otherwise the object. `None` if there is no signature.
fn signature_owner<'py>(x: &Bound<'py, PyAny>) -> Result<Option<(Key, Bound<'py, PyAny>)>> {
    let filed = |owner: Bound<'py, PyAny>| Ok(Some(((owner.as_ptr() as usize, false), owner)));
    if x.is_instance_of::<PyType>() {
        return filed(x.clone());
    }
    if let Ok(function) = x.cast::<PyCFunction>() {
        let known = !x.getattr("__text_signature__")?.is_none();
        // The C function is permanent, but its bound copies, such as `x`, are not.
        return Ok(known.then(|| ((pointer::c_function(function), false), x.get_type().into_any())));
    }
    let class = x.get_type();
    if class.is(method_type(x.py())?) || is_bound_elsewhere(&class)? {
        let function = x.getattr(intern!(x.py(), "__func__"))?;
        return Ok(Some(((function.as_ptr() as usize, true), function)));
    }
    if class.name()? == "method-wrapper" {
        return Ok(None);
    }
    if class.hasattr("__getattr__")? {
        // Otherwise the signature would be read for each instance.
        return Ok(Some(((class.as_ptr() as usize, true), class.into_any())));
    }
    // An object whose `__getattribute__` fails has none of these attributes.
    let attr = |name| x.getattr_opt(name).ok().flatten();
    if let Some(code) = attr(intern!(x.py(), "__code__")) {
        return filed(if is_plain(x)? { code } else { x.clone() });
    }
    match class.getattr("__call__")?.hasattr("__code__")? && attr(intern!(x.py(), "__signature__")).is_none()
    {
        true => Ok(Some(((class.as_ptr() as usize, true), class.into_any()))),
        false => filed(x.clone()),
    }
}

/// Whether `class` is a library's own type of bound methods, such as nanobind's. They have no weak references,
/// and an entry that owned one would keep its object, which may be an array on a GPU.
fn is_bound_elsewhere(class: &Bound<'_, PyType>) -> PyResult<bool> {
    Ok(class.hasattr("__func__")? && class.hasattr("__self__")?)
}

/// The type of bound methods.
pub fn method_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    attribute(&TYPE, py, "types", "MethodType")
}

/// Whether the code determines the signature. Functions with the same code may differ in their defaults,
/// and a decorated one shows the signature of the function that it wraps.
fn is_plain(function: &Bound<'_, PyAny>) -> Result<bool> {
    for name in ["__defaults__", "__kwdefaults__", "__wrapped__", "__signature__"] {
        if function.getattr_opt(name)?.is_some_and(|value| !value.is_none()) {
            return Ok(false);
        }
    }
    Ok(true)
}

// The kinds of `inspect.Parameter`.
const VAR_POSITIONAL: i32 = 2;
const KEYWORD_ONLY: i32 = 3;
const VAR_KEYWORD: i32 = 4;

fn from_signature(x: &Bound<'_, PyAny>) -> Result<Value> {
    let py = x.py();
    let inspect = import(py, "inspect")?;
    let empty = inspect.getattr("Parameter")?.getattr("empty")?;
    let parameters =
        inspect.call_method1("signature", (x,))?.getattr("parameters")?.call_method0("values")?;
    let mut items: Vec<(CString, Value)> = Vec::new();
    for parameter in parameters.try_iter()? {
        let parameter = parameter?;
        let kind: i32 = parameter.getattr("kind")?.extract()?;
        // R matches arguments after `...` by their full names only, as Python does keyword-only ones.
        if kind == KEYWORD_ONLY && !items.iter().any(|(known, _)| known.as_c_str() == c"...") {
            items.push((c"...".to_owned(), missing()));
        }
        let (name, value) = match kind {
            VAR_POSITIONAL | VAR_KEYWORD => ("...".to_owned(), missing()),
            _ => {
                let value = parameter.getattr("default")?;
                let value = if value.is(&empty) { missing() } else { default(&value)? };
                (parameter.getattr("name")?.extract()?, value)
            }
        };
        let name = CString::new(name).unwrap_or_default();
        if !items.iter().any(|(known, _)| *known == name) {
            items.push((name, value));
        }
    }
    let items: Vec<_> = items
        .iter()
        .filter_map(|(name, value)| Some((Some(Sexp::any_symbol(name)?), value.as_sexp())))
        .collect();
    Ok(Value::pairlist(&items)?)
}

/// A default value for display: a scalar or NULL unchanged, a short list, tuple or dict as its R value,
/// other values by their Python repr.
fn default(x: &Bound<'_, PyAny>) -> Result<Value> {
    if let Some(value) = scalar::to_r(x)? {
        return Ok(value);
    }
    let text = CString::new(x.repr()?.to_string()).unwrap_or_default();
    match text.as_bytes().len() {
        0 | 200.. => Ok(missing()),
        _ if is_container(x) => TO_R.get()(x),
        _ => Ok(Sexp::symbol(&text).to_value()),
    }
}

type ToR = fn(&Bound<'_, PyAny>) -> Result<Value>;

/// Converts a container.
pub static TO_R: Hook<ToR> = Hook::new();

fn is_container(x: &Bound<'_, PyAny>) -> bool {
    x.is_exact_instance_of::<PyList>()
        || x.is_exact_instance_of::<PyTuple>()
        || x.is_exact_instance_of::<PyDict>()
}

fn dots() -> Result<Value> {
    Ok(Value::pairlist(&[(Some(Sexp::symbol(c"...")), missing().as_sexp())])?)
}

/// The empty symbol: a formal without a default.
fn missing() -> Value {
    Sexp::missing_arg().to_value()
}
