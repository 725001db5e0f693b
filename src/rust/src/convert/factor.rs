//! factor ⇄ `pandas.Categorical`
use super::library::pandas;
use super::{character, np, strings};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::robject::RObject;
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Type, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::collections::HashSet;
use std::ffi::CString;

/// The attribute `_r` of a Categorical whose factor has properties that pandas does not.
#[pyclass(module = "rpycall", extends = RObject, frozen)]
pub struct RFactor;

#[pymethods]
impl RFactor {
    /// A copy or unpickled object has no reference to the R object.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (py.None().bind(py).get_type(), PyTuple::empty(py))
    }
}

pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let out = categorical(py, x)?;
    if missing_level(x).is_some() || !has_only_levels(x) {
        x.mark_not_mutable();
        let origin = PyClassInitializer::from(RObject::new(x)).add_subclass(RFactor);
        out.setattr("_r", Bound::new(py, origin)?)?;
    }
    Ok(out)
}

/// Whether it has no names and no other attributes, and no class of its own.
pub fn has_only_levels(x: Sexp<'_>) -> bool {
    let is_usual = |name: &CString| [c"levels", c"class"].contains(&name.as_c_str());
    let class = x.classes();
    x.attribute_names().iter().all(is_usual) && (class == ["factor"] || class == ["ordered", "factor"])
}

/// The position of `NA` among the levels.
pub fn missing_level(x: Sexp<'_>) -> Option<usize> {
    let levels = x.attr(c"levels").filter(|levels| levels.kind() == Type::Character)?;
    (0..levels.len()).find(|&i| levels.is_na_string(i))
}

/// Without a missing level, which pandas does not support.
pub fn categorical<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let levels = valid_levels(x)?;
    if !strings::all_differ(levels) {
        return Err(Error::convert("Two levels of the factor are the same. Create it again with factor()."));
    }
    let is_level = |i: &usize| !levels.is_na_string(*i);
    let category = |i| character::text_to_py(py, levels, i, "Level");
    let categories = (0..levels.len()).filter(is_level).map(category).try_gather()?;
    let has_missing_level = categories.len() < levels.len();
    // pandas counts from 0 and marks missing values by -1. It has no missing category, which R has with
    // `exclude = NULL`.
    let codes = match has_missing_level {
        false => x.integers().iter().map(|&code| if code == NA_INTEGER { -1 } else { code - 1 }).gather()?,
        true => {
            let mut next = -1;
            let code_of = |i| {
                if is_level(&i) {
                    next += 1;
                    next
                } else {
                    -1
                }
            };
            let codes: Vec<i32> = (0..levels.len()).map(code_of).gather()?;
            let code_of = |&code: &i32| codes.get((code as usize).wrapping_sub(1)).copied().unwrap_or(-1);
            x.integers().iter().map(code_of).gather()?
        }
    };
    let options = PyDict::new(py);
    options.set_item("categories", in_place::of_items(py, categories)?)?;
    options.set_item("ordered", x.inherits("ordered"))?;
    let codes = np::owned::<i32>(py, codes)?;
    Ok(pandas(py)?.getattr("Categorical")?.call_method("from_codes", (codes,), Some(&options))?)
}

/// The original factor, if Python has not modified `x`.
fn untouched(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let Ok(origin) = x.getattr("_r") else { return Ok(None) };
    let Ok(origin) = origin.cast::<RFactor>() else { return Ok(None) };
    let origin = origin.as_super().get().value();
    let is_same = categorical(x.py(), origin.as_sexp())?.call_method1("equals", (x,))?.extract::<bool>()?;
    Ok(is_same.then_some(origin))
}

/// The labels of a vector, from 0.
pub fn codes_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    valid_levels(x)?;
    if let Some(i) = x.integers().iter().position(|&code| code == NA_INTEGER) {
        return Err(Error::convert(format!(
            "Element {} of the factor is missing, and labels of losses and metrics cannot be. Remove such \
             observations.",
            i + 1
        )));
    }
    Ok(np::owned::<i32>(py, x.integers().iter().map(|code| code - 1).gather()?)?.into_any())
}

/// The text of each element, for arrays, because pandas has only 1-dimensional categoricals.
pub fn labels_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Bound<'py, PyAny>> {
    let levels = valid_levels(x)?;
    let label = |i| character::text_to_py(py, levels, i, "Level");
    let labels = (0..levels.len()).map(label).try_gather()?;
    let codes = x.integers();
    np::objects(py, x, |py, _, i| {
        // The code of `NA` is out of range.
        let label = codes.get(i).and_then(|&code| labels.get((code as usize).wrapping_sub(1)));
        Ok(label.cloned().unwrap_or_else(|| py.None().into_bound(py)))
    })
}

fn valid_levels(x: Sexp<'_>) -> Result<Sexp<'_>> {
    let levels = x.attr(c"levels").ok_or_else(|| Error::convert("The factor has no levels."))?;
    check_codes(x, levels)?;
    Ok(levels)
}

/// R code may create an invalid factor.
pub fn check_codes(x: Sexp<'_>, levels: Sexp<'_>) -> Result<()> {
    match unknown_code(x, levels.len()) {
        None if levels.kind() == Type::Character => Ok(()),
        None => {
            Err(Error::convert("The levels of the factor are not strings. Create it again with factor()."))
        }
        Some(i) => Err(Error::convert(format!(
            "Element {} of the factor is level {}, of which there are {}: make it again by factor().",
            i + 1,
            x.integers().get(i).copied().unwrap_or(NA_INTEGER),
            levels.len()
        ))),
    }
}

/// The first element whose code is of none of `n` levels.
fn unknown_code(x: Sexp<'_>, n: usize) -> Option<usize> {
    let is_known = |code: i32| code == NA_INTEGER || (1..=n as i64).contains(&code.into());
    x.integers().iter().position(|&code| !is_known(code))
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    match untouched(x)? {
        Some(origin) => Ok(origin),
        None => categorical_to_r(x),
    }
}

/// Categories that are not strings are converted to text.
pub fn categorical_to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let categories = np::list_items(&x.getattr("categories")?.call_method0("tolist")?)?;
    let levels = categories.iter().map(character::label).try_gather()?;
    let mut seen = HashSet::new();
    if let Some(twice) = levels.iter().find(|level| !seen.insert(level.as_str())) {
        return Err(Error::convert(format!(
            "Two categories have the same text, \"{twice}\", but the levels of a factor are unique. Rename one \
             with rename_categories()."
        )));
    }
    let codes = np::copied::<i64>(&x.getattr("codes")?.call_method1("astype", ("int64",))?)?;
    let codes = codes.into_iter().map(|code| match code {
        ..0 => NA_INTEGER,
        code => i32::try_from(code.saturating_add(1)).unwrap_or(i32::MAX),
    });
    finish(Value::integers_from(codes)?, &Value::strings(&levels)?, x.getattr("ordered")?.extract()?)
}

/// A factor from its codes. Python code may create invalid ones.
pub fn finish(mut codes: Value, levels: &Value, ordered: bool) -> Result<Value> {
    let (x, n) = (codes.as_sexp(), levels.as_sexp().len());
    if let Some(i) = unknown_code(x, n) {
        return Err(Error::convert(format!(
            "Element {} has code {}, but there are {n} categories, and codes count from 0. Create it again, as in \
             pandas.Categorical(values).",
            i + 1,
            i64::from(x.integers().get(i).copied().unwrap_or(NA_INTEGER)) - 1
        )));
    }
    codes.set_attr(c"levels", levels)?;
    match ordered {
        true => codes.set_class(&["ordered", "factor"])?,
        false => codes.set_class(&["factor"])?,
    }
    Ok(codes)
}

/// Whether these strings are valid levels of a factor: not missing and unique.
pub fn are_levels(x: Sexp<'_>) -> bool {
    strings::all_differ(x) && !(0..x.len()).any(|i| x.is_na_string(i))
}
