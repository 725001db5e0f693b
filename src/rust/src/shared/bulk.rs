//! Counts memory outside R that R vectors and references keep alive. R's garbage collector does not see it,
//! so the collector is run: on young objects after a certain amount of new memory, on all when it has doubled.
use super::collected;
use crate::r::r_api::R_gc;
use crate::r::{guard, r_code};
use pyo3::prelude::*;
use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// Of these, those since the collector was last run.
    static NEW: Cell<usize> = const { Cell::new(0) };
    /// The size at which it is run on all objects.
    static LIMIT: Cell<usize> = const { Cell::new(STEP) };
}

/// 256 MB
const STEP: usize = 1 << 28;

/// R is about to keep `bytes` more bytes alive.
pub fn hold(py: Python<'_>, bytes: usize) {
    if hold_detached(bytes) {
        collected::release(py);
    }
}

/// As `hold`, for memory that is no Python object's: Python need not be attached. Whether R has collected.
pub fn hold_detached(bytes: usize) -> bool {
    let is_due = NEW.get() + bytes > STEP;
    if is_due {
        collect(bytes);
    }
    NEW.set(NEW.get() + bytes);
    BYTES.set(BYTES.get() + bytes);
    is_due
}

pub fn let_go(bytes: usize) {
    BYTES.set(BYTES.get().saturating_sub(bytes));
}

fn collect(more: usize) {
    NEW.set(0);
    // Temporary objects are young: R finds them without traversing all objects.
    let young = guard::ignoring_errors(r_code::call(c"collect_young", &[]));
    if young.is_none() || BYTES.get() + more > LIMIT.get() {
        // SAFETY: on the main thread, with all values in use protected; R contains errors of finalizers.
        unsafe { R_gc() };
        LIMIT.set((2 * (BYTES.get() + more)).max(STEP));
    }
}
