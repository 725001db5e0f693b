//! named list ⇄ `dict`
use super::{Options, character, to_py_with, to_r_with};
use crate::error::{Error, Result};
use crate::ffi::{Sexp, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Python would keep only the last of two equal names, and an empty name is no key.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    let names = x.names().unwrap_or(Sexp::null());
    let out = PyDict::new(py);
    for (i, item) in x.elts().enumerate() {
        let name = names.string(i).filter(|name| !name.is_empty()).ok_or_else(|| {
            Error::convert(format!(
                "Element {} of the list has no name while others have: name all (for a dict) or none (for a list).",
                i + 1
            ))
        })?;
        let n = out.len();
        let key = PyString::new(py, &name);
        out.set_item(key, to_py_with(py, item, options)?)?;
        if out.len() == n {
            return Err(Error::convert(format!(
                "The name \"{name}\" stands twice in the list, and a dict holds it once. Make the names \
                 unique, or build the dict with py_dict()."
            )));
        }
    }
    Ok(out.into_any())
}

/// Keys that are no strings are named by their text.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    // A copy: Python code that runs meanwhile (`__str__`, a user's method) could change the dict.
    let items: Vec<_> = x.cast::<PyDict>().map_err(PyErr::from)?.iter().collect();
    let mut out = Value::list(items.len())?;
    let mut names = Value::characters(items.len())?;
    for (i, (key, value)) in items.iter().enumerate() {
        character::set_label(&mut names, i, key)?;
        out.set_elt(i, &to_r_with(value, options)?);
    }
    out.set_names(&names);
    Ok(out)
}
