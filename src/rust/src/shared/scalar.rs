//! Single values without attributes, as most items of lists and dicts are: from one side straight to the
//! other, without a look at classes or methods.
use super::strings;
use crate::r::missing::{NA_INTEGER, NA_LOGICAL};
use crate::r::r_api::*;
use crate::r::{Sexp, Value};
use libR_sys::*;
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyString};

/// The Python object of one logical, integer, double or string; `None` where `x` is anything else, or is
/// a string that is no text.
#[inline]
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Option<Bound<'py, PyAny>> {
    let x = x.raw();
    // SAFETY: reads the header, then the one element by its type; each call gives a new reference.
    unsafe {
        if rkeras_has_attributes(x) != 0 || Rf_xlength(x) != 1 {
            return None;
        }
        let object = match TYPEOF(x) {
            SEXPTYPE::INTSXP => match INTEGER_ELT(x, 0) {
                NA_INTEGER => return Some(py.None().into_bound(py)),
                value => PyLong_FromLong(value.into()),
            },
            SEXPTYPE::REALSXP => PyFloat_FromDouble(REAL_ELT(x, 0)),
            SEXPTYPE::LGLSXP => match LOGICAL_ELT(x, 0) {
                NA_LOGICAL => return Some(py.None().into_bound(py)),
                value => PyBool_FromLong(value.into()),
            },
            SEXPTYPE::STRSXP => return strings::chars_to_py(py, STRING_ELT(x, 0)).ok(),
            _ => return None,
        };
        Bound::from_owned_ptr_or_opt(py, object)
    }
}

/// Sets element `i` of a list to the R value of a `bool`, `float`, `str` or `int` that fits an integer, or
/// of `None`. False where `item` is anything else: the element stays `NULL`.
#[inline]
pub fn set_elt(out: &mut Value, i: usize, item: &Bound<'_, PyAny>) -> bool {
    debug_assert!(i < out.as_sexp().len());
    // SAFETY: on R's thread; a fresh scalar is stored before anything else is allocated. R checks the
    // bounds.
    unsafe {
        let Some(x) = fresh(item) else { return item.is_none() };
        SET_VECTOR_ELT(out.raw(), i as R_xlen_t, x);
    }
    true
}

/// The R value of such a single value, or of a larger `int` or a `complex` that R has a number for.
pub fn to_r(item: &Bound<'_, PyAny>) -> Option<Value> {
    if item.is_none() {
        return Some(Value::null());
    }
    if let Ok(x) = item.cast_exact::<PyComplex>() {
        return Some(Value::complex(x.real(), x.imag()));
    }
    // SAFETY: on R's thread; protected at once.
    if let Some(x) = unsafe { fresh(item).map(|x| Value::protect(x)) } {
        return Some(x);
    }
    let x = item.cast_exact::<PyInt>().ok()?.extract::<i64>().ok()?;
    (x.unsigned_abs() < 1 << 53).then(|| Value::double(x as f64))
}

/// # Safety
/// On R's thread, and what is returned is protected before anything else is allocated.
#[inline]
unsafe fn fresh(item: &Bound<'_, PyAny>) -> Option<SEXP> {
    // SAFETY: the caller's promise; each is of the type that is asked for.
    unsafe {
        if let Ok(item) = item.cast_exact::<PyString>() {
            let chars = strings::chars_of(item)?;
            Rf_protect(chars);
            let x = Rf_ScalarString(chars);
            Rf_unprotect(1);
            Some(x)
        } else if let Some(value) = small_int(item) {
            Some(Rf_ScalarInteger(value))
        } else if item.is_exact_instance_of::<PyFloat>() {
            Some(Rf_ScalarReal(PyFloat_AsDouble(item.as_ptr())))
        } else if item.is_exact_instance_of::<PyBool>() {
            Some(Rf_ScalarLogical(i32::from(item.as_ptr() == Py_True())))
        } else {
            None
        }
    }
}

/// An `int` (and nothing derived from it) that fits an R integer.
#[inline]
pub fn small_int(item: &Bound<'_, PyAny>) -> Option<i32> {
    if !item.is_exact_instance_of::<PyInt>() {
        return None;
    }
    let mut overflow = 0;
    // SAFETY: an int; overflow is told by the flag, without an exception.
    let value = unsafe { PyLong_AsLongAndOverflow(item.as_ptr(), &mut overflow) };
    i32::try_from(value).ok().filter(|&value| overflow == 0 && value != NA_INTEGER)
}
