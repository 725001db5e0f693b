//! `fork()`, as `parallel::mclapply()` calls it: Python and the bridge are in order in both processes.
//!
//! Python's own `os.fork()` puts Python in order by itself. The bridge's threads do not run in a forked
//! process, and its locks must not be held there by threads that are gone.
use super::r_thread::{self, Doing};
use super::{blocking, monitor, queue};
use crate::os::fork::{self, Handlers};
use crate::os::posix;
use crate::py::fork::Forking;
use crate::r::session;
use std::any::Any;
use std::cell::RefCell;

thread_local! {
    // Between the handlers: locks of ours, and Python's state if it was R code that forked.
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
    LOCKS.replace(vec![Box::new(queue::lock()), Box::new(blocking::lock()), Box::new(monitor::lock())]);
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
    blocking::forget_threads();
    monitor::forget();
    session::listen_in_fork();
    if !posix::on_r_thread() {
        r_thread::set_gone();
    }
    if let Some(forking) = FORKING.take() {
        forking.end_in_child();
    }
}
