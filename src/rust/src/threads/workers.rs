//! Threads for calls that may block, and for the release of objects. Idle ones are used again.
use super::mailbox::{Mailbox, Message};
use crate::os::posix;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Worker threads that are idle.
static IDLE: Mutex<Vec<Arc<Mailbox>>> = Mutex::new(Vec::new());

/// Releases objects on another thread, because their destruction may wait for R.
pub fn release(objects: Vec<Py<PyAny>>) {
    match hire() {
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

pub fn hire() -> PyResult<Arc<Mailbox>> {
    let known = idle().pop();
    match known {
        Some(worker) => Ok(worker),
        None => spawn().map_err(PyErr::from),
    }
}

/// Libraries that compile models use deep recursion.
const STACK_SIZE: usize = 64 << 20;

fn spawn() -> std::io::Result<Arc<Mailbox>> {
    let (sender, receiver) = std::sync::mpsc::channel::<Arc<Mailbox>>();
    let thread =
        std::thread::Builder::new().name("rkeras".into()).stack_size(STACK_SIZE).spawn(move || {
            posix::refuse_profiling();
            let Ok(mailbox) = receiver.recv() else { return };
            // Attached permanently, so that Python keeps its thread state.
            Python::attach(|py| {
                loop {
                    match py.detach(|| mailbox.receive()) {
                        Message::Run(job) => job.run(),
                        Message::Release(objects) => drop(objects),
                        Message::Reply(_) | Message::Done => continue,
                    }
                    idle().push(mailbox.clone());
                }
            })
        })?;
    let mailbox = Arc::new(Mailbox::of(thread.thread().clone()));
    // The thread that started this one waits for the mailbox.
    let _ = sender.send(mailbox.clone());
    Ok(mailbox)
}

/// No worker thread can be started while this lock is held.
pub fn lock() -> impl Any + 'static {
    idle()
}

fn idle() -> MutexGuard<'static, Vec<Arc<Mailbox>>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Worker threads do not exist in a forked process.
pub fn forget_threads() {
    idle().clear();
}
