//! Everything that can go wrong. On its way to Python an error becomes an exception (`object/raised.rs`), on
//! its way to R a condition (`entry/raise.rs`).
//!
//! * [`condition`]: the R condition of an error of our own; [`fault`]: panics; [`gather`]: items that may fail
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
    /// An R condition that went through Python, or that R code we called raised.
    Condition(Preserved),
    /// Some other jump of R's, on its way through: its continuation token.
    Jump(Preserved),
    /// An error of our own; `kind` ends its class `rkeras_error_<kind>`.
    Own { kind: &'static str, message: String },
}

impl Error {
    pub fn argument(message: impl Into<String>) -> Self {
        Error::Own { kind: "argument", message: message.into() }
    }

    pub fn convert(message: impl Into<String>) -> Self {
        Error::Own { kind: "convert", message: message.into() }
    }

    /// Where memory runs out; `problem` says for what.
    pub fn memory(problem: &str) -> Self {
        let remedy =
            "Remove objects that are no longer needed (rm(), gc()), or convert fewer elements at a time.";
        Error::Own { kind: "memory", message: format!("{problem} {remedy}") }
    }

    pub fn module(message: impl Into<String>) -> Self {
        Error::Own { kind: "module", message: message.into() }
    }

    pub fn python(message: impl Into<String>) -> Self {
        Error::Own { kind: "python", message: message.into() }
    }

    /// Does it come of R's interrupt, so that it must not be dropped?
    pub fn is_interrupt(&self, py: Python<'_>) -> bool {
        match self {
            Error::Python(err) => err.is_instance_of::<PyKeyboardInterrupt>(py),
            Error::Condition(condition) => condition.as_sexp().inherits("interrupt"),
            Error::Jump(_) => true,
            Error::Own { .. } => false,
        }
    }

    /// An error of our own says where in the value it is.
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
