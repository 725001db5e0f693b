//! Requests as R values, and R values as answers.
use super::json::{Array, Json, Object, Values};
use super::write::{Column, Elements, Table};
use crate::error::{Error, Result};
use crate::r::{Sexp, Type, Value};

/// A named list.
pub fn object(object: &Object) -> Result<Value> {
    let names: Vec<&str> = object.iter().map(|(name, _)| name.as_str()).collect();
    let mut out = Value::list_from(object.iter().map(|(_, value)| json(value)))?;
    out.set_names(&Value::strings(&names)?)?;
    Ok(out)
}

/// An array that is not regular is a list of the reason.
fn json(value: &Json) -> Result<Value> {
    match value {
        Json::Array(x) => array(x),
        Json::Irregular(problem) => Ok(Value::list_of(&[Value::string(problem)?])?),
        Json::Object(x) => object(x),
        Json::Objects(all) => Value::list_from(all.iter().map(object)),
    }
}

fn array(array: &Array) -> Result<Value> {
    let n = array.shape.iter().product();
    if n == 0 {
        return Ok(Value::list(0)?);
    }
    let mut out = match &array.values {
        Values::Nulls(_) if array.shape.is_empty() => return Ok(Value::null()),
        Values::Nulls(_) => {
            let mut out = Value::logicals(n)?;
            out.logicals_mut().fill(crate::r::missing::NA_LOGICAL);
            out
        }
        Values::Numbers(all) => {
            let mut out = Value::doubles(n)?;
            transpose(&array.shape, all, out.doubles_mut());
            out
        }
        Values::Flags(all) => {
            let all: Vec<i32> =
                all.iter().map(|x| x.map_or(crate::r::missing::NA_LOGICAL, i32::from)).collect();
            let mut out = Value::logicals(n)?;
            transpose(&array.shape, &all, out.logicals_mut());
            out
        }
        Values::Texts(all) => {
            let mut order = vec![0; n];
            let places: Vec<usize> = (0..n).collect();
            transpose(&array.shape, &places, &mut order);
            let mut out = Value::characters(n)?;
            for (i, &place) in order.iter().enumerate() {
                out.set_string(i, all.get(place).and_then(Option::as_deref))?;
            }
            out
        }
    };
    if array.shape.len() > 1 {
        let sizes =
            array.shape.iter().map(|&size| i32::try_from(size)).collect::<std::result::Result<Vec<_>, _>>();
        out.set_dim(&sizes.map_err(|_| Error::convert("An array has more than 2^31 - 1 rows."))?)?;
    }
    Ok(out)
}

/// From row-major to column-major order.
fn transpose<T: Copy>(shape: &[usize], from: &[T], to: &mut [T]) {
    let strides: Vec<usize> = shape
        .iter()
        .scan(1, |stride, size| {
            let own = *stride;
            *stride *= size;
            Some(own)
        })
        .collect();
    let mut index = vec![0; shape.len()];
    let mut at = 0;
    for &x in from {
        if let Some(place) = to.get_mut(at) {
            *place = x;
        }
        for ((i, &size), &stride) in index.iter_mut().zip(shape).zip(&strides).rev() {
            *i += 1;
            at += stride;
            if *i < size {
                break;
            }
            at -= stride * size;
            *i = 0;
        }
    }
}

/// `outputs` is a named list of arrays.
pub fn table(key: &str, by_row: bool, outputs: Sexp<'_>) -> Result<Table> {
    let names = outputs.names();
    let columns = outputs.elts().enumerate().map(|(i, output)| {
        let name = names.and_then(|names| names.string(i)).unwrap_or_default().into_owned();
        Ok((name, column(output)?))
    });
    Ok(Table { key: key.to_owned(), by_row, columns: columns.collect::<Result<_>>()? })
}

fn column(x: Sexp<'_>) -> Result<Column> {
    let values = match x.kind() {
        Type::Double => Elements::Numbers(x.doubles().to_vec()),
        Type::Integer => Elements::Whole(x.integers().to_vec()),
        Type::Logical => Elements::Flags(x.logicals().iter().map(|&x| x != 0).collect()),
        Type::Character => {
            Elements::Texts((0..x.len()).map(|i| x.string(i).unwrap_or_default().into_owned()).collect())
        }
        _ => return Err(Error::convert("An output is not an array of numbers, strings or logicals.")),
    };
    Ok(Column { shape: x.dim().unwrap_or_else(|| vec![x.len()]), values })
}
