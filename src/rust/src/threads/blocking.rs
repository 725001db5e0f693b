//! Calls that may block, run on another thread while the main thread serves R functions that any thread
//! calls, Python output, R events and interrupts.
use super::job::{Done, Job};
use super::mailbox::{self, Mailbox, Message};
use super::others::{Caller, Others};
use super::r_thread::{self, Doing};
use super::{interrupt, queue, serve, served, workers};
use crate::os::mutex::Mutex;
use crate::os::thread;
use crate::py::import::import;
use crate::py::{caller, interpreter, modules};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum delay of R events and interrupts.
const TICK: Duration = Duration::from_millis(20);

/// Called on the main thread.
///
/// Calls by an R function that runs for a waiting thread run on that thread: so Python sees one thread,
/// whose frames and thread-local state (such as the current graph and gradient tapes) nest as the calls do.
/// Other calls run on a worker thread, which `rkeras.bridge.elsewhere` gives the state of the main thread, or
/// on the main thread if that is not possible.
pub fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: Bound<'py, PyTuple>,
    kwargs: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    call_for(Caller::R, callable, args, kwargs)
}

/// `f(*args)` as by [`call`], for Python code on the main thread that would wait in compiled code.
#[pyfunction]
pub fn call_elsewhere<'py>(f: &Bound<'py, PyAny>, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    match thread::on_r_thread() {
        true => call_for(Caller::Python, f, args, None),
        false => f.call1(args),
    }
}

fn call_for<'py>(
    caller: Caller,
    callable: &Bound<'py, PyAny>,
    args: Bound<'py, PyTuple>,
    kwargs: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = callable.py();
    if let Some(waiting) = served::innermost_waiting() {
        return run_on(py, &waiting, Job::new(callable, args, kwargs), Limits::of(caller));
    }
    let whole = (callable, args.clone(), kwargs.clone()).into_pyobject(py)?;
    match on_worker(whole, caller)? {
        Some(result) => result,
        None => caller::call(callable, &args, kwargs.as_ref()),
    }
}

/// `None` if the state of the main thread cannot be transferred.
fn on_worker(call: Bound<'_, PyTuple>, caller: Caller) -> PyResult<Option<PyResult<Bound<'_, PyAny>>>> {
    // The gradient recorders of the main thread are in transfer, so no interrupt may occur here.
    let _doing = r_thread::enter(Doing::Serving);
    let py = call.py();
    let elsewhere = modules::AS_R_THREAD.get(py)?.call0()?;
    if elsewhere.is_none() {
        return Ok(None);
    }
    let job = Job::new(&elsewhere, call, None).within(elsewhere.clone().unbind());
    let result = workers::hire().and_then(|worker| run_on(py, &worker, job, Limits::of(caller)));
    elsewhere.call_method0("end")?;
    Ok(Some(result))
}

/// `operator.name(*args)`, on this thread or on the thread for which R runs.
pub fn operator<'py>(
    py: Python<'py>,
    name: &str,
    args: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = import(py, "operator")?.getattr(name)?;
    let args = args.into_pyobject(py)?;
    match served::innermost_waiting() {
        Some(waiting) => run_on(py, &waiting, Job::new(&function, args, None), Limits::of(Caller::R)),
        None => caller::call(&function, &args, None),
    }
}

/// Calls a function without arguments, and waits until it returns or `deadline` passes. True if it has
/// returned.
pub fn call_until(callable: &Bound<'_, PyAny>, deadline: Instant) -> PyResult<bool> {
    let py = callable.py();
    let limits = Limits { caller: Caller::R, deadline: Some(deadline) };
    let result = run_on(py, &*workers::hire()?, Job::new(callable, PyTuple::empty(py), None), limits);
    match result {
        Err(err) if Instant::now() >= deadline && err.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(false),
        result => result.map(|_| true),
    }
}

/// How the main thread waits.
#[derive(Clone, Copy)]
struct Limits {
    caller: Caller,
    deadline: Option<Instant>,
}

impl Limits {
    fn of(caller: Caller) -> Self {
        Limits { caller, deadline: None }
    }
}

fn run_on<'py>(py: Python<'py>, thread: &Mailbox, job: Job, limits: Limits) -> PyResult<Bound<'py, PyAny>> {
    let done = job.done.clone();
    let mut interrupts = interrupt::Sent::default();
    interpreter::released(py, || {
        let _doing = r_thread::enter(Doing::Serving);
        thread.send(Message::Run(Box::new(move || job.run())));
        wait(&done, &mut interrupts, limits);
    });
    let result = done.take().unwrap_or_else(|| Err(interrupts.given_up()));
    interrupts.settle(py, result).map(|result| result.into_bound(py))
}

/// Serves until the call has finished or the user interrupts it.
fn wait(done: &Arc<Done>, interrupts: &mut interrupt::Sent, limits: Limits) {
    let mut last_tick = Instant::now();
    let _awaited = Awaited::set(done);
    let mut others = Others::new(limits.caller);
    loop {
        // Checked first, so that no output from before the end is left in the queue.
        let finished = done.is_finished();
        let whose = others.whose(done.thread());
        if serve::serve(whose) {
            interrupts.share(|| done.thread());
        }
        if finished {
            return;
        }
        mailbox::spin_while(|| queue::is_empty() && !done.is_finished());
        if !queue::has_any(whose) && !done.is_finished() {
            std::thread::park_timeout(others.pause(TICK));
        }
        if last_tick.elapsed() >= TICK {
            last_tick = Instant::now();
            if limits.deadline.is_some_and(|deadline| last_tick >= deadline) {
                return;
            }
            if interrupt::poll().is_some_and(|stop| interrupts.stop(stop, || done.thread())) {
                return;
            }
            interrupts.deliver(|| done.thread(), false);
        }
    }
}

/// The innermost call that the main thread waits for.
static AWAITED: Mutex<Option<Arc<Done>>> = Mutex::new(None);

struct Awaited(Option<Arc<Done>>);

impl Awaited {
    fn set(done: &Arc<Done>) -> Self {
        Awaited(AWAITED.lock().replace(done.clone()))
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        *AWAITED.lock() = self.0.take();
    }
}

/// No call can be awaited while this lock is held.
pub fn lock() -> impl Any + 'static {
    AWAITED.lock()
}

/// The thread that runs the awaited call.
pub fn awaited_thread() -> Option<u64> {
    AWAITED.lock().as_ref().and_then(|done| done.thread())
}
