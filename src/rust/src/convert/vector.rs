//! An atomic vector: one element → a scalar, any other number → a `list`.
use crate::error::Result;
use crate::ffi::{Sexp, list};
use pyo3::prelude::*;
use pyo3::types::PyList;

pub fn to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    item: impl Fn(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    match is_scalar(x) {
        true => item(py, x, 0),
        false => {
            let items = (0..x.len()).map(|i| item(py, x, i)).collect::<Result<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
    }
}

/// Equal strings of a vector are one Python object where they stand near each other.
pub fn strings_to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    item: impl Fn(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    match is_scalar(x) {
        true => item(py, x, 0),
        false => list::of_strings(x, py, |i| item(py, x, i)),
    }
}

/// As `to_py`, for elements that lie side by side and items that run no Python code while they are made:
/// straight into their places.
pub fn slice_to_py<'py, T: Copy>(
    py: Python<'py>,
    x: Sexp<'_>,
    items: &[T],
    item: impl Fn(Python<'py>, T) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    match is_scalar(x) {
        true => item(py, items[0]),
        false => list::of(py, items.len(), |_, i| item(py, items[i])),
    }
}

/// `I(x)` says that a single element is a vector all the same.
fn is_scalar(x: Sexp<'_>) -> bool {
    x.len() == 1 && !x.inherits("AsIs")
}
