//! An R value that Rust or Python keeps alive across calls, from any thread.
use super::r_api::SETCAR;
use super::{Sexp, Value};
use crate::os::event_loop;
use crate::os::mutex::Mutex;
use crate::os::pending::Pending;
use crate::os::thread::on_r_thread;
use libR_sys::*;
use std::cell::Cell;

/// Keeps one R value alive. Only the main thread may access it; any thread may drop it.
///
/// The value is in a cell of a doubly linked pair list (`CAR` the cell before, `CDR` the one after, `TAG`
/// the value), so that preserving and releasing take constant time.
#[derive(Debug)]
pub struct Preserved(SEXP);

// SAFETY: the pointer is only followed on the main thread (`as_sexp` checks); drop hands it over by a queue.
unsafe impl Send for Preserved {}
// SAFETY: as above.
unsafe impl Sync for Preserved {}

/// Dropped cells that the main thread has not released yet.
static DROPPED: Mutex<Vec<usize>> = Mutex::new(Vec::new());

thread_local! {
    static HEAD: Cell<SEXP> = const { Cell::new(std::ptr::null_mut()) };
}

impl Preserved {
    pub fn new(x: Sexp<'_>) -> Self {
        // SAFETY: on the main thread, as every holder of a `Sexp` is; `x` is protected by its owner. The new
        // cell is allocated first, because R may then run finalizers, which change the list. It is in the list
        // before anything else is allocated.
        unsafe {
            let head = head();
            let cell = Rf_protect(Rf_cons(head, R_NilValue));
            let next = CDR(head);
            SET_TAG(cell, x.raw());
            SETCDR(cell, next);
            SETCDR(head, cell);
            if next != R_NilValue {
                SETCAR(next, cell);
            }
            Rf_unprotect(1);
            Preserved(cell)
        }
    }

    pub fn as_sexp(&self) -> Sexp<'_> {
        assert!(on_r_thread(), "an R value can be looked at on the main thread only");
        // SAFETY: the cell is alive until `self` is dropped.
        unsafe { Sexp::borrow(TAG(self.0)) }
    }

    pub fn to_value(&self) -> Value {
        self.as_sexp().to_value()
    }

    /// The cell, to replace its value. On the main thread.
    pub fn cell(&self) -> SEXP {
        self.0
    }
}

impl Drop for Preserved {
    fn drop(&mut self) {
        if on_r_thread() {
            release(self.0);
        } else {
            DROPPED.lock().push(self.0 as usize);
            if !Pending::DroppedValues.set() {
                event_loop::poke();
            }
        }
    }
}

/// Releases values that other threads dropped. Called on the main thread in every call from R, and by R's
/// event loop: R that is idle or waits must not keep what Python has let go of.
pub fn release_dropped() {
    if !Pending::DroppedValues.take() {
        return;
    }
    let cells = std::mem::take(&mut *DROPPED.lock());
    cells.into_iter().for_each(|cell| release(cell as SEXP));
}

fn release(cell: SEXP) {
    // SAFETY: on the main thread; the cell is in the list, between two cells or at its end.
    unsafe {
        let (before, after) = (CAR(cell), CDR(cell));
        SETCDR(before, after);
        if after != R_NilValue {
            SETCAR(after, before);
        }
        SET_TAG(cell, R_NilValue);
    }
}

fn head() -> SEXP {
    if HEAD.get().is_null() {
        // SAFETY: on the main thread; preserved for good before anything else is allocated.
        unsafe {
            let head = Rf_cons(R_NilValue, R_NilValue);
            R_PreserveObject(head);
            HEAD.set(head);
        }
    }
    HEAD.get()
}
