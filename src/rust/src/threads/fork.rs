//! `fork()`, as called by `parallel::mclapply()`: keeps Python and the bridge usable in both processes.
//!
//! Python's `os.fork()` prepares Python itself. The bridge's threads do not exist in a forked process, and
//! its locks must not be held there by such threads.
use super::r_thread::{self, Doing};
use super::{blocking, kept, monitor, queue, service, workers};
use crate::os::fork::{self, Handlers};
use crate::os::posix;
use crate::py::fork::Forking;
use crate::r::session;
use std::any::Any;
use std::cell::RefCell;

thread_local! {
    // Between the handlers: the locks of the bridge, and Python's state if R code forked.
    static LOCKS: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    static FORKING: RefCell<Option<Forking>> = const { RefCell::new(None) };
}

pub fn register() {
    fork::register(Handlers { before, in_parent, in_child });
}

fn before() {
    if posix::on_r_thread() && r_thread::doing() != Doing::Python {
        FORKING.set(Some(Forking::begin()));
    }
    LOCKS.replace(vec![
        Box::new(queue::lock()),
        Box::new(workers::lock()),
        Box::new(blocking::lock()),
        Box::new(monitor::lock()),
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
    queue::forget();
    workers::forget_threads();
    kept::forget();
    monitor::forget();
    service::forget();
    session::listen_in_fork();
    if !posix::on_r_thread() {
        r_thread::set_gone();
    }
    if let Some(forking) = FORKING.take() {
        forking.end_in_child();
    }
}
