//! NumPy's arrays, as all families use them: made, looked at, taken apart
use super::library::numpy;
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::os::memory;
use crate::r::{Sexp, Value};
use crate::shared::array::Source;
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray};
use pyo3::types::PyList;
use pyo3::{IntoPyObjectExt, intern, prelude::*};

/// The kind of the elements, as NumPy's letter.
pub fn kind(x: &Bound<'_, PyAny>) -> Result<char> {
    let dtype = x.getattr(intern!(x.py(), "dtype"))?;
    Ok(dtype.getattr(intern!(x.py(), "kind"))?.extract()?)
}

pub fn shape(x: &Bound<'_, PyAny>) -> Result<Vec<usize>> {
    Ok(x.getattr(intern!(x.py(), "shape"))?.extract()?)
}

/// Sets the dimensions of a vector to those of its array. A 0-dimensional array becomes a scalar.
pub fn set_shape(x: &mut Value, shape: &[usize]) -> Result<()> {
    if shape.is_empty() {
        return Ok(());
    }
    let dim: std::result::Result<Vec<i32>, _> = shape.iter().map(|&n| i32::try_from(n)).collect();
    x.set_dim(&dim.map_err(|_| {
        Error::convert(format!("The array has shape {shape:?}; in R each dimension must be below 2^31."))
    })?)?;
    Ok(())
}

pub fn len(x: &Bound<'_, PyAny>) -> Result<usize> {
    Ok(x.getattr("size")?.extract()?)
}

pub fn elements<'py, T: Element>(x: &Bound<'py, PyAny>) -> Result<PyReadonlyArrayDyn<'py, T>> {
    let array = x.cast::<PyArrayDyn<T>>().map_err(PyErr::from)?;
    array.try_readonly().map_err(|_| Error::convert("The array is being written to elsewhere."))
}

/// The error if the elements are not contiguous.
pub fn scattered(_: numpy::AsSliceError) -> Error {
    Error::convert("The elements of the array are not contiguous in memory.")
}

/// The elements of an array in column-major order.
pub fn copied<T: Element + Copy + Default>(x: &Bound<'_, PyAny>) -> Result<Vec<T>> {
    let mut out = memory::repeated(T::default(), len(x)?)?;
    elements::<T>(x)?.copy_into(&mut out, |x| x);
    Ok(out)
}

/// A 1-dimensional array that owns its memory.
pub fn owned<T: Element>(py: Python<'_>, values: Vec<T>) -> Result<Bound<'_, PyAny>> {
    Ok(PyArray1::from_vec(py, values).into_any())
}

/// As NumPy's own class: the attributes of a subclass may be anything.
pub fn exact<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    match x.is_exact_instance_of::<PyUntypedArray>() {
        true => Ok(x.clone()),
        false => Ok(numpy(x.py())?.call_method1("asarray", (x,))?),
    }
}

pub fn astype<'py>(x: &Bound<'py, PyAny>, dtype: impl IntoPyObject<'py>) -> Result<Bound<'py, PyAny>> {
    Ok(x.call_method1("astype", (dtype.into_bound_py_any(x.py())?,))?)
}

pub fn is_ml_dtype(dtype: &Bound<'_, PyAny>) -> Result<bool> {
    let module: String = dtype.getattr("type")?.getattr("__module__")?.extract()?;
    Ok(module.starts_with("ml_dtypes"))
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

pub fn flat_list<'py>(x: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    let flat = x.call_method1("ravel", ("F",))?.call_method0("tolist")?;
    Ok(flat.cast_into::<PyList>().map_err(PyErr::from)?)
}

/// The items of a list.
pub fn list_items<'py>(x: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>> {
    x.cast::<PyList>().map_err(PyErr::from)?.iter().gather()
}
