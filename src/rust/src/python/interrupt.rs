//! R's interrupt (Ctrl-C, or the flag that a GUI sets) as a KeyboardInterrupt of Python's.
//!
//! It is taken from R once and raised once: in the thread that R waits for, or on R's thread itself by
//! the handler of a signal. Back in R it is R's interrupt again.
use super::queue::{self, Whose};
use super::r_thread::{self, Doing};
use super::{activity, monitor};
use crate::ffi::{interpreter, posix, preserve, session};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::ffi::c_ulong;

/// Takes the interrupt from R, if there is one.
pub fn take() -> bool {
    let interrupted = session::is_interrupted();
    if interrupted {
        session::set_interrupted(false);
    }
    interrupted
}

/// After code that ran no Python code, and so could not be interrupted. R itself looks only now and then.
pub fn check() -> PyResult<()> {
    match take() {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// What Python answers, where an error is no matter; an interrupt that came instead is R's again.
pub fn answer<T>(py: Python<'_>, result: PyResult<T>) -> Option<T> {
    if result.as_ref().is_err_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py)) {
        session::set_interrupted(true);
    }
    result.ok()
}

/// What Python runs on R's thread when another thread has signalled it.
#[pyfunction]
pub fn on_signal(py: Python<'_>, _signal: i32, frame: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    // A thread that serves looks at the queue, and at R's flag, by itself.
    if !preserve::on_r_thread() || r_thread::doing() == Doing::Serving || activity::is_looking() {
        return Ok(());
    }
    let interrupted = !queue::is_empty() && serve(py, frame.as_ref());
    match (take() || interrupted) && !has_to_wait(py, posix::python_ident())? {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// Does what other threads ask, if it is their turn.
fn serve(py: Python<'_>, frame: Option<&Bound<'_, PyAny>>) -> bool {
    let whose = match activity::turn_in_python(py, frame) {
        Some(joined) => Whose::ALL.and_others(joined),
        None => {
            monitor::look_soon();
            Whose::own(None)
        }
    };
    queue::has_any(whose) && interpreter::detached(py, || queue::serve_in_a_row(whose))
}

/// Python does on this thread what must not be left half done, and raises the interrupt afterwards.
fn has_to_wait(py: Python<'_>, thread: c_ulong) -> PyResult<bool> {
    module(py)?.call_method1("has_to_wait", (thread,))?.extract()
}

/// Python's own handler is asked for, since it runs wherever Python waits: in locks, sleeps, sockets.
pub fn install_handler(py: Python<'_>) -> PyResult<()> {
    let handler = wrap_pyfunction!(on_signal, py)?;
    py.import("signal")?.call_method1("signal", (posix::WAKE_SIGNAL, handler))?;
    Ok(())
}

/// The interrupts that one blocking call was sent.
#[derive(Default)]
pub struct Sent {
    count: usize,
    /// How many had been raised before.
    delivered: u64,
    /// The interrupt has stopped an R function on another thread, too.
    shared: bool,
}

impl Sent {
    /// Interrupts `thread`. True where that was tried before, in vain: the call is given up.
    pub fn send(&mut self, thread: Option<c_ulong>) -> bool {
        let Some(thread) = thread else {
            // It is about to begin or to end.
            session::set_interrupted(true);
            return false;
        };
        self.count += 1;
        if self.count > 1 {
            return true;
        }
        let sent = Python::attach(|py| {
            let class = class(py)?;
            self.delivered = delivered(&class)?;
            if !has_to_wait(py, thread)? {
                interpreter::raise_in_thread(py, thread, Some(&class));
            }
            Ok::<_, PyErr>(())
        });
        sent.is_err()
    }

    /// As `send`, of an interrupt that has already stopped an R function on another thread.
    pub fn share(&mut self, thread: Option<c_ulong>) {
        self.shared = true;
        if thread.is_some() {
            self.send(thread);
        }
    }

    pub fn given_up(&self) -> PyErr {
        PyKeyboardInterrupt::new_err(
            "interrupted twice: the call, which did not react to the first time, goes on in the background",
        )
    }

    /// An interrupt that came too late for the call is R's again.
    pub fn settle<T>(&self, py: Python<'_>, result: &PyResult<T>) -> PyResult<()> {
        let raised = result.as_ref().err().is_some_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py));
        if self.count > 0 && !raised && !self.shared && delivered(&class(py)?)? == self.delivered {
            session::set_interrupted(true);
        }
        Ok(())
    }
}

fn class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    module(py)?.getattr("Interrupt")
}

fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("rkeras.interrupt")
}

fn delivered(class: &Bound<'_, PyAny>) -> PyResult<u64> {
    class.getattr("delivered")?.extract()
}
