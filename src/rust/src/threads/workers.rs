//! Threads for calls that may block, and for the release of objects. Idle ones are used again.
//!
//! Calls are on one thread unless an earlier one goes on there: locks and other state of a thread, which libraries
//! may leave behind, are then those of the next call, as in Python itself. Releases have threads of their own.
use super::mailbox::{Mailbox, Message};
use crate::error::Error;
use crate::os::mutex::Mutex;
use crate::os::thread;
use crate::py::interpreter;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::Arc;

/// Threads of one purpose.
struct Pool {
    /// Those that are idle. The last is taken first.
    idle: Mutex<Vec<Arc<Mailbox>>>,
}

static CALLS: Pool = Pool::new();
static RELEASES: Pool = Pool::new();

/// Releases objects on another thread, because their destruction may wait for R.
pub fn release(objects: Vec<Py<PyAny>>) {
    match RELEASES.hire() {
        Ok(worker) => worker.send(Message::Release(objects)),
        // If no thread can be started, they are released here.
        Err(_) => drop(objects),
    }
}

/// As [`release`], for those whose destruction may wait; the others are released here.
pub fn release_all(objects: Vec<Bound<'_, PyAny>>) {
    // An exception references the frames of its traceback and all their variables.
    let (exceptions, others): (Vec<_>, Vec<_>) =
        objects.into_iter().partition(|object| object.is_instance_of::<PyBaseException>());
    drop(others);
    if !exceptions.is_empty() {
        release(exceptions.into_iter().map(Bound::unbind).collect());
    }
}

/// A thread for a call.
pub fn hire() -> PyResult<Arc<Mailbox>> {
    CALLS.hire()
}

/// Libraries that compile models use deep recursion.
const STACK_SIZE: usize = 64 << 20;

impl Pool {
    const fn new() -> Self {
        Pool { idle: Mutex::new(Vec::new()) }
    }

    fn hire(&'static self) -> PyResult<Arc<Mailbox>> {
        let known = self.idle.lock().pop();
        match known {
            Some(worker) => Ok(worker),
            None => self.spawn().map_err(|problem| Error::thread(&problem).into()),
        }
    }

    fn spawn(&'static self) -> std::io::Result<Arc<Mailbox>> {
        let (sender, receiver) = std::sync::mpsc::channel::<Arc<Mailbox>>();
        let thread =
            std::thread::Builder::new().name("rkeras".into()).stack_size(STACK_SIZE).spawn(move || {
                thread::refuse_profiling();
                let Ok(mailbox) = receiver.recv() else { return };
                // Attached permanently, so that Python keeps its thread state.
                interpreter::attach(|py| {
                    loop {
                        match py.detach(|| mailbox.receive()) {
                            Message::Run(job) => job(),
                            Message::Release(objects) => drop(objects),
                            Message::Reply(_) | Message::Done => continue,
                        }
                        // Still attached: the main thread, which needs the GIL for its next call, finds this one.
                        self.idle.lock().push(mailbox.clone());
                    }
                })
            })?;
        let mailbox = Arc::new(Mailbox::of(thread.thread().clone()));
        // The thread that started this one waits for the mailbox.
        let _ = sender.send(mailbox.clone());
        Ok(mailbox)
    }
}

/// No worker thread can be started while these locks are held.
pub fn lock() -> impl Any + 'static {
    (CALLS.idle.lock(), RELEASES.idle.lock())
}

/// Worker threads do not exist in a forked process.
pub fn forget_threads() {
    CALLS.idle.lock().clear();
    RELEASES.idle.lock().clear();
}
