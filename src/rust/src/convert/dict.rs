//! named list ⇄ `dict`
use super::options::{Options, pause};
use super::{character, element};
use crate::error::{Error, Result};
use crate::os::{headroom, memory};
use crate::py::dict;
use crate::r::{Sexp, Value};
use crate::shared::scalar;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::HashSet;

/// An error for equal names, of which Python would keep only the last. A single element without a name has
/// the key `""`, as in reticulate; there is an error for several, and for `NA`.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    let names = x.names().unwrap_or(Sexp::null());
    let out = dict::with_room(py, x.len());
    for (i, item) in x.elts().enumerate() {
        pause(py, i)?;
        headroom::check(i)?;
        let key = match names.string_to_py(py, i) {
            Ok(key) => key,
            Err(_) => character::text_to_py(py, names, i, "Name")?,
        };
        if key.is_none() || (key.len()? == 0 && (x.len() == 1 || out.contains(&key)?)) {
            return Err(Error::convert(format!(
                "Element {} of the list has no name while others have: name all (for a dict) or none (for a list).",
                i + 1
            )));
        }
        out.set_item(key, element::to_py(py, item, options)?)?;
    }
    match out.len() == x.len() {
        true => Ok(out.into_any()),
        false => Err(named_twice(names)),
    }
}

fn named_twice(names: Sexp<'_>) -> Error {
    let mut seen = HashSet::new();
    let names = (0..names.len()).filter_map(|i| names.string(i));
    let name = names.into_iter().find(|name| !seen.insert(name.clone())).unwrap_or_default();
    Error::convert(format!(
        "The list has the name \"{name}\" more than once, but the keys of a dict are unique. Make the names \
         unique, or build the dict with py_dict()."
    ))
}

/// Keys that are not strings are named by their text.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    let dict = x.cast::<PyDict>().map_err(PyErr::from)?;
    // A subclass may have its own order, such as `OrderedDict.move_to_end()`.
    let dict = &match dict.is_exact_instance_of::<PyDict>() {
        true => dict.clone(),
        false => in_its_order(dict)?,
    };
    let n = dict.len();
    let mut out = Value::list(n)?;
    let mut names = Value::characters(n)?;
    // Converting items may run Python code (`__str__`, a user's method), which could modify the dict: they
    // are converted after the walk.
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    let unchanged = dict::walk(dict, n, |i, key, value| {
        headroom::check(i)?;
        if !key.cast_exact::<PyString>().is_ok_and(|key| names.set_text(i, key)) {
            memory::add(&mut keys, (i, key))?;
        }
        if !scalar::set_elt(&mut out, i, &value) {
            memory::add(&mut values, (i, value))?;
        }
        Ok(())
    })?;
    if !unchanged {
        return Err(Error::convert("The dict changed while it was converted."));
    }
    for (i, key) in keys {
        character::set_label(&mut names, i, &key)?;
    }
    for (done, (i, value)) in values.into_iter().enumerate() {
        pause(x.py(), done)?;
        headroom::check(done)?;
        out.set_elt(i, &element::to_r(&value, options)?);
    }
    out.set_names(&names)?;
    Ok(out)
}

fn in_its_order<'py>(x: &Bound<'py, PyDict>) -> Result<Bound<'py, PyDict>> {
    let out = PyDict::new(x.py());
    for item in x.call_method0("items")?.try_iter()? {
        let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item?.extract()?;
        out.set_item(key, value)?;
    }
    Ok(out)
}
