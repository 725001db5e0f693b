//! Requests of other threads to the main thread, which wait for the answer or not.
use super::mailbox::{Mailbox, Message};
use super::queue::{self, Call, Request, Work};
use super::r_thread;
use crate::error::{Error, fault};
use crate::os::mutex::Mutex;
use crate::os::thread;
use crate::py::interpreter;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

/// The Python threads that wait for R, including those being served.
static ASKING: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Runs `work` directly on the main thread, or sends a request from another thread.
pub fn on_r_thread(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    match thread::on_r_thread() {
        true => work(py),
        false => ask(py, work),
    }
}

/// Runs `work` on the main thread, and waits for it without the GIL. Called on any other thread.
pub fn ask(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    if r_thread::is_gone() {
        return Err(Error::python(GONE).into());
    }
    // Sent after the GIL is released: otherwise the main thread would wake up only to wait for the GIL.
    py.detach(|| match send(Work::Python(Box::new(work))) {
        Message::Reply(reply) => reply,
        _ => Err(fault::raised()),
    })
}

const GONE: &str = "This process has no main thread to run R functions, because another thread forked it. \
                    Start worker processes with `spawn`, or from the main thread.";

/// As [`ask`], for work that needs neither Python nor the GIL, by any thread of the process. It runs also
/// where requests of Python threads have to wait: the library that waits for it holds no lock of Python.
pub fn ask_native(work: impl FnOnce() -> bool + Send + 'static) -> Result<(), Error> {
    if r_thread::is_gone() {
        return Err(Error::python(GONE));
    }
    drop(send(Work::Native(Box::new(work))));
    Ok(())
}

/// Waits for the answer, and runs the calls that the R function makes meanwhile. Called detached.
fn send(work: Work) -> Message {
    let mailbox = Arc::new(Mailbox::new());
    let thread = interpreter::thread_ident();
    queue::push(Request::Call(Call { work, from: mailbox.clone(), thread, since: Instant::now() }));
    loop {
        match Asking::enter(thread).receive(&mailbox) {
            Message::Run(job) => job(),
            Message::Release(objects) => drop(objects),
            answer => return answer,
        }
    }
}

/// While this exists, `thread` is in the list of those that wait for R.
struct Asking(u64);

impl Asking {
    fn enter(thread: u64) -> Self {
        ASKING.lock().push(thread);
        Asking(thread)
    }

    fn receive(self, mailbox: &Mailbox) -> Message {
        mailbox.receive()
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut asking = ASKING.lock();
        if let Some(at) = asking.iter().rposition(|&one| one == self.0) {
            asking.swap_remove(at);
        }
    }
}

pub fn threads() -> Vec<u64> {
    ASKING.lock().clone()
}

/// No thread begins to wait while this lock is held.
pub fn lock() -> impl Any + 'static {
    ASKING.lock()
}

/// In a forked process no thread waits.
pub fn forget() {
    ASKING.lock().clear();
}
