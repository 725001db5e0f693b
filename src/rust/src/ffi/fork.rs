//! `fork()`, as `parallel::mclapply()` calls it: Python and the bridge are in order in both processes.
//!
//! Python's own `os.fork()` puts Python in order by itself. The bridge's threads do not run in a forked
//! process, and its locks must not be held there by threads that are gone.
use super::{preserve, session};
use crate::python::r_thread::{self, Doing};
use crate::python::{blocking, monitor, queue};
use pyo3::ffi::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static IS_CHILD: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Between the handlers: locks of ours, and Python's state if it was R code that forked.
    static LOCKS: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    static ATTACHED: Cell<Option<PyGILState_STATE>> = const { Cell::new(None) };
}

/// Is this a process forked from the one in which Python was started?
pub fn is_child() -> bool {
    IS_CHILD.load(SeqCst)
}

pub fn register() {
    // SAFETY: functions of ours, which stay.
    unsafe { libc::pthread_atfork(Some(before), Some(after_in_parent), Some(after_in_child)) };
}

unsafe extern "C" fn before() {
    if preserve::on_r_thread() && r_thread::doing() != Doing::Python {
        // SAFETY: R's thread is detached here, and nobody keeps the GIL while he waits for R.
        unsafe {
            ATTACHED.set(Some(PyGILState_Ensure()));
            PyOS_BeforeFork();
        }
    }
    LOCKS.replace(vec![Box::new(queue::lock()), Box::new(blocking::lock()), Box::new(monitor::lock())]);
}

unsafe extern "C" fn after_in_parent() {
    LOCKS.take();
    if let Some(state) = ATTACHED.take() {
        // SAFETY: ends what `before` began.
        unsafe {
            PyOS_AfterFork_Parent();
            PyGILState_Release(state);
        }
    }
}

unsafe extern "C" fn after_in_child() {
    IS_CHILD.store(true, SeqCst);
    LOCKS.take();
    queue::forget();
    blocking::forget_threads();
    monitor::forget();
    session::listen_in_fork();
    if !preserve::on_r_thread() {
        r_thread::set_gone();
    }
    if let Some(state) = ATTACHED.take() {
        // SAFETY: ends what `before` began; only this thread is left.
        unsafe {
            PyOS_AfterFork_Child();
            PyGILState_Release(state);
        }
    }
}
