//! Converts R's interrupt (Ctrl-C, or the flag that a GUI sets) to Python's KeyboardInterrupt, and R's time
//! limits (`setTimeLimit()`) likewise.
//!
//! The interrupt is taken from R once and raised once: in the thread that R waits for or, by a signal
//! handler, on the main thread. When the exception reaches R, it is R's interrupt again, or the error that R
//! raised.
//!
//! An interrupt during an import is delayed: a partially imported module cannot be imported again, because
//! its effects on other modules remain. A second interrupt is not delayed.
use super::queue::{self, Whose};
use super::r_thread::{self, Doing};
use super::{activity, alarm, serve};
use crate::error::Error;
use crate::object::raised;
use crate::os::pending::Pending;
use crate::os::thread;
use crate::py::import::import;
use crate::py::{interpreter, modules};
use crate::r::{Unwind, guard, r_code, session};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyTuple};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

/// The number of interrupts sent to threads. Changes under the GIL.
static SENT: AtomicU64 = AtomicU64::new(0);

pub fn sent() -> u64 {
    SENT.load(SeqCst)
}

/// The reason to stop a call.
pub enum Stop {
    Interrupt,
    /// An R error from a time limit, or the jump of such an error or interrupt.
    Error(PyErr),
}

/// Takes the interrupt from R. Returns whether there was one.
fn take() -> bool {
    let interrupted = session::is_interrupted();
    if interrupted {
        session::set_interrupted(false);
    }
    interrupted
}

pub fn is_held() -> bool {
    Pending::HeldInterrupt.is_set()
}

/// At the end of a call from R: an interrupt that is pending, or that a library has dropped, is returned to R.
pub fn give_back(py: Python<'_>) {
    let is_dropped = Pending::Raised.is_set() && was_dropped(py).unwrap_or(false);
    if Pending::HeldInterrupt.take() || is_dropped {
        session::set_interrupted(true);
    }
}

fn was_dropped(py: Python<'_>) -> PyResult<bool> {
    // An interrupt that arrives meanwhile is left to R, which looks next: raised in this function, it would be lost.
    let _doing = r_thread::enter(Doing::Serving);
    // Called also if the interrupt has reached R: it is to be forgotten.
    let is_dropped = modules::WAS_DROPPED.get(py)?.call0()?.extract()?;
    Ok(is_dropped && raised::is_under_way())
}

/// Called after code that ran no Python code and so could not be interrupted. R itself checks only
/// occasionally.
pub fn check(py: Python<'_>) -> PyResult<()> {
    match take() || Pending::HeldInterrupt.take() {
        true => Err(raised::interrupt(py)),
        false => Ok(()),
    }
}

/// Lets R process events and check its time limits, and takes its interrupt. On the main thread, detached.
pub fn poll() -> Option<Stop> {
    if take() {
        return Some(Stop::Interrupt);
    }
    match guard::run_events().and_then(|()| r_code::call_silent(c"check_time_limit")) {
        Ok(_) => None,
        Err(Unwind::Condition(condition)) => {
            Some(Stop::Error(raised::carry(interpreter::attach(raised::interrupt), "condition", condition)))
        }
        Err(other) => Some(Stop::Error(Error::from(other).into())),
    }
}

/// Runs on the main thread after another thread has sent the signal.
#[pyfunction]
pub fn on_signal(py: Python<'_>, _signal: i32, frame: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    // A thread that serves checks the queue and R's flag itself.
    if !thread::on_r_thread() || r_thread::doing() == Doing::Serving || activity::is_looking() {
        return Ok(());
    }
    let interrupted = !queue::is_empty() && serve_others(py, frame.as_ref());
    let stop = match alarm::take_poll() {
        true => interpreter::detached(py, poll),
        false => take().then_some(Stop::Interrupt),
    };
    match stop {
        Some(Stop::Error(err)) => Err(err),
        stop => match is_due(py, interrupted || stop.is_some(), frame.as_ref())? {
            true => Err(raised::interrupt(py)),
            false => Ok(()),
        },
    }
}

/// Whether an interrupt must be raised on the main thread now.
fn is_due(py: Python<'_>, is_new: bool, frame: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    if !is_new && !is_held() {
        return Ok(false);
    }
    let thread = interpreter::thread_ident();
    if is_unchecked(py, thread, frame)? {
        Pending::HeldInterrupt.set();
        alarm::look_soon();
        return Ok(false);
    }
    if is_importing(py, thread, frame)? {
        if is_new && Pending::HeldInterrupt.set() {
            Pending::HeldInterrupt.take();
            return Ok(true);
        }
        if is_new {
            say_held();
        }
        return Ok(false);
    }
    Pending::HeldInterrupt.take();
    Ok(!has_to_wait(py, thread)?)
}

fn say_held() {
    queue::print(
        "The interrupt takes effect when the import that is under way has ended. Interrupt again to stop it at \
         once: its modules may then not work until R is restarted.\n",
        true,
    );
}

fn is_importing(py: Python<'_>, thread: u64, frame: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    modules::IS_IMPORTING.get(py)?.call1((thread, frame))?.extract()
}

/// Whether compiled code called what the thread runs, and does not look for exceptions.
fn is_unchecked(py: Python<'_>, thread: u64, frame: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    modules::IS_UNCHECKED.get(py)?.call1((thread, frame))?.extract()
}

/// Serves requests of other threads, if allowed now.
fn serve_others(py: Python<'_>, frame: Option<&Bound<'_, PyAny>>) -> bool {
    let whose = match activity::turn_in_python(py, frame) {
        Some(turn) => Whose::ALL.and_others(turn.first),
        None => {
            alarm::look_soon();
            Whose::own(None)
        }
    };
    queue::has_any(whose) && interpreter::detached(py, || serve::serve_in_a_row(whose))
}

/// Whether the thread runs code that must finish first; that code raises the interrupt at its end.
fn has_to_wait(py: Python<'_>, thread: u64) -> PyResult<bool> {
    modules::HAS_TO_WAIT.get(py)?.call1((thread,))?.extract()
}

/// Uses a Python signal handler, because it runs wherever Python waits: in locks, sleeps, sockets.
pub fn install_handler(py: Python<'_>) -> PyResult<()> {
    let handler = wrap_pyfunction!(on_signal, py)?;
    let signals = import(py, "signal")?;
    thread::keep_handler(|| signals.call_method1("signal", (thread::WAKE_SIGNAL, handler)))?;
    modules::WATCH_DROPPED.get(py)?.call0()?;
    Ok(())
}

/// Python's hook for exceptions that it cannot raise: calls `usual`, except for interrupts. It is compiled,
/// because in Python code the interrupt would be raised at once and dropped again.
#[pyfunction]
pub fn unraisable(py: Python<'_>, usual: Py<PyAny>) -> PyResult<Bound<'_, PyCFunction>> {
    PyCFunction::new_closure(py, Some(c"unraisablehook"), None, move |args: &Bound<'_, PyTuple>, _| {
        match raise_again(args)? {
            true => Ok(()),
            false => usual.call1(args.py(), args).map(drop),
        }
    })
}

fn raise_again(args: &Bound<'_, PyTuple>) -> PyResult<bool> {
    let py = args.py();
    let dropped = args.get_item(0)?.getattr("exc_value")?;
    if thread::on_r_thread() {
        let is_interrupt = is_due_to(&dropped, py.get_type::<PyKeyboardInterrupt>().as_any());
        if is_interrupt {
            session::set_interrupted(true);
            // At the next bytecode of the code that is running. The monitor's next look may come in another
            // finalizer.
            r_thread::wake();
        }
        return Ok(is_interrupt);
    }
    let sent = sent_class(py)?;
    let was_sent = is_due_to(&dropped, &sent);
    if was_sent {
        sent.setattr("delivered", delivered(&sent)? - 1)?;
        interpreter::raise_in_thread(py, interpreter::thread_ident(), Some(&sent));
    }
    Ok(was_sent)
}

/// Whether the exception or a cause of it is of the class. Compiled code that calls Python again although an
/// exception is set gets a SystemError with that exception as its cause. An exception that is only the context
/// may still be on its way.
fn is_due_to(exception: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> bool {
    raised::chain(exception, "__cause__").any(|x| x.is_instance(class).unwrap_or(false))
}

/// The interrupts sent to one blocking call.
#[derive(Default)]
pub struct Sent {
    /// How often the user interrupted it.
    count: usize,
    /// An interrupt is to be raised as soon as the call can be interrupted.
    is_pending: bool,
    /// It waits for the end of an import.
    is_importing: bool,
    was_raised: bool,
    /// The number of interrupts raised before the call.
    delivered: u64,
    /// The interrupt has also stopped an R function on another thread.
    shared: bool,
    /// The error that R raised, if that is the reason.
    reason: Option<PyErr>,
}

impl Sent {
    /// Stops the call, which runs on `thread`. True if an earlier attempt had no effect: the call is then
    /// abandoned.
    pub fn stop(&mut self, stop: Stop, thread: impl Fn() -> Option<u64>) -> bool {
        match stop {
            Stop::Error(err) => self.reason = Some(err),
            Stop::Interrupt => self.count += 1,
        }
        if self.was_raised {
            return self.count > 0;
        }
        let was_pending = std::mem::replace(&mut self.is_pending, true);
        self.deliver(&thread, was_pending);
        if self.is_importing && !was_pending && self.count > 0 {
            say_held();
        }
        false
    }

    /// As `stop`, for an interrupt that has already stopped an R function on another thread.
    pub fn share(&mut self, thread: impl Fn() -> Option<u64>) {
        self.shared = true;
        self.stop(Stop::Interrupt, thread);
    }

    /// Raises a pending interrupt, if that is allowed now or `insists` is true.
    pub fn deliver(&mut self, thread: impl Fn() -> Option<u64>, insists: bool) {
        if !self.is_pending {
            return;
        }
        let raised = interpreter::attach(|py| {
            let class = sent_class(py)?;
            let Some(ident) = thread() else { return Ok(false) };
            if is_unchecked(py, ident, None)? {
                return Ok(false);
            }
            if !insists && is_importing(py, ident, None)? {
                self.is_importing = true;
                return Ok(false);
            }
            self.delivered = delivered(&class)?;
            raised::note_interrupt();
            // The call may have ended meanwhile: the next call on its thread must not get the interrupt.
            if !has_to_wait(py, ident)? && thread() == Some(ident) {
                SENT.fetch_add(1, SeqCst);
                interpreter::raise_in_thread(py, ident, Some(&class));
            }
            Ok::<_, PyErr>(true)
        });
        self.was_raised = raised.unwrap_or(true);
        self.is_pending = !self.was_raised;
    }

    pub fn given_up(&self) -> PyErr {
        PyKeyboardInterrupt::new_err(
            "interrupted twice: the call, which did not react to the first time, goes on in the background",
        )
    }

    /// Ends the call. A late interrupt is returned to R; an error that R raised is raised. An interrupt that has
    /// stopped an R function on another thread may be what the call failed with. If it succeeded, nobody wanted
    /// that function's result, and R does not know yet.
    pub fn settle<T>(self, py: Python<'_>, result: PyResult<T>) -> PyResult<T> {
        if let Some(reason) = self.reason {
            return Err(reason);
        }
        let raised = result
            .as_ref()
            .err()
            .is_some_and(|err| self.shared || err.is_instance_of::<PyKeyboardInterrupt>(py));
        let was_missed = self.is_pending || self.was_raised && delivered(&sent_class(py)?)? == self.delivered;
        if was_missed && !raised {
            session::set_interrupted(true);
        }
        result
    }
}

fn sent_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    modules::INTERRUPT_SENT.get(py).cloned()
}

fn delivered(class: &Bound<'_, PyAny>) -> PyResult<u64> {
    class.getattr("delivered")?.extract()
}
