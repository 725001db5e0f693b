//! Says so when a thread waits for R, and R's thread is where nobody can reach it.
//!
//! Python waits for its threads in ways that a signal interrupts; a library's own code does not.
use super::queue;
use super::r_thread::{self, Doing};
use crate::ffi::{calls, posix};
use pyo3::prelude::*;
use std::ffi::c_ulong;
use std::sync::mpsc;
use std::time::Duration;

/// So long Python is waited for.
const PATIENCE_WITH_PYTHON: Duration = Duration::from_secs(1);
/// A thread is waited for so long before anything is said.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub struct Watchdog {
    /// The thread last reported on.
    reported: Option<c_ulong>,
}

impl Watchdog {
    pub fn look(&mut self) {
        if queue::is_empty() {
            self.reported = None;
            return;
        }
        let Some((thread, waited)) = queue::oldest() else { return };
        let stuck = waited > PATIENCE && r_thread::doing() == Doing::Python;
        if stuck && self.reported != Some(thread) {
            self.reported = Some(thread);
            // A thread of its own: R's may hold the GIL and keep it.
            let _ = std::thread::Builder::new().spawn(move || report(thread, waited));
        }
    }
}

fn report(thread: c_ulong, waited: Duration) {
    let (sender, stacks) = mpsc::channel();
    // It may wait for ever.
    let _ = std::thread::Builder::new().spawn(move || sender.send(stacks_of(thread)));
    let stacks = match stacks.recv_timeout(PATIENCE_WITH_PYTHON) {
        Ok(stacks) => stacks.unwrap_or_default(),
        Err(_) => "The library keeps Python's lock (the GIL), so the stacks cannot be shown.\n".into(),
    };
    // R's thread may have become free meanwhile.
    if queue::oldest().is_some_and(|(oldest, _)| oldest == thread) {
        posix::write_stderr(&format!(
            "\nrkeras: a Python thread has waited {} seconds to call R, whose thread is inside a library \
             that cannot be interrupted. If that library waits for the Python thread in turn, neither \
             will ever go on: make the call with py_call_blocking().\n{stacks}",
            waited.as_secs(),
        ));
    }
}

fn stacks_of(thread: c_ulong) -> PyResult<String> {
    Python::attach(|py| {
        let calls = calls::read(py).unwrap_or_default();
        py.import("rkeras.worker")?.call_method1("stacks", (thread, calls))?.extract()
    })
}
