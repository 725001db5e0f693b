//! The queue of requests to the main thread, in order of arrival.
use super::mailbox::{self, Mailbox, Message};
use super::r_thread::{self, Doing};
use super::{activity, console, service};
use crate::error::Error;
use crate::os::posix;
use crate::py::interpreter;
use crate::r::guard::{Line, Uninterrupted};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::c_ulong;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

type PythonWork = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

enum Work {
    Python(PythonWork),
    /// Work of a library, without Python. True if the user interrupted it.
    Native(Box<dyn FnOnce() -> bool + Send>),
}

enum Task {
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

struct Call {
    work: Work,
    from: Arc<Mailbox>,
    thread: c_ulong,
    since: Instant,
}

static QUEUE: Mutex<VecDeque<Task>> = Mutex::new(VecDeque::new());
/// The Python threads that wait for R, including those being served.
static ASKING: Mutex<Vec<c_ulong>> = Mutex::new(Vec::new());
static LENGTH: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    // The threads whose calls the main thread is serving, the innermost last.
    static SERVED: RefCell<Vec<(c_ulong, Arc<Mailbox>)>> = const { RefCell::new(Vec::new()) };
}

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
        _ => Err(fault()),
    })
}

const GONE: &str = "This process has no main thread to run R functions, because another thread forked it. \
                    Start worker processes with `spawn`, or from the main thread.";

/// As [`ask`], for work that needs neither Python nor the GIL, by any thread of the process. It returns
/// whether the user interrupted it, and runs also where requests of Python threads have to wait: the
/// library that waits for it holds no lock of Python.
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
    push(Task::Call(Call { work, from: mailbox.clone(), thread, since: Instant::now() }));
    loop {
        match Asking::new(thread).receive(&mailbox) {
            Message::Run(job) => job.run(),
            Message::Release(objects) => drop(objects),
            answer => return answer,
        }
    }
}

struct Asking(c_ulong);

impl Asking {
    fn new(thread: c_ulong) -> Self {
        asking().push(thread);
        Asking(thread)
    }

    fn receive(self, mailbox: &Mailbox) -> Message {
        mailbox.receive()
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut asking = asking();
        if let Some(at) = asking.iter().rposition(|&thread| thread == self.0) {
            asking.swap_remove(at);
        }
    }
}

/// The Python threads that wait for R.
pub fn asking_threads() -> Vec<c_ulong> {
    asking().clone()
}

fn asking() -> MutexGuard<'static, Vec<c_ulong>> {
    ASKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `f`, which raises nothing, on the main thread. Does not wait.
pub fn ask_later(f: Py<PyAny>) {
    push(Task::Later(f));
}

/// Does not wait.
pub fn ask_service() {
    push(Task::Service);
}

fn call_later(f: Py<PyAny>) {
    let _doing = r_thread::enter(Doing::Python);
    Python::attach(|py| {
        if let Err(err) = f.call0(py) {
            err.write_unraisable(py, Some(f.bind(py)));
        }
        drop(f);
    });
}

/// Prints on the main thread. Does not wait.
pub fn print(text: &str, is_error: bool) {
    {
        let mut queue = queue();
        match queue.back_mut() {
            Some(Task::Print { text: before, is_error: of_error }) if *of_error == is_error => {
                before.push_str(text);
                return;
            }
            _ => queue.push_back(Task::Print { text: text.to_owned(), is_error }),
        }
        LENGTH.store(queue.len(), SeqCst);
    }
    r_thread::wake();
}

/// Writes a progress line on the main thread. Does not wait.
pub fn write_line(text: &str, kind: Line) {
    push(Task::Line { text: text.to_owned(), kind });
}

fn push(task: Task) {
    {
        let mut queue = queue();
        queue.push_back(task);
        LENGTH.store(queue.len(), SeqCst);
    }
    r_thread::wake();
}

/// No request can be sent while these locks are held.
pub fn lock() -> impl Any + 'static {
    (queue(), asking())
}

fn queue() -> MutexGuard<'static, VecDeque<Task>> {
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

    fn includes(self, task: &Task) -> bool {
        match task {
            Task::Call(call) => self.others || self.is_own(call.thread) || self.native && call.is_native(),
            Task::Later(_) => self.others,
            Task::Service => self.others && !is_serving(),
            Task::Print { .. } | Task::Line { .. } => true,
        }
    }

    fn prefers(self, task: &Task) -> bool {
        matches!(task, Task::Call(call) if self.first == Some(call.thread))
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
    while let Some(task) = next(whose) {
        match task {
            Task::Call(call) => {
                let thread = call.thread;
                interrupted |= call.serve() && !whose.is_own(thread);
            }
            Task::Later(f) => call_later(f),
            Task::Service => interrupted |= service::run(),
            // If output to a connection fails, there is no caller to get the error.
            Task::Print { text, is_error } => drop(console::print(&text, is_error)),
            Task::Line { text, kind } => drop(console::line(&text, kind)),
        }
    }
    interrupted
}

pub fn has_any(whose: Whose) -> bool {
    !is_empty() && queue().iter().any(|task| whose.includes(task))
}

/// Whether another thread than `own` has sent a request.
pub fn has_others(own: Option<c_ulong>) -> bool {
    !is_empty()
        && queue().iter().any(|task| match task {
            Task::Call(call) => own != Some(call.thread) && !call.is_native(),
            Task::Later(_) => true,
            Task::Service => !is_serving(),
            Task::Print { .. } | Task::Line { .. } => false,
        })
}

fn next(whose: Whose) -> Option<Task> {
    let mut queue = queue();
    let first = queue.iter().position(|task| whose.prefers(task));
    let at = first.or_else(|| queue.iter().position(|task| whose.includes(task)))?;
    let task = queue.remove(at);
    LENGTH.store(queue.len(), SeqCst);
    task
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

impl Call {
    fn is_native(&self) -> bool {
        matches!(self.work, Work::Native(_))
    }

    /// True if the user interrupted it.
    fn serve(self) -> bool {
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

/// The Python thread that has waited longest, and the duration.
pub fn oldest() -> Option<(c_ulong, Duration)> {
    queue().iter().find_map(|task| match task {
        Task::Call(call) => Some((call.thread, call.since.elapsed())),
        Task::Later(_) | Task::Service | Task::Print { .. } | Task::Line { .. } => None,
    })
}

/// In a forked process no thread waits. Requests are leaked: their Python objects must not be accessed
/// before Python is usable.
pub fn forget() {
    std::mem::forget(std::mem::take(&mut *queue()));
    LENGTH.store(0, SeqCst);
    asking().clear();
    SERVED.with_borrow_mut(Vec::clear);
}
