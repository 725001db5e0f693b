//! character ⇄ NumPy array of `str` objects, for columns
//!
//! Long columns repeat few strings, so recent strings are reused: they are found by their address.
use super::library::numpy;
use super::{character, np};
use crate::error::Result;
use crate::object::kind::PyKind;
use crate::os::headroom;
use crate::r::{Sexp, Value};
use crate::shared::strings::RecentStrings;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

/// `NA` is `None`.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let out = numpy(py)?.call_method1("empty", (x.len(), "object"))?;
    let objects = out.cast::<PyArray1<Py<PyAny>>>().map_err(PyErr::from)?;
    let mut recent = RecentStrings::new(x.len());
    let mut objects = objects.readwrite();
    let objects = objects.as_slice_mut().map_err(np::scattered)?;
    for i in 0..x.len() {
        headroom::check(i)?;
        let known = recent.position(x.string_id(i), i).and_then(|before| objects.get(before));
        let object = match known {
            Some(known) => known.clone_ref(py),
            None => character::item_to_py(py, x, i)?.unbind(),
        };
        if let Some(place) = objects.get_mut(i) {
            *place = object;
        }
    }
    Ok(out)
}

/// `None` if an item is neither `str` nor missing. A column with only missing values is character only if
/// it `is_text`.
pub fn to_r(x: &Bound<'_, PyAny>, is_text: bool) -> Result<Option<Value>> {
    let py = x.py();
    let x = numpy(py)?.call_method1("ascontiguousarray", (x, "object"))?;
    let objects = x.cast::<PyArray1<Py<PyAny>>>().map_err(PyErr::from)?.readonly();
    let objects = objects.as_slice().map_err(np::scattered)?;
    let mut out = Value::characters(objects.len())?;
    let mut recent = RecentStrings::new(objects.len());
    let mut any_text = is_text;
    for (i, object) in objects.iter().enumerate() {
        if let Some(before) = recent.position(object.as_ptr() as usize, i) {
            out.copy_string(before, i);
            continue;
        }
        headroom::check(i)?;
        let object = object.bind(py);
        match object.cast::<PyString>() {
            Ok(text) if out.set_text(i, text) => (),
            Ok(text) => character::set_item(&mut out, i, text)?,
            Err(_) if is_missing(object) => {
                out.set_string(i, None)?;
                continue;
            }
            Err(_) => return Ok(None),
        }
        any_text = true;
    }
    Ok(any_text.then_some(out))
}

/// Whether all strings are different.
pub fn all_differ(x: Sexp<'_>) -> bool {
    let mut seen = std::collections::HashSet::with_capacity(x.len());
    (0..x.len()).all(|i| seen.insert(x.string_id(i)))
}

/// Whether `x` is one of pandas's missing values in columns of strings.
fn is_missing(x: &Bound<'_, PyAny>) -> bool {
    match x.cast::<PyFloat>() {
        Ok(x) => x.value().is_nan(),
        Err(_) => matches!(PyKind::of(x).0, PyKind::None | PyKind::Missing),
    }
}
