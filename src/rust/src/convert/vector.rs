//! An atomic vector: one element → a scalar, any other number → a `list`.
use crate::error::Result;
use crate::ffi::Sexp;
use pyo3::prelude::*;
use pyo3::types::PyList;

pub fn to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    item: impl Fn(Python<'py>, Sexp<'_>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    // `I(x)` says that a single element is a vector all the same.
    if x.len() == 1 && !x.inherits("AsIs") {
        return item(py, x, 0);
    }
    let items = (0..x.len()).map(|i| item(py, x, i)).collect::<Result<Vec<_>>>()?;
    Ok(PyList::new(py, items)?.into_any())
}
