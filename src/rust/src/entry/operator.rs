//! Operators as Python code registers them (`inst/python/rkeras/tensorflow/operators.py`).
use crate::error::Error;
use crate::object::robject::RObject;
use crate::op::kernel;
use crate::op::table::{self, Shapes};
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::Arc;

/// Registers the kernels in TensorFlow, whose library is at `path`. Once in a process.
#[pyfunction]
pub fn register_operators(path: CString) -> PyResult<()> {
    kernel::register(&path).map_err(|problem| {
        let message =
            format!("TensorFlow cannot be given operators: {problem}. Update rkeras or TensorFlow.");
        Error::Own { kind: "operator", message }.into()
    })
}

/// The number of a new operator. `shapes` is an R function of a list of shapes, or `None` for any shape; the
/// outputs of a gradient have the shapes of the inputs. With `id`, the number that a file contains.
///
/// The operator ends with the Python objects of its R functions, or by `drop_operator()`.
#[pyfunction]
pub fn add_operator(
    function: &Bound<'_, RObject>,
    shapes: Option<&Bound<'_, RObject>>,
    is_gradient: bool,
    id: Option<i64>,
) -> i64 {
    let weak = |object: &Bound<'_, RObject>| Arc::downgrade(object.get().kept());
    let shapes = match shapes {
        _ if is_gradient => Shapes::OfInputs,
        Some(shapes) => Shapes::Function(weak(shapes)),
        None => Shapes::Free,
    };
    table::add(weak(function), shapes, id)
}

/// From any thread.
#[pyfunction]
pub fn drop_operator(id: i64) {
    table::remove(id);
}

/// The numbers of the operators that live.
#[pyfunction]
pub fn operators() -> Vec<i64> {
    table::numbers()
}
