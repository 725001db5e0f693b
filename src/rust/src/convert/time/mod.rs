//! Times: Date, POSIXct and difftime ⇄ Python's, NumPy's and pandas's
//!
//! A datetime that leaves R knows its time zone. One that comes without a zone is local time, as Python
//! takes it; a `datetime64`, which cannot have one, is UTC, as NumPy takes it.
mod column;
mod date;
mod datetime;
mod datetime64;
mod duration;
mod zone;

use crate::error::Result;
use crate::ffi::missing::{NA_INTEGER, na_real};
use crate::ffi::{Sexp, Type, Value};
pub use column::*;
pub use date::*;
pub use datetime::*;
pub use datetime64::*;
pub use duration::*;
use std::borrow::Cow;
pub use zone::*;

/// `NaT`, and R's NA once it is a double.
pub const NAT: i64 = i64::MIN;
const DAY: f64 = 86_400.0;

pub fn number(x: Sexp<'_>, i: usize) -> Option<f64> {
    match x.kind() {
        Type::Integer => Some(x.integers()[i]).filter(|&x| x != NA_INTEGER).map(f64::from),
        _ => Some(x.doubles()[i]).filter(|x| !x.is_nan()),
    }
}

/// All at once; `NA` is a NaN.
pub fn numbers(x: Sexp<'_>) -> Cow<'_, [f64]> {
    match x.kind() {
        Type::Integer => {
            let number = |&x: &i32| if x == NA_INTEGER { na_real() } else { f64::from(x) };
            Cow::Owned(x.integers().iter().map(number).collect())
        }
        _ => Cow::Borrowed(x.doubles()),
    }
}

pub fn doubles(x: &[f64]) -> Result<Value> {
    let mut out = Value::doubles(x.len())?;
    out.doubles_mut().copy_from_slice(x);
    Ok(out)
}
