//! data.frame ← structured `numpy.ndarray`, named list ← `numpy.void`: a column or item for each field
use super::{flat, masked};
use crate::convert::data_frame::row_names;
use crate::convert::options::Options;
use crate::convert::{character, element, np};
use crate::error::Result;
use crate::object::kind::PyKind;
use crate::object::py_in_r;
use crate::r::Value;
use pyo3::{intern, prelude::*};

/// A reference if there are no fields, more than one dimension, or a field without an R type.
pub fn to_r(x: &Bound<'_, PyAny>, options: Options) -> Result<Value> {
    let out = match (fields(x)?, np::shape(x)?.len()) {
        (Some(fields), 0) => Some(row(x, &fields, options)?),
        (Some(fields), 1) => data_frame(x, &fields, options)?,
        _ => None,
    };
    match out {
        Some(out) => Ok(out),
        None => py_in_r::new(x.clone(), options.convert),
    }
}

fn fields(x: &Bound<'_, PyAny>) -> Result<Option<Vec<String>>> {
    let dtype = x.getattr(intern!(x.py(), "dtype"))?;
    let Some(names) = dtype.getattr(intern!(x.py(), "names"))?.extract::<Option<Vec<Bound<'_, PyAny>>>>()?
    else {
        return Ok(None);
    };
    names.iter().map(character::label).collect::<Result<_>>().map(Some)
}

fn row(x: &Bound<'_, PyAny>, fields: &[String], options: Options) -> Result<Value> {
    let options = options.deeper(x.py())?;
    // For a 0-dimensional array, the scalar, whose items are scalars.
    let x = if PyKind::of(x).0 == PyKind::Array { x.get_item(())? } else { x.clone() };
    let items = fields.iter().map(|field| element::to_r(&x.get_item(field)?, options));
    let mut out = Value::list_from(items)?;
    out.set_names(&Value::strings(fields)?)?;
    Ok(out)
}

fn data_frame(x: &Bound<'_, PyAny>, fields: &[String], options: Options) -> Result<Option<Value>> {
    let mut out = Value::list(fields.len())?;
    for (i, field) in fields.iter().enumerate() {
        let Some(column) = column(&x.get_item(field)?, options)? else { return Ok(None) };
        out.set_elt(i, &column);
    }
    out.set_names(&Value::strings(fields)?)?;
    out.set_attr(c"row.names", &row_names::automatic(x.len()?)?)?;
    out.set_class(&["data.frame"])?;
    Ok(Some(out))
}

/// A vector; a matrix or array if each record has several values; a data frame if each has records.
fn column(x: &Bound<'_, PyAny>, options: Options) -> Result<Option<Value>> {
    let shape = np::shape(x)?;
    if let Some(fields) = fields(x)? {
        return if shape.len() == 1 { data_frame(x, &fields, options) } else { Ok(None) };
    }
    let column = match PyKind::of(x).0 {
        PyKind::Masked => masked::to_r(x, options)?,
        _ => flat::to_r(x, options)?,
    };
    let Some(mut column) = column else { return Ok(None) };
    if shape.len() > 1 {
        np::set_shape(&mut column, &shape)?;
    }
    Ok(Some(column))
}
