//! Arrays of Python objects ⇄ lists and other vectors
use super::{missing, original};
use crate::convert::options::{Options, pause};
use crate::convert::{element, list, np};
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::kind::{Mark, PyKind};
use crate::object::py_in_r;
use crate::r::{Sexp, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;

pub fn list_to_py<'py>(py: Python<'py>, x: Sexp<'_>, options: Options) -> Result<Bound<'py, PyAny>> {
    let options = options.deeper(py)?;
    let mut items = original::Items::Fixed;
    let array = np::objects(py, x, |py, x, i| {
        pause(py, i)?;
        let item = element::to_py(py, x.elt(i), options)?;
        if !PyKind::of(&item).0.is(Mark::Fixed) && py_in_r::get(py, x.elt(i))?.is_none() {
            items = original::Items::Mutable;
        }
        Ok(item)
    })?;
    original::over_copy(x, array, items)
}

/// Object arrays mostly contain strings, which are converted first.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let flat = np::flat_list(x)?;
    match list::plain_to_r(&flat)? {
        Some(out) => Ok(out),
        // As a rule, strings of which none is left.
        None if flat.is_empty() => Ok(Value::characters(0)?),
        None => {
            let mut items = flat.iter().gather()?;
            missing::to_none(x.py(), &mut items)?;
            list::elements_to_r(&in_place::of_items(x.py(), items)?, options)
        }
    }
}
