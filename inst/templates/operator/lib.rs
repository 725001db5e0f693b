//! The operator `{{name}}` for TensorFlow, written by rkeras::custom_op() from the signature:
//!
//! ```text
{{signature}}
//! ```
//!
//! Your code is in op.rs. This file connects it with TensorFlow.

mod op;
mod tensorflow;

use tensorflow::{Context, Kernel, Port};

{{kernels}}
/// The system calls it when it loads the library.
#[used]
#[cfg_attr(target_os = "linux", link_section = ".init_array")]
#[cfg_attr(target_os = "macos", link_section = "__DATA,__mod_init_func")]
static REGISTER: extern "C" fn() = register;

extern "C" fn register() {
{{registered}}
}
