//! R's side, with a safe interface that no jump of R leaves. It does not depend on Python.
//!
//! * [`sexp`], [`value`]: R values, borrowed and owned; [`missing`]: their `NA`s
//! * [`text`], [`environment`], [`language`]: further methods of borrowed values
//! * [`guard`]: functions of R that may jump, with jumps stopped; [`r_code`]: the R functions that Rust
//!   calls
//! * [`preserve`]: R values kept for longer than a call
//! * [`session`]: R's event loop and interrupts; [`random`]: whether R code has drawn random numbers
//! * [`later`]: the event loop of the package later
//! * [`saved`]: Python objects in R's own files
//! * [`quick`]: the routines that are called most often
mod environment;
pub mod guard;
pub mod later;
mod language;
pub mod missing;
pub mod preserve;
pub mod quick;
pub mod r_api;
pub mod r_code;
pub mod random;
pub mod saved;
pub mod session;
pub mod sexp;
mod text;
pub mod value;

pub use environment::Binding;
pub use guard::Unwind;
pub use language::Symbol;
pub use preserve::Preserved;
pub use sexp::{Sexp, Type};
pub use text::utf8;
pub use value::Value;
