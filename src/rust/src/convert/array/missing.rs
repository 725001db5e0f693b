//! Missing values among Python objects, however they are marked: `None`, `NA`, `NaT`, or a float nan where the
//! other objects are no floats
use crate::convert::{list, s3};
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::kind::{Mark, PyKind};
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// Replaces the missing values by `None` if the other objects have one R type with `NA`, and NumPy's numbers by
/// Python's. Returns the kind of the others; `PyKind::None` if there are none.
pub fn to_none<'py>(py: Python<'py>, items: &mut [Bound<'py, PyAny>]) -> Result<Option<PyKind>> {
    numbers_of_python(items)?;
    let values: Vec<_> = items.iter().filter(|x| !is_mark(x)).cloned().gather()?;
    let nan_is_value = match list::scalar_kind(&values) {
        Some(PyKind::Float) => true,
        Some(kind) if kind.is(Mark::WithNa) => false,
        kind if !values.is_empty() => return Ok(kind),
        _ => true,
    };
    let kind = if values.is_empty() { Some(PyKind::None) } else { list::scalar_kind(&values) };
    for item in items.iter_mut() {
        if is_mark(item) && !(nan_is_value && is_nan(item)) {
            *item = py.None().into_bound(py);
        }
    }
    Ok(if items.iter().any(is_nan) { Some(PyKind::Float) } else { kind })
}

/// pandas's columns of objects often contain numbers that were elements of arrays.
fn numbers_of_python(items: &mut [Bound<'_, PyAny>]) -> Result<()> {
    for item in items {
        let (kind, info) = PyKind::of(item);
        if kind == PyKind::NumpyScalar && !info.is_some_and(|info| s3::has_py_to_r(&info)) {
            let family: char = item.getattr("dtype")?.getattr("kind")?.extract()?;
            if matches!(family, 'b' | 'i' | 'u' | 'f' | 'c') {
                *item = item.call_method0("item")?;
            }
        }
    }
    Ok(())
}

fn is_mark(x: &Bound<'_, PyAny>) -> bool {
    matches!(PyKind::of(x).0, PyKind::None | PyKind::Missing) || is_nan(x)
}

fn is_nan(x: &Bound<'_, PyAny>) -> bool {
    x.cast::<PyFloat>().is_ok_and(|x| x.value().is_nan())
}
