// What the operator `{{name}}` computes. Write your code here.
//
// An input has `dims` and `values` with the last dimension varying fastest; `x[i]` is a value.
// Create an output by `Array<double> y({rows, columns})`, which has zeros. An exception such as
// `throw std::invalid_argument("...")` becomes an error in R.
#pragma once

#include "tensorflow.h"

namespace op {

{{functions}}
}  // namespace op
