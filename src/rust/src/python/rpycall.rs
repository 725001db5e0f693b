//! The Python module `rpycall`: R objects and R functions as Python sees them.
pub use super::robject::RObject;
use super::{callback, console, current_call, interrupt, queue, returned_call, robject, signature};
use crate::convert::{Handle, RArray};
use crate::error::Error;
use crate::ffi::{Preserved, Sexp, Value};
use crate::handle::py_in_r;
use crate::r_code;
use pyo3::exceptions::{PyBaseException, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cell::RefCell;

pyo3::create_exception!(
    rpycall,
    RError,
    PyRuntimeError,
    "An R error on its way through Python; `condition` is the R condition."
);
pyo3::create_exception!(
    rpycall,
    RJump,
    PyBaseException,
    "R leaves Python other than by an error (a restart, an interrupt); `token` says where to."
);

impl RError {
    /// A Python exception that only passed through R is raised again as itself, so that Python's own
    /// `except` catches it.
    pub fn from_condition(condition: Preserved) -> PyErr {
        if let Some(exception) = Python::attach(|py| python_exception(py, condition.as_sexp())) {
            PASSING.replace(Some(condition));
            return exception;
        }
        if condition.as_sexp().inherits("interrupt") {
            return carry(Python::attach(interrupt::error), "condition", condition);
        }
        let message = condition_message(&condition);
        let text = format!("RError: {message}");
        let err = carry(RError::new_err(message), "condition", condition);
        RAISED.with_borrow_mut(|raised| raised.push((text, Python::attach(|py| err.clone_ref(py)))));
        err
    }
}

/// The R error whose text `exception` shows, although it is not its cause: compiled code of a library,
/// TensorFlow's for one, hands on no more than the text.
pub fn shown_error(exception: &Bound<'_, PyBaseException>, text: &str) -> Option<PyErr> {
    let py = exception.py();
    if !text.contains("RError: ") {
        return None;
    }
    let chain = std::iter::successors(Some(exception.clone().into_any()), |x| {
        let next = x.getattr("__cause__").ok().filter(|cause| !cause.is_none());
        next.or_else(|| x.getattr("__context__").ok()).filter(|context| !context.is_none())
    });
    if chain.take(100).any(|x| x.is_instance_of::<RError>()) {
        return None;
    }
    RAISED.with_borrow(|raised| {
        let found = raised.iter().rev().find(|(shown, _)| text.contains(shown));
        found.map(|(_, err)| err.clone_ref(py))
    })
}

/// The errors of a call from R are kept until the next begins, and no longer.
pub fn forget_raised() {
    if RAISED.with_borrow(|raised| !raised.is_empty()) {
        let raised = RAISED.take();
        drop(raised);
    }
}

impl RJump {
    /// `call` says which call from R the jump may leave: only that one, and only while it lasts.
    pub fn from_token(token: Preserved) -> PyErr {
        let err = carry(RJump::new_err("R left the call"), "token", token);
        Python::attach(|py| err.value(py).setattr("call", current_call()).err().unwrap_or(err))
    }

    /// A jump that Python kept and raised again later leads to where R is no more.
    pub fn is_stale(exception: &Bound<'_, PyBaseException>) -> bool {
        let call = exception.getattr("call").and_then(|call| call.extract::<u64>());
        call.map_or(true, |call| call != returned_call())
    }
}

thread_local! {
    // The condition of the exception raised again last, to be the same object when it is back in R. Only
    // the last: an exception that held its condition, which holds the exception, would never be freed.
    static PASSING: RefCell<Option<Preserved>> = const { RefCell::new(None) };
    // R errors that became exceptions during the outermost call from R, and how each is shown.
    static RAISED: RefCell<Vec<(String, PyErr)>> = const { RefCell::new(Vec::new()) };
}

/// The R condition that `exception` had when it passed through R last.
pub fn passing_condition(exception: &Bound<'_, PyBaseException>) -> Option<Value> {
    let condition = PASSING.take()?;
    let (own, _) = py_in_r::get(exception.py(), condition.as_sexp().named_elt("exception")?).ok()??;
    own.is(exception).then(|| condition.to_value())
}

fn python_exception(py: Python<'_>, condition: Sexp<'_>) -> Option<PyErr> {
    let (exception, _) = py_in_r::get(py, condition.named_elt("exception")?).ok()??;
    exception.is_instance_of::<PyBaseException>().then(|| PyErr::from_value(exception))
}

pub fn carry(err: PyErr, name: &str, x: Preserved) -> PyErr {
    Python::attach(|py| match Bound::new(py, RObject::new(x.as_sexp())) {
        Ok(object) => err.value(py).setattr(name, object).err().unwrap_or(err),
        Err(failed) => failed,
    })
}

fn condition_message(condition: &Preserved) -> String {
    match r_code::call(c"condition_message", &[condition.as_sexp()]) {
        Ok(message) => message.as_sexp().as_string().map(|text| text.into_owned()).unwrap_or_default(),
        Err(_) => "an R error".to_owned(),
    }
}

/// An R function. Called from Python, its arguments become R values (unless it was made with
/// `convert = FALSE`) and its result a Python one.
#[pyclass(module = "rpycall", extends = RObject, dict)]
pub struct RFunction {
    convert: bool,
    name: String,
    formals: Vec<(String, bool)>,
}

impl RFunction {
    pub fn new(x: Sexp<'_>, convert: bool) -> PyResult<PyClassInitializer<Self>> {
        let name = x.attr(c"py_function_name").and_then(Sexp::as_string);
        let name = name.map_or_else(|| "r_function".to_owned(), |name| name.into_owned());
        let function = RFunction { convert, name, formals: x.formals() };
        Ok(PyClassInitializer::from(RObject::new(x)).add_subclass(function))
    }
}

impl RFunction {
    /// Do arguments become R values?
    pub fn converts(&self) -> bool {
        self.convert
    }
}

#[pymethods]
impl RFunction {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>, Error> {
        callback::call(slf, args, kwargs)
    }

    /// An attribute of a class is a method, as a Python function would be.
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: Option<&Bound<'py, PyAny>>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match instance {
            None => Ok(slf.clone().into_any()),
            Some(instance) => slf.py().import("types")?.getattr("MethodType")?.call1((slf, instance)),
        }
    }

    #[getter(__name__)]
    fn name(&self) -> String {
        self.name.clone()
    }

    #[setter(__name__)]
    fn set_name(&mut self, name: String) {
        self.name = name;
    }

    #[getter(__qualname__)]
    fn qualname(&self) -> String {
        self.name.clone()
    }

    /// The R formals, for `inspect.signature()`.
    #[getter(__signature__)]
    fn signature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signature::of_formals(py, &self.formals)
    }
}

/// Calls an R function, as calling `f` itself does.
#[pyfunction]
#[pyo3(signature = (f, *args, **kwargs))]
fn call_r_function<'py>(
    f: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    match f.cast::<RFunction>() {
        Ok(_) => f.call(args, kwargs),
        Err(_) => Err(PyTypeError::new_err("call_r_function() takes an R function")),
    }
}

/// Calls a Python function on R's thread, which is Python's main thread.
#[pyfunction]
#[pyo3(signature = (f, *args, **kwargs))]
fn call_python_function_on_main_thread<'py>(
    f: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = f.py();
    let (f, args) = (f.clone().unbind(), args.clone().unbind());
    let kwargs = kwargs.map(|kwargs| kwargs.clone().unbind());
    let reply = queue::on_r_thread(py, move |py| {
        f.call(py, args.bind(py), kwargs.as_ref().map(|kwargs| kwargs.bind(py)))
    });
    Ok(reply?.into_bound(py))
}

/// Has R's thread call `f`, which raises nothing, when nothing else is to be done there.
#[pyfunction]
fn when_r_is_free(f: Bound<'_, PyAny>) {
    queue::ask_later(f.unbind());
}

pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = PyModule::new(py, "rpycall")?;
    module.setattr("__doc__", "R objects and R functions as Python sees them.")?;
    module.add_class::<RObject>()?;
    module.add_class::<RFunction>()?;
    module.add_class::<RArray>()?;
    module.add_class::<Handle>()?;
    module.add("RError", py.get_type::<RError>())?;
    module.add("RJump", py.get_type::<RJump>())?;
    module.add_function(wrap_pyfunction!(call_r_function, &module)?)?;
    module.add_function(wrap_pyfunction!(call_python_function_on_main_thread, &module)?)?;
    module.add_function(wrap_pyfunction!(when_r_is_free, &module)?)?;
    module.add_function(wrap_pyfunction!(interrupt::unraisable, &module)?)?;
    module.add_function(wrap_pyfunction!(robject::protected_rids, &module)?)?;
    module.add_function(wrap_pyfunction!(robject::unserialize, &module)?)?;
    module.add_function(wrap_pyfunction!(console::write_console, &module)?)?;
    module.add_function(wrap_pyfunction!(console::write_line, &module)?)?;
    Ok(module)
}
