//! Counts memory outside R that R vectors and references keep alive. R's garbage collector does not see it,
//! so the collector is run when the memory has doubled.
use super::collected;
use crate::r::r_api::R_gc;
use crate::r::{r_code, session};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// The size at which the collector is run.
    static LIMIT: Cell<usize> = const { Cell::new(SMALLEST_LIMIT) };
    /// The size of the objects of single references, keyed by the address of the external pointer.
    static BY_POINTER: RefCell<HashMap<usize, usize>> = RefCell::default();
}

/// 256 MB
const SMALLEST_LIMIT: usize = 1 << 28;
/// Smaller objects are not counted.
const BULKY: usize = 1 << 12;

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

/// As `hold`, for the object of `size` bytes behind the external pointer at `address`.
pub fn hold_by(py: Python<'_>, address: usize, size: usize) {
    if size >= BULKY {
        hold(py, size);
        BY_POINTER.with_borrow_mut(|known| known.insert(address, size));
    }
}

/// The external pointer at `address` was freed.
pub fn let_go_by(address: usize) {
    let size = BY_POINTER.with_borrow_mut(|known| known.remove(&address));
    let_go(size.unwrap_or(0));
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
