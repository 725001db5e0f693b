//! The queue of requests to the main thread, in order of arrival.
use super::mailbox::Mailbox;
use super::{r_thread, served};
use crate::os::doing::ACTIVITY;
use crate::os::mutex::Mutex;
use crate::r::guard::Line;
use pyo3::prelude::*;
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

static QUEUE: Mutex<VecDeque<Request>> = Mutex::new(VecDeque::new());

type PythonWork = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

pub enum Work {
    Python(PythonWork),
    /// Work of a library, without Python. True if the user interrupted it.
    Native(Box<dyn FnOnce() -> bool + Send>),
}

pub enum Request {
    Call(Call),
    /// A Python function, which raises nothing, to call when the main thread is idle: no thread waits for it.
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

/// A thread that waits for the answer, which is sent to its mailbox.
pub struct Call {
    pub work: Work,
    pub from: Arc<Mailbox>,
    pub thread: u64,
    pub since: Instant,
}

impl Call {
    pub fn is_native(&self) -> bool {
        matches!(self.work, Work::Native(_))
    }
}

pub fn push(request: Request) {
    {
        let mut queue = QUEUE.lock();
        queue.push_back(request);
        ACTIVITY.set_requests(queue.len());
    }
    r_thread::wake();
}

/// Prints on the main thread. Does not wait.
pub fn print(text: &str, is_error: bool) {
    {
        let mut queue = QUEUE.lock();
        match queue.back_mut() {
            Some(Request::Print { text: before, is_error: of_error }) if *of_error == is_error => {
                before.push_str(text);
                return;
            }
            _ => queue.push_back(Request::Print { text: text.to_owned(), is_error }),
        }
        ACTIVITY.set_requests(queue.len());
    }
    r_thread::wake();
}

/// No request can be sent while this lock is held.
pub fn lock() -> impl Any + 'static {
    QUEUE.lock()
}

pub fn is_empty() -> bool {
    !ACTIVITY.has_requests()
}

/// The threads whose calls are served. Output is always served, because it does not block.
#[derive(Clone, Copy)]
pub struct Whose {
    own: Option<u64>,
    others: bool,
    native: bool,
    first: Option<u64>,
}

impl Whose {
    pub const ALL: Whose = Whose { own: None, others: true, native: true, first: None };

    /// Only calls of the thread that the main thread waits for, if any.
    pub fn own(thread: Option<u64>) -> Self {
        Whose { own: thread, others: false, native: false, first: None }
    }

    /// Also calls of other threads, those of `first` before the rest.
    pub fn and_others(self, first: Option<u64>) -> Self {
        Whose { others: true, first, ..self }
    }

    /// Also work without Python.
    pub fn and_native(self) -> Self {
        Whose { native: true, ..self }
    }

    fn includes(self, request: &Request) -> bool {
        match request {
            Request::Call(call) => self.others || self.is_own(call.thread) || self.native && call.is_native(),
            Request::Later(_) => self.others,
            Request::Service => self.others && !served::is_serving(),
            Request::Print { .. } | Request::Line { .. } => true,
        }
    }

    fn prefers(self, request: &Request) -> bool {
        matches!(request, Request::Call(call) if self.first == Some(call.thread))
    }

    pub fn is_own(self, thread: u64) -> bool {
        self.own == Some(thread)
    }
}

pub fn has_any(whose: Whose) -> bool {
    !is_empty() && QUEUE.lock().iter().any(|request| whose.includes(request))
}

/// Whether another thread than `own` has sent a request.
pub fn has_others(own: Option<u64>) -> bool {
    !is_empty()
        && QUEUE.lock().iter().any(|request| match request {
            Request::Call(call) => own != Some(call.thread) && !call.is_native(),
            Request::Later(_) => true,
            Request::Service => !served::is_serving(),
            Request::Print { .. } | Request::Line { .. } => false,
        })
}

pub fn next(whose: Whose) -> Option<Request> {
    let mut queue = QUEUE.lock();
    let first = queue.iter().position(|request| whose.prefers(request));
    let at = first.or_else(|| queue.iter().position(|request| whose.includes(request)))?;
    let request = queue.remove(at);
    ACTIVITY.set_requests(queue.len());
    request
}

/// The Python thread that has waited longest, and the duration.
pub fn oldest() -> Option<(u64, Duration)> {
    QUEUE.lock().iter().find_map(|request| match request {
        Request::Call(call) => Some((call.thread, call.since.elapsed())),
        Request::Later(_) | Request::Service | Request::Print { .. } | Request::Line { .. } => None,
    })
}

/// In a forked process no thread waits. Requests are leaked: their Python objects must not be accessed
/// before Python is usable.
pub fn forget() {
    std::mem::forget(std::mem::take(&mut *QUEUE.lock()));
    ACTIVITY.set_requests(0);
}
