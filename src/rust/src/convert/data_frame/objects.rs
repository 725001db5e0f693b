//! list ⇄ columns of Python objects; a column whose objects have one R type → vector
use crate::convert::array::missing;
use crate::convert::library::{numpy, pandas};
use crate::convert::options::Options;
use crate::convert::{element, list, logical, np, strings};
use crate::error::Result;
use crate::object::kind::PyKind;
use crate::r::missing::NA_LOGICAL;
use crate::r::{Sexp, Type, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// `NULL` becomes `None`, and `NA` pandas's missing value.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let pandas = pandas(py)?;
    let missing = pandas.getattr("NA")?;
    let items = np::objects(py, x, |py, x, i| match is_na(x.elt(i)) {
        true => Ok(missing.clone()),
        false => element::to_py(py, x.elt(i), options),
    })?;
    // An Index keeps its dtype in a frame; an array that contains only strings would become `str`.
    let how = PyDict::new(py);
    how.set_item("dtype", "object")?;
    how.set_item("tupleize_cols", false)?;
    Ok(pandas.call_method("Index", (items,), Some(&how))?)
}

fn is_na(x: Sexp<'_>) -> bool {
    x.kind() == Type::Logical && !x.has_attributes() && *x.logicals() == [NA_LOGICAL]
}

/// Strings, Dates, or a list of the converted items.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    if let Some(text) = strings::to_r(&numpy(x.py())?.call_method1("asarray", (x, "object"))?, false)? {
        return Ok(text);
    }
    let mut items = np::list_items(&x.call_method0("tolist")?)?;
    if items.is_empty() {
        return Ok(Value::characters(0)?);
    }
    let kind = missing::to_none(x.py(), &mut items)?;
    // In a list, the missing value of pandas is that of lists of R.
    for item in items.iter_mut().filter(|item| PyKind::of(item).0 == PyKind::Missing) {
        *item = x.py().None().into_bound(x.py());
    }
    match kind {
        Some(PyKind::None) => logical::many_to_r(&items),
        _ => list::elements_to_r(&in_place::of_items(x.py(), items)?, options),
    }
}

/// Converts each item separately, for a column that was a list in R.
pub fn list_to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let items = np::list_items(&x.call_method0("tolist")?)?;
    list::items_to_r(x.py(), &items, options)
}
