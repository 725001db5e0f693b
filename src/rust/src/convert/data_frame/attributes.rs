//! Attributes of R values ⇄ values that JSON can represent
//!
//! One plain string, number or flag is converted to a scalar. Other values are stored with their type:
//! `{"type": "integer", "values": [1, None], "attributes": {...}}`. Values without such a form (functions,
//! environments) are omitted.
use crate::convert::options::Options;
use crate::convert::{character, element, logical, number};
use crate::error::Result;
use crate::error::gather::Gather;
use crate::r::{Sexp, Type, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use std::ffi::CString;

/// All attributes except those for which `is_left_out` is true.
pub fn to_py<'py>(
    py: Python<'py>,
    x: Sexp<'_>,
    is_left_out: impl Fn(&str) -> bool,
) -> Result<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for name in x.attribute_names() {
        let value = x.attr(&name).map(Sexp::to_value);
        let (Some(value), Ok(name)) = (value, name.to_str()) else { continue };
        if is_left_out(name) {
            continue;
        }
        if let Some(value) = value_to_py(py, value.as_sexp())? {
            out.set_item(name, value)?;
        }
    }
    Ok(out)
}

/// Sets those that R accepts for `x`. The attributes may come from any source, so they are validated first:
/// R would jump.
pub fn set(x: &mut Value, attributes: &Bound<'_, PyAny>) -> Result<()> {
    let Ok(attributes) = attributes.cast::<PyDict>() else { return Ok(()) };
    for (name, value) in attributes.iter() {
        if let (Ok(name), Some(value)) = (name.extract::<String>(), value_to_r(&value)?) {
            set_if_valid(x, &name, &value)?;
        }
    }
    Ok(())
}

fn set_if_valid(x: &mut Value, name: &str, value: &Value) -> Result<()> {
    let Ok(c_name) = CString::new(name) else { return Ok(()) };
    if is_valid(x.as_sexp(), name, value.as_sexp()) {
        x.set_attr(&c_name, value)?;
    }
    Ok(())
}

/// Whether R accepts this attribute. R validates the attributes that it knows and jumps if they are
/// invalid.
fn is_valid(x: Sexp<'_>, name: &str, value: Sexp<'_>) -> bool {
    let is_text = value.kind() == Type::Character;
    match name {
        "" | "tsp" => false,
        "names" => is_text && value.len() == x.len(),
        "comment" => is_text,
        "class" => {
            let is_factor = (0..value.len()).any(|i| value.string(i).as_deref() == Some("factor"));
            is_text && value.len() > 0 && (!is_factor || x.kind() == Type::Integer)
        }
        "levels" => is_text || !x.inherits("factor"),
        "row.names" => is_text || value.kind() == Type::Integer,
        "dim" => value.kind() == Type::Integer && product(value.integers()) == Some(x.len()),
        "dimnames" => x.dim().is_some_and(|dim| are_dimnames(value, &dim)),
        _ => true,
    }
}

fn product(dim: &[i32]) -> Option<usize> {
    let sizes = dim.iter().map(|&n| usize::try_from(n).ok());
    sizes.reduce(|all, n| all?.checked_mul(n?)).flatten()
}

fn are_dimnames(x: Sexp<'_>, dim: &[usize]) -> bool {
    let fit = |(names, &n): (Sexp<'_>, &usize)| {
        names.is_null() || (names.kind() == Type::Character && names.len() == n)
    };
    x.kind() == Type::List && x.len() == dim.len() && x.elts().zip(dim).all(fit)
}

/// `None` if the value has no such form.
pub fn value_to_py<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<Bound<'py, PyAny>>> {
    let (name, values) = match x.kind() {
        Type::Null => return Ok(Some(py.None().into_bound(py))),
        Type::Logical => ("logical", items(x.logicals(), |&x| logical::flag_to_py(py, x))),
        Type::Integer => ("integer", items(x.integers(), |&x| number::int_to_py(py, x))),
        Type::Double => ("double", items(x.doubles(), |&x| double_to_py(py, x))),
        Type::Character => ("character", (0..x.len()).map(|i| character::item_to_py(py, x, i)).try_gather()),
        Type::List => match x.elts().map(|elt| value_to_py(py, elt)).collect::<Result<Option<_>>>()? {
            Some(values) => ("list", Ok(values)),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    // A string that is not valid text.
    let Ok(values) = values else { return Ok(None) };
    let attributes = to_py(py, x, |_| false)?;
    match &values[..] {
        [value] if attributes.is_empty() && name != "list" && !value.is_none() => {
            return Ok(Some(value.clone()));
        }
        _ => {}
    }
    let out = PyDict::new(py);
    out.set_item("type", name)?;
    out.set_item("values", PyList::new(py, values)?)?;
    if !attributes.is_empty() {
        out.set_item("attributes", attributes)?;
    }
    Ok(Some(out.into_any()))
}

/// `None` for a value that [`value_to_py`] did not create.
pub fn value_to_r(x: &Bound<'_, PyAny>) -> Result<Option<Value>> {
    let Ok(parts) = x.cast::<PyDict>() else {
        let plain = x.is_none()
            || x.is_instance_of::<PyBool>()
            || x.is_instance_of::<PyInt>()
            || x.is_instance_of::<PyFloat>()
            || x.is_instance_of::<PyString>();
        return if plain { element::to_r(x, Options::new()).map(Some) } else { Ok(None) };
    };
    let part = |name| -> Result<Option<Bound<'_, PyAny>>> { Ok(parts.get_item(name)?) };
    let (Some(name), Some(Ok(values))) =
        (part("type")?, part("values")?.map(|values| values.extract::<Vec<Bound<'_, PyAny>>>()))
    else {
        return Ok(None);
    };
    let Some(mut out) = values_to_r(&name.str()?.to_string(), &values)? else { return Ok(None) };
    if let Some(attributes) = part("attributes")? {
        set(&mut out, &attributes)?;
    }
    Ok(Some(out))
}

fn values_to_r(name: &str, values: &[Bound<'_, PyAny>]) -> Result<Option<Value>> {
    let out = match name {
        "logical" => logical::many_to_r(values),
        "integer" if values.is_empty() => Ok(Value::integers(0)?),
        "integer" => number::many_ints_to_r(values),
        "double" => number::many_floats_to_r(values),
        "character" => character::many_to_r(values),
        "list" => {
            let mut out = Value::list(values.len())?;
            for (i, value) in values.iter().enumerate() {
                let Some(value) = value_to_r(value)? else { return Ok(None) };
                out.set_elt(i, &value);
            }
            Ok(out)
        }
        _ => return Ok(None),
    };
    // Values whose type differs from the declared type.
    Ok(out.ok())
}

fn items<'py, T>(x: &[T], item: impl Fn(&T) -> Result<Bound<'py, PyAny>>) -> Result<Vec<Bound<'py, PyAny>>> {
    x.iter().map(item).try_gather()
}

/// `NA` is `None`, because JSON has only one nan.
fn double_to_py<'py>(py: Python<'py>, x: f64) -> Result<Bound<'py, PyAny>> {
    match crate::r::missing::is_na_real(x) {
        true => Ok(py.None().into_bound(py)),
        false => number::float_to_py(py, x),
    }
}
