//! The elements of an array ← `numpy.ma.MaskedArray`, or an array and a mask: masked elements are `NA`
use super::flat;
use crate::convert::library::numpy;
use crate::convert::options::Options;
use crate::convert::{np, number};
use crate::error::Result;
use crate::r::missing::{NA_INTEGER, NA_INTEGER64, NA_LOGICAL, na_real};
use crate::r::{Type, Value};
use libR_sys::Rcomplex;
use pyo3::{IntoPyObjectExt, intern, prelude::*};

/// The elements in column-major order, without `dim`; `None` if R has no type for them.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Option<Value>> {
    let Some(mask) = mask(x)? else {
        return flat::to_r(&x.getattr(intern!(x.py(), "data"))?, options);
    };
    // Values under the mask are arbitrary and must not determine the R type.
    let Some(harmless) = harmless(x)? else { return Ok(None) };
    let filled = x.call_method1(intern!(x.py(), "filled"), (harmless,))?;
    let Some(mut out) = flat::to_r(&filled, options)? else { return Ok(None) };
    set_missing(&mut out, &mask)?;
    Ok(Some(out))
}

/// The mask in column-major order, or `None` if no element is masked.
fn mask(x: &Bound<'_, PyAny>) -> Result<Option<Vec<bool>>> {
    let mask = x.getattr(intern!(x.py(), "mask"))?;
    // The mask of a record array has a field for each field of the records.
    let any = np::kind(&mask)? == 'b' && mask.call_method0("any")?.extract::<bool>()?;
    if !any {
        return Ok(None);
    }
    np::copied(&numpy(x.py())?.call_method1("asarray", (mask,))?).map(Some)
}

/// Numbers with a mask of their own, as pandas and Arrow have them; `None` if R has no type for the numbers.
pub fn numbers_to_r(values: &Bound<'_, PyAny>, mask: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let is_whole = matches!(np::kind(values)?, 'i' | 'u');
    let mut out = match flat::to_r(values, Options::new()) {
        // What is under the mask has not widened it.
        Ok(Some(out)) if !is_whole || out.as_sexp().kind() == Type::Integer => out,
        _ => match flat::to_r(&without_masked(values, mask)?, Options::new())? {
            Some(out) => out,
            None => return Ok(None),
        },
    };
    set_missing(&mut out, &np::copied(mask)?)?;
    Ok(Some(out))
}

/// As `numbers_to_r`, as integer64 even if a smaller type would suffice.
pub fn integer64_to_r(values: &Bound<'_, PyAny>, mask: &Bound<'_, PyAny>) -> Result<Value> {
    let numbers = np::copied::<i64>(&without_masked(values, mask)?)?;
    if numbers.contains(&NA_INTEGER64) {
        return Err(number::too_large(&NA_INTEGER64.to_string()));
    }
    let mut out = Value::doubles(numbers.len())?;
    out.integers64_mut().copy_from_slice(&numbers);
    let mut out = number::integer64(out)?;
    set_missing(&mut out, &np::copied(mask)?)?;
    Ok(out)
}

/// The numbers, with 0 where they are masked: what is there is arbitrary.
fn without_masked<'py>(values: &Bound<'py, PyAny>, mask: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    // False has any type of numbers.
    Ok(numpy(values.py())?.call_method1("where", (mask, false, values))?)
}

/// Any value of the array's type that R has.
fn harmless<'py>(x: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
    let py = x.py();
    Ok(Some(match np::kind(x)? {
        'V' if !np::is_ml_dtype(&x.getattr(intern!(py, "dtype"))?)? => return Ok(None),
        'b' => false.into_bound_py_any(py)?,
        'i' | 'u' | 'f' | 'c' | 'V' => 0.into_bound_py_any(py)?,
        'U' | 'S' | 'T' => "".into_bound_py_any(py)?,
        'M' => numpy(py)?.call_method1("datetime64", ("NaT",))?,
        'm' => numpy(py)?.call_method1("timedelta64", ("NaT",))?,
        'O' => py.None().into_bound(py),
        _ => return Ok(None),
    }))
}

fn set_missing(out: &mut Value, mask: &[bool]) -> Result<()> {
    fn set<T: Copy>(elements: &mut [T], mask: &[bool], missing: T) {
        // Each element is written: a branch would be guessed wrong where missing values are scattered.
        elements.iter_mut().zip(mask).for_each(|(x, &masked)| *x = if masked { missing } else { *x });
    }
    match out.as_sexp().kind() {
        Type::Logical => set(out.logicals_mut(), mask, NA_LOGICAL),
        Type::Integer => set(out.integers_mut(), mask, NA_INTEGER),
        Type::Double if out.as_sexp().inherits("integer64") => set(out.integers64_mut(), mask, NA_INTEGER64),
        Type::Double => set(out.doubles_mut(), mask, na_real()),
        Type::Complex => set(out.complexes_mut(), mask, Rcomplex { r: na_real(), i: na_real() }),
        Type::Character => {
            let missing = mask.iter().enumerate().filter(|(_, masked)| **masked);
            return Ok(missing.map(|(i, _)| i).try_for_each(|i| out.set_string(i, None))?);
        }
        // The items of an object array were filled with None.
        _ => (),
    }
    Ok(())
}
