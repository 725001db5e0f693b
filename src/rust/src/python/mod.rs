//! Python as it runs inside R.
//!
//! * [`start`]: from nothing to a running interpreter
//! * [`rpycall`]: the Python module by which Python reaches R
//! * [`callback`]: an R function called from Python
//! * [`signature`]: the formals of an R function as Python sees them
//! * [`stack`]: how deep calls may nest
pub mod callback;
pub mod rpycall;
mod signature;
pub mod stack;
pub mod start;

use crate::ffi::{guard::Uninterrupted, pointer, preserve};
use pyo3::prelude::*;
use std::cell::Cell;

thread_local! {
    // The calls from R that are under way are numbered; these are the innermost and the last to return.
    static CALL: Cell<u64> = const { Cell::new(0) };
    static RETURNED: Cell<u64> = const { Cell::new(0) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The number of the innermost call from R that is under way.
pub fn current_call() -> u64 {
    CALL.get()
}

/// The number of the call that is on its way back to R.
pub fn returned_call() -> u64 {
    RETURNED.get()
}

/// Python, for a call that R makes. What either collector gave up meanwhile is released first.
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> T) -> T {
    let _uninterrupted = Uninterrupted::new();
    preserve::release_dropped();
    COUNT.set(COUNT.get() + 1);
    let call = COUNT.get();
    let outer = CALL.replace(call);
    let out = Python::attach(|py| {
        pointer::release_collected(py);
        f(py)
    });
    CALL.set(outer);
    RETURNED.set(call);
    out
}
