//! Arrays of Python objects ⇄ lists and other vectors
use super::{Items, missing, original, owned};
use crate::convert::options::pause;
use crate::convert::{Options, list, to_py_with};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;
use pyo3::types::PyList;

pub fn list_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    let mut items = Items::Fixed;
    let array = objects(py, x, |py, x, i| {
        pause(py, i)?;
        let item = to_py_with(py, x.elt(i), options)?;
        if !is_immutable(&item) && py_in_r::get(py, x.elt(i))?.is_none() {
            items = Items::Mutable;
        }
        Ok(item)
    })?;
    original::over_copy(x, array, items)
}

/// Functions and environments are the same objects in both languages.
fn is_immutable(x: &Bound<'_, PyAny>) -> bool {
    use PyKind::*;
    matches!(PyKind::of(x).0, None | Bool | Int | Float | Complex | Str | RObject)
}

/// A 1-dimensional array of Python objects.
pub fn objects<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    mut item: impl FnMut(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    let items = (0..x.len()).map(|i| Ok(item(py, x, i)?.unbind()));
    owned(py, items.try_gather::<_, Error>()?)
}

pub fn slice_objects<'py, T: Copy>(
    py: Python<'py>,
    x: &[T],
    item: impl Fn(Python<'py>, T) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    let items = x.iter().map(|&x| Ok(item(py, x)?.unbind()));
    owned(py, items.try_gather::<_, Error>()?)
}

/// The elements as Python objects, in column-major order.
pub fn items<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    flat_list(x)?.iter().gather()
}

fn flat_list<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    let flat = x.call_method1("ravel", ("F",))?.call_method0("tolist")?;
    Ok(flat.cast_into::<PyList>().map_err(PyErr::from)?)
}

/// The items of a list.
pub fn list_items<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    x.cast::<PyList>().map_err(PyErr::from)?.iter().gather()
}

/// Object arrays mostly contain strings, which are converted first.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let flat = flat_list(x)?;
    match list::plain_to_r(&flat)? {
        Some(out) => Ok(out),
        // As a rule, strings of which none is left.
        None if flat.is_empty() => Ok(Value::characters(0)?),
        None => {
            let mut items = flat.iter().gather()?;
            missing::to_none(x.py(), &mut items)?;
            list::elements_to_r(&in_place::of_items(x.py(), items)?, options)
        }
    }
}
