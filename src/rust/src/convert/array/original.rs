//! The R array behind a NumPy array: an array that Python does not modify converts back to the identical R
//! object
use crate::convert::options::Options;
use crate::convert::{list, np};
use crate::error::Result;
use crate::object::robject::RObject;
use crate::r::{Sexp, Value};
use crate::shared::array as memory;
use numpy::{Element, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{intern, prelude::*};

/// The `base` of an array from R: keeps the memory alive, and stores the shape and type that R sent.
///
/// Only the original array has it as its `base`: the base of a slice or another view is the array.
#[pyclass(module = "rpycall", extends = RObject, frozen)]
pub struct RArray {
    data: usize,
    dim: Vec<usize>,
    dtype: Py<PyArrayDescr>,
    items: Items,
    /// The array that owns the memory, if it is not R's.
    _memory: Option<Py<PyAny>>,
}

/// Whether objects that the elements reference can change while the array does not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Items {
    Fixed,
    /// Such as a list in a list array.
    Mutable,
}

/// A read-only array over `elements`, the memory of `x`.
pub fn over_r<'py, T: Element>(py: Python<'py>, x: Sexp<'_>, elements: &[T]) -> Result<Bound<'py, PyAny>> {
    let dtype = numpy::dtype::<T>(py).unbind();
    let data = elements.as_ptr() as usize;
    let owner = RArray { data, dim: memory::shape(x), dtype, items: Items::Fixed, _memory: None };
    Ok(memory::view(elements, &memory::shape(x), owner.into_base(py, x)?)?)
}

/// A read-only array over the memory of `array`, which is 1-dimensional, contiguous and not referenced
/// elsewhere.
pub fn over_copy<'py>(x: Sexp<'_>, array: Bound<'py, PyAny>, items: Items) -> Result<Bound<'py, PyAny>> {
    let py = array.py();
    let flat = array.cast::<PyUntypedArray>().map_err(PyErr::from)?.clone();
    let owner = RArray {
        data: memory::address(&flat),
        dim: memory::shape(x),
        dtype: flat.dtype().unbind(),
        items,
        _memory: Some(array.unbind()),
    };
    Ok(memory::view_of_array(&flat, &memory::shape(x), owner.into_base(py, x)?)?)
}

impl RArray {
    fn into_base<'py>(self, py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
        x.mark_not_mutable();
        Ok(Bound::new(py, PyClassInitializer::from(RObject::new(x)).add_subclass(self))?.into_any())
    }
}

/// The R array of which `x` is an unmodified view.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Option<Value>> {
    let base = x.getattr(intern!(x.py(), "base"))?;
    let (Ok(base), Ok(array)) = (base.cast::<RArray>(), x.cast::<PyUntypedArray>()) else { return Ok(None) };
    let sent = base.get();
    let untouched =
        memory::looks_at(array, sent.data, &sent.dim) && array.dtype().is_equiv_to(sent.dtype.bind(x.py()));
    if !untouched {
        return Ok(None);
    }
    let original = base.as_super().get().value();
    match sent.items {
        Items::Fixed => Ok(Some(original)),
        Items::Mutable => items_to_r(x, &original, options).map(Some),
    }
}

/// The current items in Python, with the attributes of the R object.
fn items_to_r(x: &Bound<'_, PyAny>, original: &Value, options: Options) -> Result<Value> {
    let mut out = list::items_to_r(x.py(), &np::items(x)?, options)?;
    out.copy_attrs(original.as_sexp())?;
    Ok(out)
}
