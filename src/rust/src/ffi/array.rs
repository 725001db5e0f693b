//! Memory shared between R vectors and NumPy arrays.
use super::Sexp;
use ndarray::{ArrayView, ArrayViewMut, IxDyn, ShapeBuilder};
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;

/// A NumPy array over `data`, column-major and not writeable, that keeps `owner` alive.
///
/// `data` is the memory of the R value that `owner` preserves, which R no longer changes
/// ([`Sexp::mark_not_mutable`]).
pub fn view<'py, T: Element>(
    data: &[T],
    dim: &[usize],
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayView::from_shape(IxDyn(dim).f(), data).expect("dim multiplies up to the length");
    // SAFETY: `owner` keeps the memory alive; it is not written to, as the array is made read-only here.
    let array = unsafe { PyArrayDyn::borrow_from_array(&view, owner) };
    Ok(array.readwrite().make_nonwriteable().as_any().clone())
}

/// The elements of `array` in column-major order, written to `out`.
pub fn copy_into<T: Element + Copy, U>(
    array: &PyReadonlyArrayDyn<'_, T>,
    out: &mut [U],
    cast: impl Fn(T) -> U,
) {
    let from = array.as_array();
    let shape = IxDyn(from.shape());
    let mut to = ArrayViewMut::from_shape(shape.f(), out).expect("as many elements as the array has");
    // Both with their axes reversed: then the output is walked in the order of its memory.
    ndarray::Zip::from(to.view_mut().reversed_axes())
        .and(from.reversed_axes())
        .for_each(|to, &x| *to = cast(x));
}

/// The R value's own dim, or its length as the only one.
pub fn shape(x: Sexp<'_>) -> Vec<usize> {
    x.dim().unwrap_or_else(|| vec![x.len()])
}
