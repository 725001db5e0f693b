//! Validation of the slots of R's sparse matrices. R code may set them to any value; SciPy checks few of
//! them and would access memory out of bounds.
use crate::error::gather::Gather;
use crate::error::{Error, Result};
use crate::r::{Sexp, Type};
use std::ffi::CStr;

/// Rows and columns.
pub fn dim(x: Sexp<'_>) -> Result<(i32, i32)> {
    match *integers(x, c"Dim")? {
        [rows, columns] if rows >= 0 && columns >= 0 => Ok((rows, columns)),
        _ => Err(invalid("Dim")),
    }
}

/// Validates `rows`, the row indices of the elements by column, and `p`, their cumulative counts, and
/// returns the number of elements. (For row-oriented matrices, the other way round.)
pub fn by_column(x: Sexp<'_>, rows: &CStr, (n, columns): (i32, i32)) -> Result<usize> {
    let (rows, ends) = (integers_within(x, rows, n)?, integers(x, c"p")?);
    let ordered = ends.first() == Some(&0) && ends.is_sorted() && ends.len() == columns as usize + 1;
    match ends.last() {
        Some(&last) if ordered && usize::try_from(last) == Ok(rows.len()) => Ok(rows.len()),
        _ => Err(invalid("p")),
    }
}

/// The number of elements.
pub fn triplets(x: Sexp<'_>, (rows, columns): (i32, i32)) -> Result<usize> {
    let (rows, columns) = (integers_within(x, c"i", rows)?, integers_within(x, c"j", columns)?);
    if rows.len() == columns.len() { Ok(rows.len()) } else { Err(invalid("j")) }
}

/// Whether there are `n` values. Pattern matrices have none.
pub fn data(x: Sexp<'_>, n: usize) -> Result<()> {
    use Type::*;
    let fits = |x: Sexp<'_>| x.len() == n && matches!(x.kind(), Logical | Integer | Double | Complex);
    if x.attr(c"x").is_none_or(fits) { Ok(()) } else { Err(invalid("x")) }
}

/// The length of a sparse vector, a double where it is long.
pub fn length(x: Sexp<'_>) -> Result<i64> {
    const MOST: f64 = (1_i64 << 53) as f64;
    let length = slot(x, c"length")?;
    let length = match length.kind() {
        Type::Integer => length.integers().first().map(|&n| f64::from(n)),
        Type::Double => length.doubles().first().copied(),
        _ => None,
    };
    length.filter(|n| (0.0..=MOST).contains(n)).map(|n| n as i64).ok_or_else(|| invalid("length"))
}

/// The positions of the elements of a sparse vector, from 0. R counts from 1, and uses doubles if the
/// vector is long.
pub fn positions(x: Sexp<'_>, length: i64) -> Result<Vec<i64>> {
    let positions = slot(x, c"i")?;
    let positions = match positions.kind() {
        Type::Integer => positions.integers().iter().map(|&i| i64::from(i) - 1).gather()?,
        Type::Double => positions.doubles().iter().map(|&i| i as i64 - 1).gather()?,
        _ => return Err(invalid("i")),
    };
    match positions.iter().all(|i| (0..length).contains(i)) {
        true => Ok(positions),
        false => Err(invalid("i")),
    }
}

pub fn slot<'a>(x: Sexp<'a>, name: &CStr) -> Result<Sexp<'a>> {
    x.attr(name)
        .ok_or_else(|| Error::convert(format!("The sparse matrix has no slot `{}`.", name.to_string_lossy())))
}

fn integers_within<'a>(x: Sexp<'a>, name: &CStr, n: i32) -> Result<&'a [i32]> {
    let positions = integers(x, name)?;
    match positions.iter().all(|i| (0..n).contains(i)) {
        true => Ok(positions),
        false => Err(invalid(&name.to_string_lossy())),
    }
}

fn integers<'a>(x: Sexp<'a>, name: &CStr) -> Result<&'a [i32]> {
    let slot = slot(x, name)?;
    match slot.kind() {
        Type::Integer => Ok(slot.integers()),
        _ => Err(invalid(&name.to_string_lossy())),
    }
}

fn invalid(slot: &str) -> Error {
    Error::convert(format!(
        "The sparse matrix is not valid: its slot `{slot}` does not fit the others. validObject(x) says what is \
         wrong with it."
    ))
}
