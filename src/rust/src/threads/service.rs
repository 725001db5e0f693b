//! Requests to the HTTP servers of this process, which R answers also while it waits for Python.
//!
//! R's event loop calls the servers at the prompt only. While the main thread is in Python or waits for a
//! worker thread, the monitor queues one task for them at each tick, which is served by the rules for other
//! threads. It is not served while R runs for a waiting thread: Python calls would run there, in the state of
//! that thread, which may trace a graph.
use super::activity;
use super::queue::{self, Request};
use super::r_thread::{self, Doing};
use crate::error::Error;
use crate::py::interpreter;
use crate::r::r_code;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether a server runs.
static IS_ON: AtomicBool = AtomicBool::new(false);
/// Whether a task is in the queue, or runs.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

pub fn set(on: bool) {
    IS_ON.store(on, SeqCst);
}

pub fn ask() {
    if IS_ON.load(SeqCst) && !IS_ASKED.swap(true, SeqCst) {
        queue::push(Request::Service);
    }
}

/// On the main thread. True if the user interrupted it.
pub fn run() -> bool {
    let _asked = Asked;
    let _level = activity::Level::enter();
    let done = {
        let _doing = r_thread::enter(Doing::R);
        r_code::call_silent(c"serve_requests")
    };
    done.is_err_and(|unwind| {
        interpreter::attach(|py| PyErr::from(Error::from(unwind)).is_instance_of::<PyKeyboardInterrupt>(py))
    })
}

struct Asked;

impl Drop for Asked {
    fn drop(&mut self) {
        IS_ASKED.store(false, SeqCst);
    }
}

/// The threads of the servers do not exist in a forked process.
pub fn forget() {
    set(false);
    IS_ASKED.store(false, SeqCst);
}
