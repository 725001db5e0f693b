//! What the operator `{{name}}` computes. Write your code here.
//!
//! An input has `dims` and `values`, a slice in which the last dimension varies fastest. Create an
//! output by `Array::zeros(&[rows, columns])`, or `Array { dims, values }`. `Err("...".to_string())`
//! becomes an error in R.

use crate::tensorflow::{Array, View};

{{functions}}
