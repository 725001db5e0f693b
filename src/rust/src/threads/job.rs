//! A call that runs on another thread while the main thread waits, and its progress.
use super::{interrupt, r_thread};
use crate::error::fault;
use crate::os::mutex::Mutex;
use crate::py::interpreter;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

pub struct Job {
    callable: Py<PyAny>,
    args: Py<PyTuple>,
    kwargs: Option<Py<PyDict>>,
    /// The state in which the call runs. An interrupt must not leave it incomplete.
    within: Option<Py<PyAny>>,
    pub done: Arc<Done>,
}

/// The progress of a job.
#[derive(Default)]
pub struct Done {
    result: Mutex<Option<PyResult<Py<PyAny>>>>,
    finished: AtomicBool,
    thread: AtomicU64,
}

impl Job {
    pub fn new<'py>(
        callable: &Bound<'py, PyAny>,
        args: Bound<'py, PyTuple>,
        kwargs: Option<Bound<'py, PyDict>>,
    ) -> Self {
        Job {
            callable: callable.clone().unbind(),
            args: args.unbind(),
            kwargs: kwargs.map(Bound::unbind),
            within: None,
            done: Arc::default(),
        }
    }

    pub fn within(self, state: Py<PyAny>) -> Self {
        Job { within: Some(state), ..self }
    }

    /// Runs the job. Called on its thread, which may be attached or not.
    pub fn run(self) {
        let done = self.done.clone();
        let result = interpreter::attach(|py| {
            let result = self.run_within(py);
            drop(self);
            result
        });
        *done.result.lock() = Some(result);
        done.finished.store(true, SeqCst);
        r_thread::unpark();
    }

    fn run_within(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Some(within) = &self.within else { return self.run_interruptibly(py) };
        within.call_method0(py, "enter")?;
        let result = self.run_interruptibly(py);
        within.call_method0(py, "leave")?;
        result
    }

    fn run_interruptibly(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Job { callable, args, kwargs, done, .. } = self;
        let sent = interrupt::sent();
        done.thread.store(interpreter::thread_ident(), SeqCst);
        let call = || callable.bind(py).call(args.bind(py), kwargs.as_ref().map(|kwargs| kwargs.bind(py)));
        let result = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(fault::raised()));
        done.thread.store(0, SeqCst);
        // An interrupt that arrives now is too late for this call and must not reach the next one. One that
        // the thread had before is for the call that waits for R.
        if interrupt::sent() != sent {
            interpreter::raise_in_thread(py, interpreter::thread_ident(), None);
        }
        result.map(Bound::unbind)
    }
}

impl Done {
    pub fn is_finished(&self) -> bool {
        self.finished.load(SeqCst)
    }

    pub fn take(&self) -> Option<PyResult<Py<PyAny>>> {
        self.result.lock().take()
    }

    /// The Python thread that runs it, if it is running.
    pub fn thread(&self) -> Option<u64> {
        Some(self.thread.load(SeqCst)).filter(|&thread| thread != 0)
    }
}
