//! `rpycall.RObject`: an R object held by Python, which comes back to R as the identical object.
use super::bag::Bag;
use super::protected::{self, Protected};
use super::queue;
use crate::convert;
use crate::error::Error;
use crate::ffi::{Sexp, Type, Value, interpreter};
use crate::r_code;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, PoisonError};

/// An R object. Items and attributes are those that R has: members of environments and lists, slots, and
/// elements, counted from 0.
#[pyclass(module = "rpycall", subclass, frozen, weakref, mapping)]
pub struct RObject {
    x: Arc<Protected>,
    /// Is there something to look into?
    has_parts: bool,
    /// What R's handles hold, while only they lead to the R object (see [`Bag`]).
    bag: Mutex<Option<Py<Bag>>>,
}

impl RObject {
    pub fn new(x: Sexp<'_>) -> Self {
        let has_parts = !matches!(x.kind(), Type::Closure | Type::Builtin);
        RObject { x: protected::protect(x), has_parts, bag: Mutex::default() }
    }

    pub fn value(&self) -> Value {
        self.sexp().to_value()
    }

    pub fn sexp(&self) -> Sexp<'_> {
        self.x.sexp()
    }

    pub fn kept(&self) -> &Arc<Protected> {
        &self.x
    }

    pub fn set_bag(&self, bag: Py<Bag>) {
        let before = self.bag.lock().unwrap_or_else(PoisonError::into_inner).replace(bag);
        drop(before);
    }
}

#[pymethods]
impl RObject {
    /// Another Python object for the same R object.
    #[new]
    fn again(x: &Bound<'_, RObject>) -> Self {
        let x = x.get();
        RObject { x: x.x.clone(), has_parts: x.has_parts, bag: Mutex::default() }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is not visited seems to be in use.
        self.bag.try_lock().map_or(Ok(()), |bag| visit.call(&*bag))
    }

    /// The address of the R object.
    #[getter]
    fn rid(&self) -> usize {
        self.x.rid()
    }

    #[getter]
    fn __sexp__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.x.capsule(py)
    }

    /// How many Python objects stand for the R object.
    #[getter]
    fn __sexp_refcount__(&self) -> usize {
        self.x.count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<RObject>().is_ok_and(|other| other.get().rid() == self.rid())
    }

    fn __hash__(&self) -> usize {
        // Addresses are multiples of 8.
        self.rid() >> 3
    }

    /// As R prints it.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        ask(slf, c"printed", None)?.extract()
    }

    #[getter]
    fn rclass<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf, c"robject_class", None)
    }

    #[getter]
    fn names<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf, c"robject_names", None)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        part(slf, c"robject_item", &key)?.ok_or_else(|| PyKeyError::new_err(key.unbind()))
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // Python and its libraries ask any object for those.
        let special = name.str()?.to_string_lossy().starts_with("__");
        let found = if special { None } else { part(slf, c"robject_attr", &name)? };
        found.ok_or_else(|| PyAttributeError::new_err(format!("the R object has no `{name}`")))
    }

    /// Through R's `serialize()`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let unserialize = slf.py().import("rpycall")?.getattr("unserialize")?;
        Ok((unserialize, (ask(slf, c"serialized", None)?,)))
    }
}

/// The R object that `RObject.__reduce__()` wrote down.
#[pyfunction]
pub fn unserialize<'py>(bytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, bytes) = (bytes.py(), bytes.clone().unbind());
    let made = queue::on_r_thread(py, move |py| {
        let bytes = convert::to_r(bytes.bind(py))?;
        Ok(called(py, c"unserialize", &[bytes.as_sexp()])?.unbind())
    });
    Ok(made?.into_bound(py))
}

/// `(rid, count)` of every R object that Python keeps alive.
#[pyfunction]
pub fn protected_rids() -> Vec<(usize, usize)> {
    protected::rids()
}

/// What R's `function(x, key)` finds, in a list of one; nothing where that is NULL.
fn part<'py>(
    x: &Bound<'py, RObject>,
    function: &'static CStr,
    key: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !x.get().has_parts {
        return Ok(None);
    }
    let found = ask(x, function, Some(key))?;
    if found.is_none() { Ok(None) } else { found.get_item(0).map(Some) }
}

/// R's `function(x)` or `function(x, key)`, on R's thread.
fn ask<'py>(
    x: &Bound<'py, RObject>,
    function: &'static CStr,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, x, key) = (x.py(), x.clone().unbind(), key.map(|key| key.clone().unbind()));
    let answer = queue::on_r_thread(py, move |py| {
        let x = x.get();
        let key = key.map(|key| convert::to_r(key.bind(py))).transpose()?;
        let args = [Some(x.sexp()), key.as_ref().map(Value::as_sexp)];
        Ok(called(py, function, &args.into_iter().flatten().collect::<Vec<_>>())?.unbind())
    });
    Ok(answer?.into_bound(py))
}

fn called<'py>(
    py: Python<'py>,
    function: &'static CStr,
    args: &[Sexp<'_>],
) -> Result<Bound<'py, PyAny>, Error> {
    let value = interpreter::detached(py, || r_code::call(function, args))?;
    convert::to_py(py, value.as_sexp())
}
