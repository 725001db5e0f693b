//! Direct conversion of single values without attributes, as are most items of lists and dicts, without
//! checks for classes or methods.
use super::strings;
use crate::r::guard::{self, Scalar};
use crate::r::missing::{NA_INTEGER, NA_LOGICAL};
use crate::r::r_api::*;
use crate::r::{Sexp, Unwind, Value};
use libR_sys::*;
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyString};

/// The Python object of one logical, integer, double or string; `None` if `x` is anything else, or an
/// invalid string.
#[allow(clippy::useless_conversion, reason = "long has 32 bits on Windows, 64 elsewhere")]
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
/// of `None`. Returns false if `item` is anything else: the element stays `NULL`.
#[inline]
pub fn set_elt(out: &mut Value, i: usize, item: &Bound<'_, PyAny>) -> bool {
    let Some(x) = scalar(item) else { return item.is_none() };
    guard::put_element(out, i, x);
    true
}

/// The R value of such a single value, or of a larger `int` or a `complex` that R can represent.
pub fn to_r(item: &Bound<'_, PyAny>) -> Result<Option<Value>, Unwind> {
    if item.is_none() {
        return Ok(Some(Value::null()));
    }
    if let Some(x) = scalar(item) {
        return guard::scalar(x).map(Some);
    }
    if let Ok(x) = item.cast_exact::<PyComplex>() {
        return Value::complex(x.real(), x.imag()).map(Some);
    }
    let int = item.cast_exact::<PyInt>().ok().and_then(|x| x.extract::<i64>().ok());
    let exact = int.filter(|x| x.unsigned_abs() < 1 << 53);
    exact.map(|x| Value::double(x as f64)).transpose()
}

/// The R scalar for `item`. A string borrows its text from `item`.
#[inline]
fn scalar<'a>(item: &'a Bound<'_, PyAny>) -> Option<Scalar<'a>> {
    if let Ok(item) = item.cast_exact::<PyString>() {
        return strings::short_text(item).map(Scalar::String);
    }
    if let Some(value) = small_int(item) {
        return Some(Scalar::Integer(value));
    }
    if let Ok(item) = item.cast_exact::<PyFloat>() {
        return Some(Scalar::Double(item.value()));
    }
    item.cast_exact::<PyBool>().ok().map(|item| Scalar::Logical(item.is_true()))
}

/// An `int` (not of a subclass) that fits an R integer.
#[allow(clippy::useless_conversion, reason = "long has 32 bits on Windows, 64 elsewhere")]
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
