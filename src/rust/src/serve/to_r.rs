//! Requests as R values, and R values as answers.
use super::json::{Array, Json, Object, Values};
use super::write::{Column, Elements, Table};
use crate::error::{Error, Result};
use crate::r::missing::NA_LOGICAL;
use crate::r::{Sexp, Type, Value};
use crate::shared::array::{Source, row_major, row_major_positions};

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
    let shape = || array.shape.iter().copied();
    if shape().product::<usize>() == 0 {
        return Ok(Value::list(0)?);
    }
    let mut out = match &array.values {
        Values::Nulls(_) if array.shape.is_empty() => return Ok(Value::null()),
        Values::Nulls(n) => {
            let mut out = Value::logicals(*n)?;
            out.logicals_mut().fill(NA_LOGICAL);
            out
        }
        Values::Numbers(all) => row_major(all, shape())?.doubles(|x| x)?,
        Values::Flags(all) => {
            let mut out = Value::logicals(all.len())?;
            row_major(all, shape())?.copy_into(out.logicals_mut(), |x| x.map_or(NA_LOGICAL, i32::from));
            out
        }
        Values::Texts(all) => {
            let mut out = Value::characters(all.len())?;
            for (to, from) in row_major_positions(shape())?.into_iter().enumerate() {
                out.set_string(to, all.get(from).and_then(Option::as_deref))?;
            }
            out
        }
    };
    if array.shape.len() > 1 {
        let too_long = |_| Error::convert("An array has more than 2^31 - 1 rows.");
        let sizes = shape().map(|size| i32::try_from(size).map_err(too_long));
        out.set_dim(&sizes.collect::<Result<Vec<_>>>()?)?;
    }
    Ok(out)
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
