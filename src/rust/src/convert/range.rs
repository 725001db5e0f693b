//! `range` → integer, or double where the numbers need it
use super::number::{self, Int};
use crate::error::Result;
use crate::ffi::Value;
use crate::r_code;
use pyo3::prelude::*;

/// Steps of one are R's own `from:to`, which takes no memory.
pub fn to_r(x: &Bound<'_, PyAny>) -> Result<Value> {
    let n = x.len()?;
    let Some((first, last, step)) = in_64_bits(x, n) else {
        return number::many_ints_to_r(&x.try_iter()?.collect::<PyResult<Vec<_>>>()?);
    };
    let fits = number::fits_integer(first) && number::fits_integer(last);
    if fits && step == 1 && n > 0 {
        let ends = [Value::integer(first as i32), Value::integer(last as i32)];
        return r_code::call(c":", &[ends[0].as_sexp(), ends[1].as_sexp()]);
    }
    let numbers = (0..n as i64).map(|i| first + step * i);
    if fits {
        let mut out = Value::integers(n)?;
        out.integers_mut().iter_mut().zip(numbers).for_each(|(to, x)| *to = x as i32);
        return Ok(out);
    }
    number::ints_to_r(&numbers.map(|x| Some(Int::Small(x))).collect::<Vec<_>>())
}

/// The first and the last number and the step, if 64 bits hold them and each number between.
fn in_64_bits(x: &Bound<'_, PyAny>, n: usize) -> Option<(i64, i64, i64)> {
    let part = |name| x.getattr(name).ok()?.extract::<i64>().ok();
    let (first, step) = (part("start")?, part("step")?);
    let last = step.checked_mul((n as i64 - 1).max(0))?.checked_add(first)?;
    Some((first, last, step))
}
