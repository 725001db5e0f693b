//! Python as it runs inside R.
//!
//! * [`start`]: from nothing to a running interpreter
//! * [`rpycall`]: the Python module by which Python reaches R
//! * [`robject`]: an R object held by Python; [`protected`]: the table of all of them
//! * [`cycles`]: those through both languages are collected; [`plan`]: what R's
//!   collector has to see; [`bag`]: Python's collector frees it
//! * [`callback`]: an R function called from Python; [`caller`]: the Python frame below a call from R
//! * [`signature`]: the formals of an R function as Python sees them
//! * [`r_thread`]: what R's thread is doing; [`queue`]: what other threads ask of it
//! * [`turn`]: whom it serves when; [`activity`]: what the threads do that would wait meanwhile
//! * [`blocking`]: calls on a thread of ours, while R's serves; [`mailbox`]: how waiting threads are told
//! * [`interrupt`]: Ctrl-C; [`monitor`]: who notices it; [`watchdog`]: who waits in vain
//! * [`console`]: R's, written to by Python
//! * [`stack`]: how deep calls may nest
mod activity;
mod bag;
pub mod blocking;
pub mod callback;
pub mod caller;
mod console;
mod cycles;
pub mod import;
pub mod interrupt;
mod mailbox;
pub mod monitor;
mod plan;
pub mod protected;
pub mod queue;
pub mod r_thread;
pub mod robject;
pub mod rpycall;
mod signature;
pub mod stack;
pub mod start;
mod turn;
mod watchdog;

use crate::error::Result;
use crate::fault;
use crate::ffi::{guard::Uninterrupted, mirror, pointer, preserve, saved, session};
use crate::handle::recent;
use pyo3::prelude::*;
use queue::Whose;
use r_thread::Doing;
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

/// Python, for a call that R makes. What either collector gave up meanwhile is released first, and what
/// other threads ask of R is done.
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> Result<T>) -> Result<T> {
    let _uninterrupted = Uninterrupted::new();
    mirror::cancel();
    preserve::release_dropped();
    let _doing = r_thread::enter(Doing::Python);
    COUNT.set(COUNT.get() + 1);
    let call = COUNT.get();
    let outer = CALL.replace(call);
    if outer == 0 {
        saved::forget();
    }
    let out = Python::attach(|py| {
        pointer::release_collected(py);
        if outer == 0 {
            rpycall::forget_raised();
        }
        if !queue::is_empty() && activity::is_turn_in_r(outer) && queue::serve(Whose::ALL) {
            session::set_interrupted(true);
        }
        let out = fault::caught(|| f(py));
        if outer == 0 {
            cycles::collect_if_asked(py);
        }
        out
    });
    if outer == 0 {
        recent::forget();
        interrupt::give_back();
    }
    CALL.set(outer);
    RETURNED.set(call);
    out
}
