//! `fork()`, as called by `parallel::mclapply()`: keeps Python and the bridge usable in both processes.
//!
//! Python's `os.fork()` prepares Python itself. The bridge's threads do not exist in a forked process, and
//! its locks must not be held there by such threads.
use super::r_thread::{self, Doing};
use super::{alarm, ask, blocking, kept, queue, served, service, workers};
use crate::os::event_loop;
use crate::os::fork::{self, Handlers};
use crate::os::thread;
use crate::py::fork::Forking;
use crate::shared::pointer;
use pyo3::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether Python code on the main thread forked this process.
static BY_PYTHON: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Between the handlers: the locks of the bridge, and Python's state if R code forked.
    static LOCKS: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    static FORKING: RefCell<Option<Forking>> = const { RefCell::new(None) };
}

pub fn register() {
    fork::register(Handlers { before, in_parent, in_child });
}

/// R code can be run there already in handlers of Python: it is not in the middle of C code that forks.
#[pyfunction]
pub fn is_forked_by_python() -> bool {
    BY_PYTHON.load(Relaxed)
}

fn before() {
    if thread::on_r_thread() && r_thread::doing() != Doing::Python {
        FORKING.set(Some(Forking::begin()));
    }
    LOCKS.replace(vec![
        Box::new(queue::lock()),
        Box::new(ask::lock()),
        Box::new(workers::lock()),
        Box::new(blocking::lock()),
        Box::new(alarm::lock()),
    ]);
}

fn in_parent() {
    LOCKS.take();
    if let Some(forking) = FORKING.take() {
        forking.end_in_parent();
    }
}

fn in_child() {
    LOCKS.take();
    pointer::number_apart();
    queue::forget();
    ask::forget();
    served::forget();
    workers::forget_threads();
    kept::forget();
    alarm::forget();
    service::forget();
    event_loop::listen_in_fork();
    if !thread::on_r_thread() {
        r_thread::set_gone();
    }
    let forking = FORKING.take();
    BY_PYTHON.store(forking.is_none() && thread::on_r_thread(), Relaxed);
    if let Some(forking) = forking {
        forking.end_in_child();
    }
}
