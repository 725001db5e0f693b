//! TensorFlow's stable C API: the only `unsafe` code of operators.
//!
//! * [`api`]: its functions, found by name; [`status`]: errors
//! * [`tensor`]: tensors; [`text`]: strings in them; [`view`]: their memory as R vectors
//! * [`mod@register`]: the definitions of operators, and what TensorFlow calls
mod api;
mod register;
mod status;
mod tensor;
mod text;
mod view;

pub use api::load;
pub use register::{Attributes, Definition, register};
pub use tensor::{Element, STRING, Tensor};
pub use view::vector;
