//! Errors returned to R, which `unwrap()` (R/native-unwrap.R) raises.
use crate::error::condition;
use crate::error::{Error, Result};
use crate::object::raised::{self, RJump, carried, passing_condition, shown_error};
use crate::object::{call, class_name, exception, py_in_r};
use crate::py::{caller, interpreter};
use crate::r::guard::{self, Uninterrupted};
use crate::r::{Value, r_code, session};
use crate::threads::workers;
use extendr_api::prelude::Robj;
use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt, PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;

/// A jump is returned as its continuation token, and NULL if there is no memory for the condition.
impl From<Error> for Robj {
    fn from(err: Error) -> Robj {
        let _uninterrupted = Uninterrupted::new();
        let value = condition_of(err).or_else(|err| match err {
            // The text of the error was too long, for instance.
            Error::Own { kind, message } => condition::own(kind, &message),
            other => Err(other),
        });
        match value {
            Ok(value) => value.into_robj(),
            Err(Error::Jump(token)) => token.to_value().into_robj(),
            Err(_) => ().into(),
        }
    }
}

fn condition_of(err: Error) -> Result<Value> {
    match err {
        Error::Python(err) => {
            // R code that runs meanwhile makes calls of its own.
            let call = call::returned_call();
            interpreter::attach(|py| from_python(py, err, call))
        }
        Error::Condition(condition) => Ok(condition.to_value()),
        Error::Jump(token) => Ok(token.to_value()),
        Error::Own { kind, message } => condition::own(kind, &message),
    }
}

/// Whether `err` is the end of an iterator, and not what libraries made of an interrupt or of an error in R.
pub fn is_end(py: Python<'_>, err: &PyErr) -> bool {
    let exception = err.value(py);
    exception.is_instance_of::<PyStopIteration>()
        && raised::interrupt_of(exception).is_none()
        && shown_error(exception, &exception::text(exception)).is_none()
}

/// `call` is the call from R that ends.
fn from_python(py: Python<'_>, err: PyErr, call: u64) -> Result<Value> {
    // `into_value()` sets the traceback of the exception, `value()` does not.
    let exception = err.into_value(py).into_bound(py);
    let exception = raised::interrupt_of(&exception).unwrap_or(exception);
    // An exception may refuse this; then its traceback has one more line.
    let _ = caller::hide_frames(&exception);
    if exception.is_instance_of::<RJump>() && RJump::is_stale(&exception, call) {
        return stale_jump();
    }
    if exception.is_instance_of::<PyKeyboardInterrupt>() {
        raised::forget_interrupt();
        // What R still has to tell is the same interrupt.
        session::set_interrupted(false);
    }
    if let Some(carried) = carried(&exception) {
        let condition = with_classes_of(&exception, carried)?;
        return Ok(leaving(&exception, call, condition));
    }
    if let Some(condition) = passing_condition(&exception) {
        return Ok(leaving(&exception, call, condition));
    }
    if let Some(err) = shown_error(&exception, &exception::text(&exception)) {
        workers::release(vec![exception.into_any().unbind()]);
        return from_python(py, err, call);
    }
    py_in_r::new(exception.into_any(), true)
}

/// The condition, or the jump to the handler that has it already.
fn leaving(exception: &Bound<'_, PyBaseException>, call: u64, condition: Value) -> Value {
    let Some(token) = raised::exit(exception, call) else { return condition };
    guard::set_exit_condition(token.as_sexp(), condition.as_sexp());
    token
}

/// Adds the Python classes, so that an R error can also be caught as the Python exception that it was.
fn with_classes_of(exception: &Bound<'_, PyBaseException>, condition: Value) -> Result<Value> {
    if !exception.is_instance_of::<PyRuntimeError>() {
        return Ok(condition);
    }
    // The condition is no Python object: it has no `exception`.
    let classes: Vec<_> = classes_of(exception)?.into_iter().filter(|name| name != ANY_CLASS).collect();
    let classes = Value::strings(&classes)?;
    let reference = py_in_r::reference(exception.clone().into_any(), true)?;
    Ok(interpreter::detached(exception.py(), || {
        r_code::call(c"passed_python", &[condition.as_sexp(), classes.as_sexp(), reference.as_sexp()])
    })?)
}

fn classes_of(exception: &Bound<'_, PyBaseException>) -> Result<Vec<String>> {
    let classes = class_name::of(&exception.get_type())?;
    Ok(classes.names().to_vec())
}

const ANY_CLASS: &str = "python.builtin.object";

fn stale_jump() -> Result<Value> {
    let message = "Python raised again an exception by which R had left an earlier call. That call is over, \
                   so there is nowhere to go.";
    condition::own("python", message)
}
