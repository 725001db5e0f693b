//! list ⇄ `list`; a `list` whose items are scalars of one type → a vector; `tuple` → list;
//! `namedtuple` → named list; `set`, `frozenset`, `deque` → as a `list`
use super::options::{Options, pause};
use super::{character, element, number, s3, time, vector};
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::kind::PyKind;
use crate::os::headroom;
use crate::os::memory;
use crate::r::{Sexp, Value};
use crate::shared::{list, scalar};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString, PyTuple};

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    // Converting other items may run code, which must not see a list with NULL items: they are `None` until
    // then.
    let mut others = Vec::new();
    let out = list::of(py, x.len(), |_, i| {
        if let Some(scalar) = element::scalar_to_py(py, x.elt(i), options) {
            return Ok(scalar);
        }
        memory::add(&mut others, i)?;
        Ok(py.None().into_bound(py))
    })?;
    for i in others {
        out.set_item(i, element::to_py(py, x.elt(i), options)?)?;
    }
    Ok(out)
}

pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if keeps_items_elsewhere(x)? {
        return iterable_to_r(x, options);
    }
    let x = x.cast::<PyList>().map_err(PyErr::from)?;
    if let Some(out) = plain_to_r(x)? {
        return Ok(out);
    }
    let items = x.iter().gather()?;
    if s3::has_py_to_r_among(&items) {
        return items_to_r(x.py(), &items, options);
    }
    match scalar_kind(&items).map(|kind| element::many_to_r(kind, &items)).transpose()?.flatten() {
        Some(out) => Ok(out),
        None => items_to_r(x.py(), &items, options),
    }
}

/// As `to_r`, for the elements of an array or of a former R vector: times are a vector.
pub fn elements_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if let Ok(list) = x.cast::<PyList>() {
        let items = list.iter().gather()?;
        let times = (!s3::has_py_to_r_among(&items)).then(|| time::many_to_r(&items)).transpose()?;
        if let Some(times) = times.flatten() {
            return Ok(times);
        }
    }
    to_r(x, options)
}

/// A `Vector`, which stores the R vector.
pub fn stored_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match vector::original(x)? {
        Some(original) => Ok(original),
        None => elements_to_r(x, options),
    }
}

/// A class derived from `list` may store its items elsewhere, as TensorFlow's lists of module attributes
/// do.
fn keeps_items_elsewhere(x: &Bound<'_, PyAny>) -> Result<bool> {
    if x.is_exact_instance_of::<PyList>() {
        return Ok(false);
    }
    let iter = intern!(x.py(), "__iter__");
    Ok(!x.get_type().getattr(iter)?.is(&x.py().get_type::<PyList>().getattr(iter)?))
}

/// Converts the most frequent lists in one pass: all items have the type of the first or are `None`.
/// Returns `None` if an item differs or needs closer inspection.
pub fn plain_to_r(x: &Bound<'_, PyList>) -> Result<Option<Value>> {
    let Ok(first) = x.get_item(0) else { return Ok(None) };
    match PyKind::of(&first).0 {
        PyKind::Int => number::plain_ints_to_r(x),
        PyKind::Float => number::plain_floats_to_r(x),
        PyKind::Str => character::plain_to_r(x),
        _ => Ok(None),
    }
}

/// Iterables without an order or positions, as a list.
pub fn iterable_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let items = x.try_iter()?.try_gather()?;
    to_r(&list::of_items(x.py(), items)?, options)
}

/// Tuples are records more often than vectors, so they become lists, as in reticulate.
pub fn tuple_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let items = x.cast::<PyTuple>().map_err(PyErr::from)?.iter().gather()?;
    items_to_r(x.py(), &items, options)
}

/// A tuple whose class names the fields: `collections.namedtuple()`, or C classes such as `sys.version_info`.
pub fn named_tuple_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let mut out = tuple_to_r(x, options)?;
    for attr in ["_fields", "__match_args__"] {
        let fields = x.get_type().getattr_opt(attr)?.and_then(|fields| fields.extract::<Vec<String>>().ok());
        if let Some(fields) = fields.filter(|fields| fields.len() == out.as_sexp().len()) {
            out.set_names(&Value::strings(&fields)?)?;
            break;
        }
    }
    Ok(out)
}

pub fn items_to_r(py: Python<'_>, items: &[Bound<'_, PyAny>], options: Options) -> Result<Value> {
    let options = options.deeper(py)?;
    let mut out = Value::list(items.len())?;
    for (i, item) in items.iter().enumerate() {
        pause(py, i)?;
        headroom::check(i)?;
        if !scalar::set_elt(&mut out, i, item) {
            out.set_elt(i, &element::to_r(item, options)?);
        }
    }
    Ok(out)
}

/// The scalar kind of all items except `None`, if they have only one.
pub fn scalar_kind(items: &[Bound<'_, PyAny>]) -> Option<PyKind> {
    let mut found = None;
    for item in items {
        let kind = match PyKind::of(item).0 {
            PyKind::None => continue,
            // Mainly numpy.float64, as in lists of losses and means.
            PyKind::NumpyScalar if item.is_instance_of::<PyFloat>() => PyKind::Float,
            PyKind::NumpyScalar if item.is_instance_of::<PyString>() => PyKind::Str,
            kind => kind,
        };
        if *found.get_or_insert(kind) != kind {
            return None;
        }
    }
    found
}
