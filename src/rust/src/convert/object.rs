//! R objects without a Python type ⇄ `rpycall.RObject`; functions ⇄ `rpycall.RFunction`; external pointers
//! ⇄ capsules
use crate::error::{Error, Result};
use crate::object::protected::protect;
use crate::object::rfunction::RFunction;
use crate::object::robject::RObject;
use crate::object::{protected::Protected, py_in_r};
use crate::r::{Sexp, Type, Value};
use crate::shared::capsule;
use pyo3::{IntoPyObjectExt, prelude::*};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    if x.is(Sexp::missing_arg()) {
        return Err(Error::convert("R's empty symbol (a formal without a default) is not a value."));
    }
    match x.kind() {
        // Python code that has the capsule keeps the pointer alive; R runs its finalizer.
        Type::Pointer => Ok(protect(x).capsule(py)?),
        _ => Ok(RObject::new(x).into_bound_py_any(py)?),
    }
}

/// `convert`: whether arguments from Python are converted to R.
pub fn function_to_py<'py>(py: Python<'py>, x: Sexp<'_>, convert: bool) -> Result<Bound<'py, PyAny>> {
    Ok(Bound::new(py, RFunction::new(x, convert)?)?.into_any())
}

/// The external pointer of a capsule, otherwise a reference to the object.
pub fn other_to_r(x: &Bound<'_, PyAny>, convert: bool) -> Result<Value> {
    match capsule::owner::<Protected>(x).filter(|owner| owner.sexp().kind() == Type::Pointer) {
        Some(owner) => Ok(owner.sexp().to_value()),
        None => py_in_r::new(x.clone(), convert),
    }
}

/// The identical R object.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(x.cast::<RObject>().map_err(PyErr::from)?.borrow().value())
}
