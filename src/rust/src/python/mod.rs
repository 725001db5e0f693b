//! Python as it runs inside R.
//!
//! * [`start`]: from nothing to a running interpreter
//! * [`rpycall`]: the Python module by which Python reaches R
//! * [`callback`]: an R function called from Python
//! * [`stack`]: how deep calls may nest
pub mod callback;
pub mod rpycall;
pub mod stack;
pub mod start;

use crate::ffi::{pointer, preserve};
use pyo3::prelude::*;

/// Python, for a call that R makes. What either collector gave up meanwhile is released first.
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> T) -> T {
    preserve::release_dropped();
    Python::attach(|py| {
        pointer::release_collected(py);
        f(py)
    })
}
