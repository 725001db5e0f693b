//! matrix, array ← `numpy.ndarray` without other references: R takes over its memory
use crate::convert::{np, s3};
use crate::error::Result;
use crate::object::class_name::TypeInfo;
use crate::py::import::import;
use crate::r::Value;
use crate::r::missing::NA_INTEGER;
use crate::shared::adopt::adopt;
use crate::shared::pointer;
use libR_sys::SEXPTYPE;
use numpy::{Complex64, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{intern, prelude::*};

/// Smaller arrays (in elements) are copied, because a copy costs less than the bookkeeping.
const SMALL: usize = 1 << 12;

/// `Err` returns the array, which must be copied. `info` is that of its type.
pub fn to_r<'py>(
    x: Bound<'py, PyAny>,
    info: &TypeInfo,
) -> Result<std::result::Result<Value, Bound<'py, PyAny>>> {
    // Subclasses (memmap) may not own their memory, and a user's method expects the array itself.
    let is_plain = || x.is_exact_instance_of::<PyUntypedArray>() && !s3::has_py_to_r(info);
    if pointer::references(&x) != 1 || !is_plain() || !is_ours_alone(&x)? {
        return Ok(Err(x));
    }
    let shape: Vec<usize> = x.getattr(intern!(x.py(), "shape"))?.extract()?;
    let mut out = if let Ok(doubles) = x.cast::<PyArrayDyn<f64>>() {
        adopt(doubles.clone(), SEXPTYPE::REALSXP)?
    } else if let Ok(complexes) = x.cast::<PyArrayDyn<Complex64>>() {
        adopt(complexes.clone(), SEXPTYPE::CPLXSXP)?
    } else if let Ok(integers) = x.cast::<PyArrayDyn<i32>>() {
        // A valid NumPy number may equal R's NA.
        if integers.readonly().as_array().iter().any(|&x| x == NA_INTEGER) {
            return Ok(Err(x));
        }
        adopt(integers.clone(), SEXPTYPE::INTSXP)?
    } else {
        return Ok(Err(x));
    };
    np::set_shape(&mut out, &shape)?;
    Ok(Ok(out))
}

/// Whether `x` is a column-major array that owns its memory, or the only view of an array that does.
fn is_ours_alone(x: &Bound<'_, PyAny>) -> Result<bool> {
    let array = x.cast::<PyUntypedArray>().map_err(PyErr::from)?;
    if array.len() < SMALL || !array.is_fortran_contiguous() {
        return Ok(false);
    }
    let base = x.getattr(intern!(x.py(), "base"))?;
    if base.is_none() {
        return owns_memory(x);
    }
    // Referenced by its view and by `base` here.
    let alone = base.is_exact_instance_of::<PyUntypedArray>() && pointer::references(&base) == 2;
    Ok(alone && owns_memory(&base)? && is_usable(x)?)
}

fn owns_memory(x: &Bound<'_, PyAny>) -> Result<bool> {
    let flags = x.getattr(intern!(x.py(), "flags"))?;
    Ok(flags.getattr(intern!(x.py(), "owndata"))?.extract::<bool>()? && is_usable(x)?)
}

fn is_usable(x: &Bound<'_, PyAny>) -> Result<bool> {
    let flags = x.getattr(intern!(x.py(), "flags"))?;
    let weak_references = import(x.py(), "weakref")?.call_method1("getweakrefcount", (x,))?;
    Ok(flags.getattr(intern!(x.py(), "writeable"))?.extract::<bool>()?
        && flags.getattr(intern!(x.py(), "aligned"))?.extract::<bool>()?
        && weak_references.extract::<usize>()? == 0)
}
