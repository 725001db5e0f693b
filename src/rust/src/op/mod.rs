//! R functions as operators of TensorFlow: kernels that hand tensors to R functions on the main thread, without
//! Python.
//!
//! * [`ffi`]: TensorFlow's C API
//! * [`table`]: the operators by number; [`dtype`]: dtypes; [`half`]: floats of 16 bits
//! * [`input`]: tensors to R; [`output`]: R values to tensors; [`shape`], [`dims`]: the shapes that outputs
//!   must have
//! * [`kernel`]: a computation, from the thread of the kernel to the main thread and back
mod dims;
mod dtype;
#[allow(unsafe_code)]
mod ffi;
mod half;
mod input;
pub mod kernel;
mod output;
mod shape;
pub mod table;
