//! The queue of requests to the main thread, in order of arrival.
use super::mailbox::{self, Mailbox, Message};
use super::r_thread::{self, Doing};
use super::request::{self, Call, Request, Work};
use super::{asking, console, service};
use crate::error::Error;
use crate::os::posix;
use crate::py::interpreter;
use crate::r::guard::{Line, Uninterrupted};
use pyo3::prelude::*;
use std::any::Any;
use std::collections::VecDeque;
use std::ffi::c_ulong;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

static QUEUE: Mutex<VecDeque<Request>> = Mutex::new(VecDeque::new());
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Runs `work` directly on the main thread, or sends a request from another thread.
pub fn on_r_thread(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    match posix::on_r_thread() {
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
        _ => Err(request::fault()),
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
    push(Request::Call(Call { work, from: mailbox.clone(), thread, since: Instant::now() }));
    loop {
        match asking::receive(thread, &mailbox) {
            Message::Run(job) => job.run(),
            Message::Release(objects) => drop(objects),
            answer => return answer,
        }
    }
}

/// Calls `f`, which raises nothing, on the main thread. Does not wait.
pub fn ask_later(f: Py<PyAny>) {
    push(Request::Later(f));
}

/// Does not wait.
pub fn ask_service() {
    push(Request::Service);
}

/// Prints on the main thread. Does not wait.
pub fn print(text: &str, is_error: bool) {
    {
        let mut queue = queue();
        match queue.back_mut() {
            Some(Request::Print { text: before, is_error: of_error }) if *of_error == is_error => {
                before.push_str(text);
                return;
            }
            _ => queue.push_back(Request::Print { text: text.to_owned(), is_error }),
        }
        LENGTH.store(queue.len(), SeqCst);
    }
    r_thread::wake();
}

/// Writes a progress line on the main thread. Does not wait.
pub fn write_line(text: &str, kind: Line) {
    push(Request::Line { text: text.to_owned(), kind });
}

fn push(request: Request) {
    {
        let mut queue = queue();
        queue.push_back(request);
        LENGTH.store(queue.len(), SeqCst);
    }
    r_thread::wake();
}

/// No request can be sent while these locks are held.
pub fn lock() -> impl Any + 'static {
    (queue(), asking::lock())
}

fn queue() -> MutexGuard<'static, VecDeque<Request>> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_empty() -> bool {
    LENGTH.load(SeqCst) == 0
}

/// The threads whose calls are served. Output is always served, because it does not block.
#[derive(Clone, Copy)]
pub struct Whose {
    own: Option<c_ulong>,
    others: bool,
    native: bool,
    first: Option<c_ulong>,
}

impl Whose {
    pub const ALL: Whose = Whose { own: None, others: true, native: true, first: None };

    /// Only calls of the thread that the main thread waits for, if any.
    pub fn own(thread: Option<c_ulong>) -> Self {
        Whose { own: thread, others: false, native: false, first: None }
    }

    /// Also calls of other threads, those of `first` before the rest.
    pub fn and_others(self, first: Option<c_ulong>) -> Self {
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
            Request::Service => self.others && !request::is_serving(),
            Request::Print { .. } | Request::Line { .. } => true,
        }
    }

    fn prefers(self, request: &Request) -> bool {
        matches!(request, Request::Call(call) if self.first == Some(call.thread))
    }

    fn is_own(self, thread: c_ulong) -> bool {
        self.own == Some(thread)
    }
}

/// Serves requests until the queue is empty. On the main thread.
///
/// True if the user interrupted an R function that another thread had called: the caller must be
/// interrupted too.
pub fn serve(whose: Whose) -> bool {
    if !has_any(whose) {
        return false;
    }
    let _uninterrupted = Uninterrupted::new();
    let mut interrupted = false;
    while let Some(request) = next(whose) {
        match request {
            Request::Call(call) => {
                let thread = call.thread;
                interrupted |= call.serve() && !whose.is_own(thread);
            }
            Request::Later(f) => request::call_later(f),
            Request::Service => interrupted |= service::run(),
            // If output to a connection fails, there is no caller to get the error.
            Request::Print { text, is_error } => drop(console::print(&text, is_error)),
            Request::Line { text, kind } => drop(console::line(&text, kind)),
        }
    }
    interrupted
}

pub fn has_any(whose: Whose) -> bool {
    !is_empty() && queue().iter().any(|request| whose.includes(request))
}

/// Whether another thread than `own` has sent a request.
pub fn has_others(own: Option<c_ulong>) -> bool {
    !is_empty()
        && queue().iter().any(|request| match request {
            Request::Call(call) => own != Some(call.thread) && !call.is_native(),
            Request::Later(_) => true,
            Request::Service => !request::is_serving(),
            Request::Print { .. } | Request::Line { .. } => false,
        })
}

fn next(whose: Whose) -> Option<Request> {
    let mut queue = queue();
    let first = queue.iter().position(|request| whose.prefers(request));
    let at = first.or_else(|| queue.iter().position(|request| whose.includes(request)))?;
    let request = queue.remove(at);
    LENGTH.store(queue.len(), SeqCst);
    request
}

/// As [`serve`], after another thread has signalled the main thread. It waits briefly for further requests,
/// so that a thread with many calls does not need a signal for each.
pub fn serve_in_a_row(whose: Whose) -> bool {
    let _doing = r_thread::enter(Doing::Serving);
    let mut interrupted = false;
    while has_any(whose) {
        interrupted |= serve(whose);
        mailbox::spin_while(is_empty);
    }
    interrupted
}

/// The Python thread that has waited longest, and the duration.
pub fn oldest() -> Option<(c_ulong, Duration)> {
    queue().iter().find_map(|request| match request {
        Request::Call(call) => Some((call.thread, call.since.elapsed())),
        Request::Later(_) | Request::Service | Request::Print { .. } | Request::Line { .. } => None,
    })
}

/// In a forked process no thread waits. Requests are leaked: their Python objects must not be accessed
/// before Python is usable.
pub fn forget() {
    std::mem::forget(std::mem::take(&mut *queue()));
    LENGTH.store(0, SeqCst);
    asking::forget();
    request::forget();
}
