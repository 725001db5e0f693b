//! The shapes that the outputs of an operator must have.
use super::table::{Expected, Operator, Shapes, ended};
use crate::error::{Error, Result};
use crate::r::{Sexp, Type, Value, r_code};
use std::sync::Arc;

/// For `count` outputs of inputs with these shapes.
pub fn expected(operator: &Operator, inputs: &[Vec<i64>], count: usize) -> Result<Arc<Vec<Expected>>> {
    match &operator.shapes {
        Shapes::Free => Ok(Arc::new(vec![None; count])),
        Shapes::OfInputs => {
            let shape = |dims: &Vec<i64>| Some(dims.iter().copied().map(Some).collect());
            Ok(Arc::new(inputs.iter().take(count).map(shape).collect()))
        }
        Shapes::Function(function) => {
            let function = function.upgrade().ok_or_else(ended)?;
            let mut last = operator.last.lock().take();
            if last.as_ref().is_none_or(|(of, known)| of != inputs || known.len() != count) {
                let known = Arc::new(computed(function.sexp(), inputs, count)?);
                last = Some((inputs.to_vec(), known));
            }
            let known = last.as_ref().map(|(_, known)| known.clone()).unwrap_or_default();
            *operator.last.lock() = last;
            Ok(known)
        }
    }
}

fn computed(function: Sexp<'_>, inputs: &[Vec<i64>], count: usize) -> Result<Vec<Expected>> {
    let shapes = Value::list_from(inputs.iter().map(|dims| integers(dims)))?;
    let count = Value::integer(count as i32)?;
    let found = r_code::call(c"operator_shapes", &[function, shapes.as_sexp(), count.as_sexp()])?;
    Ok(found.as_sexp().elts().map(shape).collect())
}

fn integers(dims: &[i64]) -> Result<Value> {
    let mut out = Value::integers(dims.len())?;
    for (to, &n) in out.integers_mut().iter_mut().zip(dims) {
        *to = i32::try_from(n).map_err(|_| Error::convert("An axis is longer than R's arrays can be."))?;
    }
    Ok(out)
}

/// `operator_shapes()` returns NULL or integers, of which `NA` is negative.
fn shape(x: Sexp<'_>) -> Expected {
    (x.kind() == Type::Integer)
        .then(|| x.integers().iter().map(|&n| Some(i64::from(n)).filter(|&n| n >= 0)).collect())
}
