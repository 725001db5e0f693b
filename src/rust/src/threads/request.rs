//! What other threads ask of the main thread: R functions to call, work to do, output to write.
use super::activity;
use super::mailbox::{Mailbox, Message};
use super::r_thread::{self, Doing};
use crate::r::guard::Line;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::ffi::c_ulong;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

type PythonWork = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

pub enum Work {
    Python(PythonWork),
    /// Work of a library, without Python. True if the user interrupted it.
    Native(Box<dyn FnOnce() -> bool + Send>),
}

pub enum Request {
    Call(Call),
    /// A Python function to call when the main thread is idle: no thread waits for it.
    Later(Py<PyAny>),
    /// Requests to the servers of this process: no thread waits for it.
    Service,
    /// Text for the console: no thread waits for it.
    Print {
        text: String,
        is_error: bool,
    },
    /// A progress line: no thread waits for it.
    Line {
        text: String,
        kind: Line,
    },
}

pub struct Call {
    pub work: Work,
    pub from: Arc<Mailbox>,
    pub thread: c_ulong,
    pub since: Instant,
}

thread_local! {
    // The threads whose calls the main thread is serving, the innermost last.
    static SERVED: RefCell<Vec<(c_ulong, Arc<Mailbox>)>> = const { RefCell::new(Vec::new()) };
}

impl Call {
    pub fn is_native(&self) -> bool {
        matches!(self.work, Work::Native(_))
    }

    /// True if the user interrupted it.
    pub fn serve(self) -> bool {
        let Call { work, from, thread, .. } = self;
        SERVED.with_borrow_mut(|served| served.push((thread, from.clone())));
        let level = activity::Level::enter();
        let (answer, interrupted) = work.run();
        drop(level);
        SERVED.with_borrow_mut(|served| served.pop());
        from.send(answer);
        interrupted
    }
}

impl Work {
    fn run(self) -> (Message, bool) {
        match self {
            Work::Python(work) => {
                let _doing = r_thread::enter(Doing::Python);
                Python::attach(|py| {
                    let reply = catch_unwind(AssertUnwindSafe(|| work(py))).unwrap_or_else(|_| Err(fault()));
                    let error = reply.as_ref().err();
                    let interrupted = error.is_some_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py));
                    (Message::Reply(reply), interrupted)
                })
            }
            Work::Native(work) => {
                let _doing = r_thread::enter(Doing::R);
                (Message::Done, catch_unwind(AssertUnwindSafe(work)).unwrap_or(false))
            }
        }
    }
}

pub fn fault() -> PyErr {
    pyo3::exceptions::PySystemError::new_err(crate::error::fault::message())
}

/// Whether the current R code runs for another thread.
pub fn is_serving() -> bool {
    SERVED.with_borrow(|served| !served.is_empty())
}

/// The thread that waits for the current R code, if it is not the main thread.
pub fn innermost_waiting() -> Option<Arc<Mailbox>> {
    SERVED.with_borrow(|served| served.last().map(|(_, mailbox)| mailbox.clone()))
}

/// Its Python identifier.
pub fn innermost_served() -> Option<c_ulong> {
    SERVED.with_borrow(|served| served.last().map(|(thread, _)| *thread))
}

/// An exception is only reported.
pub fn call_later(f: Py<PyAny>) {
    let _doing = r_thread::enter(Doing::Python);
    Python::attach(|py| {
        if let Err(err) = f.call0(py) {
            err.write_unraisable(py, Some(f.bind(py)));
        }
        drop(f);
    });
}

/// In a forked process no thread waits.
pub fn forget() {
    SERVED.with_borrow_mut(Vec::clear);
}
