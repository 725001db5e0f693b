//! What the operator `SparseSolver` computes. Write your code here.
//!
//! An input has `dims` and `values`, a slice in which the last dimension varies fastest. Create an
//! output by `Array::zeros(&[rows, columns])`, or `Array { dims, values }`. `Err("...".to_string())`
//! becomes an error in R.

use crate::tensorflow::{Array, View};

/// Computes `u` from `ii`, `vv`.
pub fn forward(ii: &View<i32>, vv: &View<f64>) -> Result<Array<f64>, String> {
    // Remove this line when you use the inputs.
    let _ = (ii, vv);
    let u = Array::zeros(&[ii.dims[0]]);
    Ok(u)
}

/// Computes `grad_vv` from `grad_u`, `u`, `ii`, `vv`.
pub fn backward(
    grad_u: &View<f64>,
    u: &View<f64>,
    ii: &View<i32>,
    vv: &View<f64>,
) -> Result<Array<f64>, String> {
    // Remove this line when you use the inputs.
    let _ = (grad_u, u, ii, vv);
    let grad_vv = Array::zeros(&[vv.dims[0]]);
    Ok(grad_vv)
}
