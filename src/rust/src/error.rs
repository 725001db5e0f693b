//! Everything that can go wrong, and the R condition it becomes.
use crate::ffi::{
    Preserved, Value,
    guard::{Uninterrupted, Unwind},
    interpreter,
};
use crate::handle::{class_name, py_in_r};
use crate::python::rpycall::{RError, RJump, RObject, passing_condition, shown_error};
use crate::python::{blocking, callback, caller, interrupt};
use crate::r_code;
use extendr_api::prelude::Robj;
use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt};
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
            Unwind::NoMemory(problem) => Error::memory(&format!("R: {problem}.")),
        }
    }
}

/// On the way back into Python: the exception that carries the error.
impl From<Error> for PyErr {
    fn from(err: Error) -> Self {
        match err {
            Error::Python(err) => err,
            Error::Condition(condition) => RError::from_condition(condition),
            Error::Jump(token) => RJump::from_token(token),
            Error::Own { kind, message } => match own_condition(kind, &message) {
                Ok(condition) => RError::from_condition(condition),
                Err(_) => pyo3::exceptions::PyRuntimeError::new_err(message),
            },
        }
    }
}

/// On the way back into R: what `unwrap()` (R/native-unwrap.R) raises. A jump travels as its token.
impl From<Error> for Robj {
    fn from(err: Error) -> Robj {
        let _uninterrupted = Uninterrupted::new();
        let value = match err {
            Error::Python(err) => Python::attach(|py| from_python(py, err)),
            Error::Condition(condition) => Ok(condition.to_value()),
            Error::Jump(token) => Ok(token.to_value()),
            Error::Own { kind, message } => condition(&message, &own_classes(kind), None),
        };
        match value {
            Ok(value) => value.into_robj(),
            Err(Error::Jump(token)) => token.to_value().into_robj(),
            Err(_) => ().into(),
        }
    }
}

fn from_python(py: Python<'_>, err: PyErr) -> Result<Value> {
    // `into_value()` gives the exception its traceback, `value()` would not.
    let exception = err.into_value(py).into_bound(py);
    let exception = interrupt::cause(&exception).unwrap_or(exception);
    // An exception may refuse; its traceback has a line more, then.
    let _ = caller::hide_frames(&exception);
    if exception.is_instance_of::<RJump>() && RJump::is_stale(&exception) {
        return stale_jump();
    }
    if let Some(carried) = carried(&exception) {
        return with_classes_of(&exception, carried);
    }
    if let Some(condition) = passing_condition(&exception) {
        return Ok(condition);
    }
    let classes = classes_of(&exception)?;
    let name = exception.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let text = exception.str().map(|text| text.to_string()).unwrap_or_else(|_| "<no message>".into());
    if let Some(err) = shown_error(&exception, &text) {
        if let Some(condition) = carried(err.value(py)) {
            blocking::release(vec![exception.into_any().unbind()]);
            return with_classes_of(err.value(py), condition);
        }
    }
    let text = without_colours(&text);
    let message = if text.is_empty() { name } else { format!("{name}: {text}") };
    let is_interrupt = exception.is_instance_of::<PyKeyboardInterrupt>();
    let exception = py_in_r::new(exception.into_any(), true)?;
    let mut out = condition(&message, &classes, Some(exception))?;
    if is_interrupt {
        // No error: what R does on an interrupt is to go back to its prompt.
        let classes = classes.iter().map(String::as_str).chain(["interrupt", "condition"]);
        out.set_class(&classes.collect::<Vec<_>>())?;
    }
    Ok(out)
}

/// An R error can be caught as the Python exception that it has been, too.
fn with_classes_of(exception: &Bound<'_, PyBaseException>, condition: Value) -> Result<Value> {
    if !exception.is_instance_of::<RError>() {
        return Ok(condition);
    }
    let classes = Value::strings(&classes_of(exception)?)?;
    interpreter::detached(exception.py(), || {
        r_code::call(c"with_classes", &[condition.as_sexp(), classes.as_sexp()])
    })
}

fn classes_of(exception: &Bound<'_, PyBaseException>) -> Result<Vec<String>> {
    let classes = class_name::of(&exception.get_type())?;
    Ok(classes.names().iter().filter(|name| *name != "python.builtin.object").cloned().collect())
}

/// Some libraries mark words of their messages for a terminal: `ESC [ 1 m` and the like.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(part.len());
        out.push_str(part[code..].strip_prefix('m').unwrap_or(&part[code..]));
    }
    out
}

/// The R condition or jump inside an exception that began in R.
fn carried(exception: &Bound<'_, PyBaseException>) -> Option<Value> {
    let name = if exception.is_instance_of::<RError>() || exception.is_instance_of::<PyKeyboardInterrupt>() {
        "condition"
    } else if exception.is_instance_of::<RJump>() {
        "token"
    } else {
        return None;
    };
    // Keras raises a copy of the exception, with more in its text and the first one as its context.
    let object = match exception.getattr(name) {
        Ok(object) => object,
        Err(_) => exception.getattr("__context__").ok()?.getattr(name).ok()?,
    };
    let object = object.cast::<RObject>().ok()?.borrow();
    Some(object.value())
}

fn stale_jump() -> Result<Value> {
    let message = "Python raised again an exception by which R had left an earlier call. That call is over, \
                   so there is nowhere to go.";
    condition(message, &["rkeras_error_python".to_owned()], None)
}

/// Off R's thread there is none.
fn own_condition(kind: &str, message: &str) -> Result<Preserved> {
    callback::on_r_thread(message)?;
    Ok(Preserved::new(condition(message, &own_classes(kind), None)?.as_sexp()))
}

/// Which comes first in a recursion without end, Python's own limit or the end of the C stack, depends on the
/// version of Python. One class names both.
fn own_classes(kind: &str) -> Vec<String> {
    let python = match kind {
        "nesting" => &["RecursionError", "RuntimeError", "Exception", "BaseException"][..],
        _ => &[],
    };
    let python = python.iter().map(|name| format!("python.builtin.{name}"));
    std::iter::once(format!("rkeras_error_{kind}")).chain(python).collect()
}

fn condition(message: &str, classes: &[String], exception: Option<Value>) -> Result<Value> {
    let message = Value::string(&message.replace('\0', "\\0"))?;
    let mut out = Value::list_of(&[message, Value::null(), exception.unwrap_or_else(Value::null)])?;
    out.set_names(&Value::strings(&["message", "call", "exception"])?);
    let mut all: Vec<&str> = classes.iter().map(String::as_str).collect();
    all.extend(["rkeras_error", "error", "condition"]);
    out.set_class(&all)?;
    Ok(out)
}
