//! Python times of one kind → a vector; `None`, `NaT` and the like become `NA`
use super::number::Items;
use super::{clock, date, datetime, duration, period, timestamp};
use crate::convert::options::Options;
use crate::error::Result;
use crate::error::gather::Gather;
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::r::Value;
use pyo3::prelude::*;

/// A single time: a vector of length 1, or a reference.
pub fn to_r(kind: PyKind, x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    match of_kind(kind, &[Some(x)])? {
        Some(out) => Ok(out),
        None => py_in_r::new(x.clone(), options.convert),
    }
}

/// The items of a list, or `None` if they are not all times of one kind or cannot be combined.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Option<Value>> {
    let Some(kind) = kind_of(items) else { return Ok(None) };
    let items = items.iter().map(|item| (!is_missing(PyKind::of(item).0)).then_some(item)).gather()?;
    of_kind(kind, &items)
}

fn of_kind(kind: PyKind, items: &Items<'_, '_>) -> Result<Option<Value>> {
    match kind {
        PyKind::Date => date::many_to_r(items).map(Some),
        PyKind::Datetime => datetime::many_to_r(items),
        PyKind::Duration => duration::many_to_r(items).map(Some),
        PyKind::Time => clock::many_to_r(items),
        PyKind::Timestamp => timestamp::many_to_r(items),
        PyKind::Timedelta => timestamp::deltas_to_r(items).map(Some),
        PyKind::Period => period::many_to_r(items).map(Some),
        _ => Ok(None),
    }
}

/// The kind of all items that are not missing.
fn kind_of(items: &[Bound<'_, PyAny>]) -> Option<PyKind> {
    let mut found = None;
    for item in items {
        let kind = PyKind::of(item).0;
        match found {
            _ if is_missing(kind) => (),
            Some(found) if found == kind => (),
            None => found = Some(kind),
            _ => return None,
        }
    }
    found
}

fn is_missing(kind: PyKind) -> bool {
    matches!(kind, PyKind::None | PyKind::Missing)
}
