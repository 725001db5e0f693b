//! integer ⇄ `int`, double ⇄ `float`, complex ⇄ `complex`, `bit64::integer64` ⇄ `int` beyond 2^53
//!
//! A Python int has any size. It becomes an integer if it fits, otherwise a double if that is exact,
//! otherwise an integer64, otherwise an error: it is never rounded. The same holds for `Decimal` and
//! `Fraction`.
use super::whole::{Fits, Whole, type_of};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::py::interpreter;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, na_real};
use crate::r::{Value, r_code};
use crate::shared::{list, scalar};
use libR_sys::Rcomplex;
use pyo3::types::{PyComplex, PyFloat, PyList};
use pyo3::{IntoPyObjectExt, prelude::*};
use std::cell::Cell;

pub fn int_to_py<'py>(py: Python<'py>, x: i32) -> Result<Bound<'py, PyAny>> {
    let item = Some(x).filter(|&x| x != NA_INTEGER);
    Ok(item.into_bound_py_any(py)?)
}

/// `NA` and `NaN` both become `nan`, with their bits unchanged.
pub fn float_to_py<'py>(py: Python<'py>, x: f64) -> Result<Bound<'py, PyAny>> {
    Ok(PyFloat::new(py, x).into_any())
}

/// Whether all numbers are whole and could be ints.
pub fn all_whole(x: &[f64]) -> bool {
    x.iter().all(|x| x.fract() == 0.0 && x.abs() < 9e15)
}

pub fn whole_to_py<'py>(py: Python<'py>, x: f64) -> Result<Bound<'py, PyAny>> {
    Ok((x as i64).into_bound_py_any(py)?)
}

pub fn integer64_to_py<'py>(py: Python<'py>, x: i64) -> Result<Bound<'py, PyAny>> {
    let item = Some(x).filter(|&x| x != NA_INTEGER64);
    Ok(item.into_bound_py_any(py)?)
}

pub fn complex_to_py<'py>(py: Python<'py>, x: Rcomplex) -> Result<Bound<'py, PyAny>> {
    let Rcomplex { r, i } = x;
    Ok(PyComplex::from_doubles(py, r, i).into_any())
}

pub fn int_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    match Int::of(x)? {
        Int::Small(x) if x.fits_integer() => Ok(Value::integer(x as i32)?),
        other => ints_to_r(&[Some(other)]),
    }
}

pub fn float_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(Value::double(x.extract()?)?)
}

pub fn complex_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let x = x.cast::<PyComplex>().map_err(PyErr::from)?;
    Ok(Value::complex(x.real(), x.imag())?)
}

/// `None` is `NA`, as in the functions below.
pub fn many_ints_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let items = items.iter().map(|x| if x.is_none() { Ok(None) } else { Int::of(x).map(Some) });
    ints_to_r(&items.try_gather()?)
}

/// A list of ints that all fit an integer.
pub fn plain_ints_to_r(x: &Bound<'_, PyList>) -> Result<Option<Value>> {
    let mut out = Value::integers(x.len())?;
    let plain = list::read_numbers(x, out.integers_mut(), |item| {
        scalar::small_int(&item).or_else(|| item.is_none().then_some(NA_INTEGER))
    });
    Ok(plain.then_some(out))
}

pub fn plain_floats_to_r(x: &Bound<'_, PyList>) -> Result<Option<Value>> {
    let mut out = Value::doubles(x.len())?;
    let plain = list::read_numbers(x, out.doubles_mut(), |item| match item.cast_exact::<PyFloat>() {
        Ok(x) => Some(x.value()),
        Err(_) => item.is_none().then(na_real),
    });
    Ok(plain.then_some(out))
}

pub fn many_floats_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::doubles(items.len())?;
    for (to, item) in out.doubles_mut().iter_mut().zip(items) {
        *to = match item.cast_exact::<PyFloat>() {
            Ok(x) => x.value(),
            Err(_) => item.extract::<Option<f64>>()?.unwrap_or_else(na_real),
        };
    }
    Ok(out)
}

pub fn many_complexes_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::complexes(items.len())?;
    for (to, item) in out.complexes_mut().iter_mut().zip(items) {
        *to = match item.cast::<PyComplex>() {
            Ok(x) => Rcomplex { r: x.real(), i: x.imag() },
            Err(_) => Rcomplex { r: na_real(), i: na_real() },
        };
    }
    Ok(out)
}

/// `Decimal` and `Fraction`; `None` is `NA`.
pub fn many_exact_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let mut out = Value::doubles(items.len())?;
    for (i, (to, item)) in out.doubles_mut().iter_mut().zip(items).enumerate() {
        *to = if item.is_none() { na_real() } else { exact(item, Some(i))? };
    }
    Ok(out)
}

pub fn exact_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(Value::double(exact(x, None)?)?)
}

/// The nearest double. An error if a digit of a `Decimal` would be lost.
fn exact(x: &Bound<'_, PyAny>, i: Option<usize>) -> Result<f64> {
    let nearest = x.call_method0("__float__").and_then(|nearest| nearest.extract::<f64>());
    let is_decimal = PyKind::of(x).0 == PyKind::Decimal;
    match nearest {
        // "nan" includes signaling NaNs, which float() refuses.
        Err(_) if is_decimal && x.call_method0("is_nan")?.extract()? => Ok(f64::NAN),
        Ok(nearest) if !is_decimal || nearest.is_nan() => Ok(nearest),
        Ok(nearest) if x.eq(x.get_type().call1((PyFloat::new(x.py(), nearest).repr()?,))?)? => Ok(nearest),
        _ => Err(Error::convert(format!(
            "{}The Python {} {} has more digits than a double holds, or is beyond its range. Keep it in Python \
             (convert = FALSE): there as.numeric() rounds it and as.character() gives its digits.",
            i.map_or_else(String::new, |i| format!("Item {}: ", i + 1)),
            x.get_type().name()?,
            x.str()?
        ))),
    }
}

/// A Python int within the range of R's types.
#[derive(Clone, Copy)]
pub enum Int {
    Small(i64),
    /// Exceeds 64 bits, but a double represents it exactly.
    Large(f64),
}

impl Int {
    fn of(x: &Bound<'_, PyAny>) -> Result<Self> {
        if let Ok(small) = x.extract::<i64>() {
            return Ok(Int::Small(small));
        }
        match x.extract::<f64>() {
            Ok(large) if x.eq(large)? => Ok(Int::Large(large)),
            _ => Err(too_large(&x.str()?.to_string())),
        }
    }
}

pub fn ints_to_r(items: &[Option<Int>]) -> Result<Value> {
    let beyond = |(_, x): (usize, Int)| too_large(&format!("{:.0}", x.double()));
    match type_of(items.iter().copied()).map_err(beyond)? {
        Whole::Integer => Ok(Value::integers_from(items.iter().map(|x| x.map_or(NA_INTEGER, Int::integer)))?),
        Whole::Double => Ok(Value::doubles_from(items.iter().map(|x| x.map_or_else(na_real, Int::double)))?),
        Whole::Integer64 => {
            let mut out = Value::doubles(items.len())?;
            for (to, x) in out.integers64_mut().iter_mut().zip(items) {
                *to = x.map_or(NA_INTEGER64, Int::integer64);
            }
            integer64(out)
        }
    }
}

/// Doubles whose bits are 64-bit integers, as an integer64. The package bit64 is loaded first: without its
/// methods R would print and compute with them as doubles.
pub fn integer64(mut bits: Value) -> Result<Value> {
    thread_local! {
        static HAS_METHODS: Cell<bool> = const { Cell::new(false) };
    }
    if !HAS_METHODS.get() {
        interpreter::attach(|py| interpreter::detached(py, || r_code::call(c"need_bit64", &[])))?;
        HAS_METHODS.set(true);
    }
    bits.set_class(&["integer64"])?;
    Ok(bits)
}

impl Fits for Int {
    fn fits_integer(self) -> bool {
        matches!(self, Int::Small(x) if x.fits_integer())
    }

    fn fits_double(self) -> bool {
        match self {
            Int::Small(x) => x.fits_double(),
            Int::Large(_) => true,
        }
    }

    fn fits_integer64(self) -> bool {
        matches!(self, Int::Small(x) if x.fits_integer64())
    }

    fn integer(self) -> i32 {
        self.integer64() as i32
    }

    fn double(self) -> f64 {
        match self {
            Int::Small(x) => x as f64,
            Int::Large(x) => x,
        }
    }

    fn integer64(self) -> i64 {
        match self {
            Int::Small(x) => x,
            Int::Large(x) => x as i64,
        }
    }
}

pub fn too_large(value: &str) -> Error {
    Error::convert(format!(
        "R cannot represent the Python int {value}: it is neither exact as a double nor a 64-bit integer. \
         Keep it in Python (convert = FALSE), or take it as text with py_str()."
    ))
}
