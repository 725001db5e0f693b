//! The error type of the crate. In Python an error becomes an exception (`object/raised.rs`), in R a
//! condition (`entry/raise.rs`).
//!
//! * [`condition`]: the R condition of an error that this package raises; [`fault`]: panics; [`gather`]:
//!   collecting items that may fail
pub mod condition;
pub mod fault;
pub mod gather;

use crate::os::memory::Shortage;
use crate::r::{Preserved, Unwind};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug)]
pub enum Error {
    /// A Python exception.
    Python(PyErr),
    /// An R condition that passed through Python, or that a callback raised.
    Condition(Preserved),
    /// Another jump of R, as its continuation token.
    Jump(Preserved),
    /// An error of this package; `kind` ends its class `rkeras_error_<kind>`.
    Own { kind: &'static str, message: String },
}

impl Error {
    pub fn argument(message: impl Into<String>) -> Self {
        Error::Own { kind: "argument", message: message.into() }
    }

    pub fn convert(message: impl Into<String>) -> Self {
        Error::Own { kind: "convert", message: message.into() }
    }

    /// Memory allocation failed; `problem` says for what.
    pub fn memory(problem: &str) -> Self {
        let remedy =
            "Remove objects that are no longer needed (rm(), gc()), or convert fewer elements at a time.";
        Error::Own { kind: "memory", message: format!("{problem} {remedy}") }
    }

    /// The system did not start a thread. Its own words do not say what it lacks.
    pub fn thread(problem: &std::io::Error) -> Self {
        let message = format!(
            "No thread could be started: {problem}. The process has no memory left for another thread, or as \
             many threads as it may have. Raise these limits (`ulimit -v` and `ulimit -u` in a shell, or those \
             of the container), or end other processes."
        );
        Error::Own { kind: "memory", message }
    }

    pub fn module(message: impl Into<String>) -> Self {
        Error::Own { kind: "module", message: message.into() }
    }

    pub fn python(message: impl Into<String>) -> Self {
        Error::Own { kind: "python", message: message.into() }
    }

    /// Whether the error is an interrupt of R, which must not be dropped.
    pub fn is_interrupt(&self, py: Python<'_>) -> bool {
        match self {
            Error::Python(err) => err.is_instance_of::<PyKeyboardInterrupt>(py),
            Error::Condition(condition) => condition.as_sexp().inherits("interrupt"),
            Error::Jump(_) => true,
            Error::Own { .. } => false,
        }
    }

    /// Adds the position in the value to an error of this package.
    pub fn within(self, place: &str) -> Self {
        match self {
            Error::Own { kind, message } => Error::Own { kind, message: format!("{place}: {message}") },
            other => other,
        }
    }
}

impl From<PyErr> for Error {
    fn from(err: PyErr) -> Self {
        Error::Python(err)
    }
}

impl From<Unwind> for Error {
    fn from(unwind: Unwind) -> Self {
        match unwind {
            Unwind::Jump(token) => Error::Jump(token),
            Unwind::Condition(condition) => Error::Condition(condition),
            Unwind::NoMemory(problem) => Error::memory(&problem),
            Unwind::NoText(problem) => Error::convert(problem),
        }
    }
}

impl From<Shortage> for Error {
    fn from(shortage: Shortage) -> Self {
        Error::memory(&shortage.problem())
    }
}
