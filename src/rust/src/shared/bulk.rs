//! Memory that R's vectors and handles keep alive outside R. R's collector does not see it, so it is counted
//! here, and the collector is asked to run when it has doubled.
use super::pointer;
use crate::r::r_api::R_gc;
use crate::r::r_code;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// From where on the collector is told to look.
    static LIMIT: Cell<usize> = const { Cell::new(SMALLEST_LIMIT) };
    /// What single handles keep, by the address of their external pointer.
    static BY_POINTER: RefCell<HashMap<usize, usize>> = RefCell::default();
}

/// 256 MB
const SMALLEST_LIMIT: usize = 1 << 28;
/// Smaller objects are not worth the bookkeeping.
const BULKY: usize = 1 << 12;

/// R is about to keep so many bytes more.
pub fn hold(py: Python<'_>, bytes: usize) {
    collect_if_much(py, bytes);
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

/// The external pointer at `address` is gone.
pub fn let_go_by(address: usize) {
    let size = BY_POINTER.with_borrow_mut(|known| known.remove(&address));
    let_go(size.unwrap_or(0));
}

fn collect_if_much(py: Python<'_>, more: usize) {
    if BYTES.get() + more <= LIMIT.get() {
        return;
    }
    // Temporaries are young: R finds them without walking all that it holds.
    let young = r_code::call(c"collect_young", &[]);
    if young.is_err() || BYTES.get() + more > LIMIT.get() / 2 {
        // SAFETY: on R's thread, with all values in use protected; R contains errors of finalizers.
        unsafe { R_gc() };
    }
    pointer::release_collected(py);
    LIMIT.set((2 * (BYTES.get() + more)).max(SMALLEST_LIMIT));
}
