//! Counts memory outside R that R vectors and references keep alive. R's garbage collector does not see it,
//! so the collector is run when the memory has doubled.
use super::collected;
use crate::r::r_api::R_gc;
use crate::r::{r_code, session};
use pyo3::prelude::*;
use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// The size at which the collector is run.
    static LIMIT: Cell<usize> = const { Cell::new(SMALLEST_LIMIT) };
}

/// 256 MB
const SMALLEST_LIMIT: usize = 1 << 28;

/// R is about to keep `bytes` more bytes alive.
pub fn hold(py: Python<'_>, bytes: usize) {
    if is_much(bytes) {
        collect();
        collected::release(py);
        set_limit(bytes);
    }
    BYTES.set(BYTES.get() + bytes);
}

/// As `hold`, for memory that is no Python object's: Python need not be attached.
pub fn hold_detached(bytes: usize) {
    if is_much(bytes) {
        collect();
        set_limit(bytes);
    }
    BYTES.set(BYTES.get() + bytes);
}

pub fn let_go(bytes: usize) {
    BYTES.set(BYTES.get().saturating_sub(bytes));
}

fn is_much(more: usize) -> bool {
    BYTES.get() + more > LIMIT.get()
}

fn collect() {
    // Temporary objects are young: R finds them without traversing all objects.
    let young = session::ignoring_errors(r_code::call(c"collect_young", &[]));
    if young.is_none() || BYTES.get() > LIMIT.get() / 2 {
        // SAFETY: on the main thread, with all values in use protected; R contains errors of finalizers.
        unsafe { R_gc() };
    }
}

fn set_limit(more: usize) {
    LIMIT.set((2 * (BYTES.get() + more)).max(SMALLEST_LIMIT));
}
