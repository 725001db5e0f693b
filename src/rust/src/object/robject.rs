//! `rpycall.RObject`: an R object in Python, which converts back to the identical R object.
use super::protected::{self, Protected};
use crate::os::hook::Hook;
use crate::os::mutex::Mutex;
use crate::py::import::import;
use crate::r::{Sexp, Type, Value};
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::ffi::CStr;
use std::sync::Arc;

type Ask = for<'py> fn(
    &Bound<'py, RObject>,
    &'static CStr,
    Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>>;

/// Calls R's `function(x)` or `function(x, key)` on the main thread.
pub static ASK: Hook<Ask> = Hook::new();

/// An R object. Its items and attributes are those in R: members of environments and lists, slots, and
/// elements with indices from 0.
#[pyclass(module = "rpycall", subclass, frozen, weakref, mapping)]
pub struct RObject {
    x: Arc<Protected>,
    /// Whether it has members or elements.
    has_parts: bool,
    /// An `rpycall.Bag`, while the R object is reachable only from references in R.
    bag: Mutex<Option<Py<PyAny>>>,
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

    pub fn set_bag(&self, bag: Py<PyAny>) {
        let before = self.bag.lock().replace(bag);
        drop(before);
    }
}

#[pymethods]
impl RObject {
    /// Creates another Python object for the same R object.
    #[new]
    fn again(x: &Bound<'_, RObject>) -> Self {
        let x = x.get();
        RObject { x: x.x.clone(), has_parts: x.has_parts, bag: Mutex::default() }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // References that are not visited count as external.
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

    /// The number of Python objects that stand for the R object.
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

    /// The output of R's print().
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        ASK.get()(slf, c"printed", None)?.extract()
    }

    #[getter]
    fn rclass<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ASK.get()(slf, c"robject_class", None)
    }

    #[getter]
    fn names<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ASK.get()(slf, c"robject_names", None)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        part(slf, c"robject_item", &key)?.ok_or_else(|| PyKeyError::new_err(key.unbind()))
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // Python and its libraries look up special methods on any object.
        let special = name.str()?.to_string_lossy().starts_with("__");
        let found = if special { None } else { part(slf, c"robject_attr", &name)? };
        found.ok_or_else(|| PyAttributeError::new_err(format!("the R object has no `{name}`")))
    }

    /// Uses R's `serialize()`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let unserialize = import(slf.py(), "rkeras.rpycall")?.getattr("unserialize")?;
        Ok((unserialize, (ASK.get()(slf, c"serialized", None)?,)))
    }
}

/// `(rid, count)` of every R object that Python references.
#[pyfunction]
pub fn protected_rids() -> Vec<(usize, usize)> {
    protected::rids()
}

/// The result of R's `function(x, key)`, in a list of length 1; nothing if the result is NULL.
fn part<'py>(
    x: &Bound<'py, RObject>,
    function: &'static CStr,
    key: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !x.get().has_parts {
        return Ok(None);
    }
    let found = ASK.get()(x, function, Some(key))?;
    if found.is_none() { Ok(None) } else { found.get_item(0).map(Some) }
}
