//! Arrays of Python objects ⇄ lists and other vectors
use super::{Items, original, owned};
use crate::convert::options::pause;
use crate::convert::{Options, list, to_py_with};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList};

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
            let items = in_place::of_items(x.py(), plain_missing(flat.iter().gather()?)?)?;
            list::elements_to_r(&items, options)
        }
    }
}

/// Replaces missing values by `None`, however they are marked, if the other items have one R type with NA.
fn plain_missing<'py>(items: Vec<Bound<'py, PyAny>>) -> Result<Vec<Bound<'py, PyAny>>> {
    use PyKind::*;
    let is_nan = |x: &Bound<'_, PyAny>| x.cast::<PyFloat>().is_ok_and(|x| x.value().is_nan());
    let is_mark = |x: &Bound<'_, PyAny>| matches!(PyKind::of(x).0, PyKind::None | Missing) || is_nan(x);
    let values: Vec<_> = items.iter().filter(|x| !is_mark(x)).cloned().gather()?;
    let nan_is_value = match list::scalar_kind(&values) {
        Some(Bool | Int | Complex | Str | Date | Datetime | Duration) => false,
        Some(Float) => true,
        _ if values.is_empty() => true,
        _ => return Ok(items),
    };
    let plain = |x: Bound<'py, PyAny>| match is_mark(&x) && !(nan_is_value && is_nan(&x)) {
        true => x.py().None().into_bound(x.py()),
        false => x,
    };
    items.into_iter().map(plain).gather()
}
