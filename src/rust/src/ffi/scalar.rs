//! Single values without attributes, as most items of lists and dicts are: from one side straight to the
//! other, without a look at classes or methods.
use super::missing::{NA_INTEGER, NA_LOGICAL};
use super::r_api::*;
use super::{Sexp, Value, strings};
use libR_sys::*;
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

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
        let x = if let Ok(item) = item.cast_exact::<PyString>() {
            let Some(chars) = strings::chars_of(item) else { return false };
            Rf_protect(chars);
            let x = Rf_ScalarString(chars);
            Rf_unprotect(1);
            x
        } else if let Some(value) = small_int(item) {
            Rf_ScalarInteger(value)
        } else if item.is_exact_instance_of::<PyFloat>() {
            Rf_ScalarReal(PyFloat_AsDouble(item.as_ptr()))
        } else if item.is_exact_instance_of::<PyBool>() {
            Rf_ScalarLogical(i32::from(item.as_ptr() == Py_True()))
        } else {
            return item.is_none();
        };
        SET_VECTOR_ELT(out.raw(), i as R_xlen_t, x);
    }
    true
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
