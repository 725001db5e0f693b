//! What other threads ask of R's thread, in the order they asked.
use super::console;
use super::mailbox::{self, Mailbox, Message};
use super::r_thread::{self, Doing};
use crate::error::Error;
use crate::ffi::guard::{Line, Uninterrupted};
use crate::ffi::{posix, preserve};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ffi::c_ulong;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

type Work = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

enum Task {
    Call(Call),
    /// A Python function to call when nothing else is to be done: nobody waits.
    Later(Py<PyAny>),
    /// Text for the console: nobody waits.
    Print {
        text: String,
        is_error: bool,
    },
    /// A line of progress: nobody waits.
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
static LENGTH: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    // The threads whose calls R's thread is serving, the innermost last.
    static SERVED: RefCell<Vec<Arc<Mailbox>>> = const { RefCell::new(Vec::new()) };
    static ENTERED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Does `work` if this is R's thread, or else asks.
pub fn on_r_thread(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    match preserve::on_r_thread() {
        true => work(py),
        false => ask(py, work),
    }
}

/// Has R's thread do `work`, and waits for it without the GIL. Called on any other thread.
pub fn ask(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static,
) -> PyResult<Py<PyAny>> {
    if r_thread::is_gone() {
        return Err(Error::python(
            "R's thread is gone in this process: it was forked by another thread. Start worker processes \
             anew (`spawn`), or from R's own thread.",
        )
        .into());
    }
    let mailbox = Arc::new(Mailbox::new());
    let call = Call {
        work: Box::new(work),
        from: mailbox.clone(),
        thread: posix::python_ident(),
        since: Instant::now(),
    };
    py.detach(|| {
        // R's thread would wake up only to wait for the GIL.
        push(Task::Call(call));
        loop {
            match mailbox.receive() {
                Message::Reply(reply) => return reply,
                Message::Run(job) => job.run(),
                Message::Release(objects) => drop(objects),
            }
        }
    })
}

/// Has R's thread call `f`, which raises nothing. Nobody waits for it.
pub fn ask_later(f: Py<PyAny>) {
    push(Task::Later(f));
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

/// Has R print. Nobody waits for it.
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

/// Has R write a line of progress. Nobody waits for it.
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

/// Nobody adds to the queue while it is held.
pub fn lock() -> impl Drop + 'static {
    queue()
}

fn queue() -> MutexGuard<'static, VecDeque<Task>> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_empty() -> bool {
    LENGTH.load(SeqCst) == 0
}

/// A call that is served within another one must end before that can go on. Should it wait for the other
/// one, neither ever ends: so this is done only where R's thread has waited for so long that it must be
/// what everybody waits for.
const PATIENCE: Duration = Duration::from_millis(50);

/// Whose calls are served.
#[derive(Clone, Copy)]
pub enum Whose {
    All,
    /// Those of the thread that R's waits for, if it waits for one; others when it has waited since then
    /// with patience, or serves nobody else yet.
    Own(Option<c_ulong>, Instant),
}

impl Whose {
    fn includes(self, task: &Task) -> bool {
        match (self, task) {
            (Whose::Own(own, since), Task::Call(call)) => {
                own == Some(call.thread) || !is_serving() || since.elapsed() >= PATIENCE
            }
            _ => true,
        }
    }

    fn is(self, thread: c_ulong) -> bool {
        matches!(self, Whose::Own(Some(own), _) if own == thread)
    }
}

/// Does what was asked, until nothing is left. On R's thread.
///
/// True where the user interrupted an R function that a thread other than R's own had called: whoever
/// waits here is interrupted too.
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
                interrupted |= call.serve() && !whose.is(thread);
            }
            Task::Later(f) => call_later(f),
            // A connection that fails has no caller to tell.
            Task::Print { text, is_error } => drop(console::print(&text, is_error)),
            Task::Line { text, kind } => drop(console::line(&text, kind)),
        }
    }
    interrupted
}

pub fn has_any(whose: Whose) -> bool {
    !is_empty() && queue().iter().any(|task| whose.includes(task))
}

fn next(whose: Whose) -> Option<Task> {
    let mut queue = queue();
    let at = queue.iter().position(|task| whose.includes(task))?;
    let task = queue.remove(at);
    LENGTH.store(queue.len(), SeqCst);
    task
}

/// As [`serve`], where R's thread runs Python code, which may wait for what is asked.
pub fn serve_in_python() -> bool {
    match ENTERED.get().is_some_and(|since| since.elapsed() < PATIENCE) {
        true => false,
        false => serve_in_a_row(),
    }
}

/// Notes when R's thread enters Python, if it does so for another thread.
pub fn enter_python() -> Entered {
    Entered(ENTERED.replace(is_serving().then(Instant::now)))
}

pub struct Entered(Option<Instant>);

impl Drop for Entered {
    fn drop(&mut self) {
        ENTERED.set(self.0);
    }
}

/// As [`serve`], where another thread had to get R's attention: a thread that calls R often need not do so
/// each time.
pub fn serve_in_a_row() -> bool {
    let _doing = r_thread::enter(Doing::Serving);
    let mut interrupted = false;
    while !is_empty() {
        interrupted |= serve(Whose::All);
        mailbox::spin_while(is_empty);
    }
    interrupted
}

impl Call {
    /// True where the user interrupted it.
    fn serve(self) -> bool {
        let Call { work, from, .. } = self;
        let _doing = r_thread::enter(Doing::Python);
        SERVED.with_borrow_mut(|served| served.push(from.clone()));
        let entered = enter_python();
        let (reply, interrupted) = Python::attach(|py| {
            let reply = catch_unwind(AssertUnwindSafe(|| work(py))).unwrap_or_else(|_| Err(fault()));
            let interrupted =
                reply.as_ref().err().is_some_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py));
            (reply, interrupted)
        });
        drop(entered);
        SERVED.with_borrow_mut(|served| served.pop());
        from.send(Message::Reply(reply));
        interrupted
    }
}

pub fn fault() -> PyErr {
    pyo3::exceptions::PySystemError::new_err(crate::fault::message())
}

/// Does the R code that now runs do so for another thread?
pub fn is_serving() -> bool {
    SERVED.with_borrow(|served| !served.is_empty())
}

/// The thread that waits for the R code that now runs, if that is not R's own.
pub fn innermost_waiting() -> Option<Arc<Mailbox>> {
    SERVED.with_borrow(|served| served.last().cloned())
}

/// The Python thread that has waited longest, and for how long.
pub fn oldest() -> Option<(c_ulong, Duration)> {
    queue().iter().find_map(|task| match task {
        Task::Call(call) => Some((call.thread, call.since.elapsed())),
        Task::Later(_) | Task::Print { .. } | Task::Line { .. } => None,
    })
}

/// In a forked process nobody waits any more. What was asked is left as it is: its Python objects must
/// not be touched before Python is in order.
pub fn forget() {
    std::mem::forget(std::mem::take(&mut *queue()));
    LENGTH.store(0, SeqCst);
    SERVED.with_borrow_mut(Vec::clear);
}
