//! R's side: what leaves it is safe to use, and no jump of R's leaves it. It knows nothing of Python.
//!
//! * [`sexp`], [`value`]: R values, borrowed and owned; [`missing`]: their `NA`s
//! * [`text`], [`environment`], [`language`]: what else a borrowed value can be asked
//! * [`guard`]: what may jump in R, run so that it cannot; [`r_code`]: the R functions that Rust calls
//! * [`preserve`]: R values kept for longer than a call
//! * [`session`]: R's event loop and interrupts
//! * [`saved`]: what R writes of a Python object into its files
//! * [`quick`]: the routines that are called most
mod environment;
pub mod guard;
mod language;
pub mod missing;
pub mod preserve;
pub mod quick;
pub mod r_api;
pub mod r_code;
pub mod saved;
pub mod session;
pub mod sexp;
mod text;
pub mod value;

pub use guard::Unwind;
pub use preserve::Preserved;
pub use sexp::{Sexp, Type};
pub use text::utf8;
pub use value::Value;
