// The operator `{{name}}` for TensorFlow, written by rkeras::custom_op() from the signature:
//
{{signature}}
//
// Your code is in op.h. This file connects it with TensorFlow.

#include "op.h"

namespace op {

{{kernels}}
static const bool registered = [] {
{{registered}}
  return true;
}();

}  // namespace op
