//! `enum.Enum` member ⇄ factor whose levels are the names of all members
//!
//! The factor references the class, so that it is converted back to members. Members that are ints or
//! strings (`IntEnum`, `StrEnum`) are converted as such.
use super::{character, factor};
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::r::missing::NA_INTEGER;
use crate::r::{Sexp, Value};
use crate::shared::list as in_place;
use pyo3::prelude::*;

/// The attribute that references the class. It belongs to the levels, not to the factor, because `x[i]`
/// keeps the levels and printing does not show it.
const CLASS: &std::ffi::CStr = c"enum";

/// `None` if the factor does not come from an `Enum`.
pub fn to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<Bound<'py, PyAny>>> {
    let Some(levels) = x.attr(c"levels") else { return Ok(None) };
    let Some(class) = levels.attr(CLASS) else { return Ok(None) };
    let Some((class, _)) = py_in_r::get(py, class)? else { return Ok(None) };
    factor::check_codes(x, levels)?;
    let member = |code: &i32| match *code {
        NA_INTEGER => Ok(py.None().into_bound(py)),
        code => class.get_item(levels.string(code as usize - 1)).map_err(|_| unknown(levels, code)),
    };
    let members = x.integers().iter().map(member).try_gather()?;
    Ok(Some(match &members[..] {
        [one] => one.clone(),
        _ => in_place::of_items(py, members)?,
    }))
}

pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    many_to_r(std::slice::from_ref(x))
}

/// `None` is `NA`.
pub fn many_to_r(items: &[Bound<'_, PyAny>]) -> Result<Value> {
    let Some(member) = items.iter().find(|item| !item.is_none()) else {
        return Err(Error::convert("There is no member of an Enum among the items."));
    };
    let class = member.get_type();
    let members = class.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let name = |member: &Bound<'_, PyAny>| character::label(&member.getattr("name")?);
    let names = members.iter().map(name).collect::<Result<Vec<_>>>()?;
    let code = |item| members.iter().position(|member| member.is(item));
    let codes = items.iter().map(|item| code(item).map_or(NA_INTEGER, |code| code as i32 + 1));
    let mut out = Value::integers_from(codes)?;
    let mut levels = Value::strings(&names)?;
    levels.set_attr(CLASS, &py_in_r::new(class.into_any(), true)?)?;
    out.set_attr(c"levels", &levels)?;
    out.set_class(&["factor"])?;
    Ok(out)
}

pub fn is_of_one_class(items: &[Bound<'_, PyAny>]) -> bool {
    let mut members = items.iter().filter(|item| PyKind::of(item).0 == PyKind::Enum);
    let Some(first) = members.next() else { return false };
    members.all(|item| item.get_type().is(first.get_type()))
}

fn unknown(levels: Sexp<'_>, code: i32) -> Error {
    let level = levels.string(code as usize - 1).unwrap_or_default();
    Error::convert(format!("The factor is of a Python Enum that has no member \"{level}\"."))
}
