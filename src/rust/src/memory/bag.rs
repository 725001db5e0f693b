//! `rpycall.Bag`: makes Python's garbage collector see a cycle that R's has found.
//!
//! The bag owns the Python objects of unreachable references in R, and Python objects that stand for R
//! objects reachable only from these references own the bag. So the bag is part of every cycle across both
//! languages, and Python's collector frees the cycle as usual: `__del__` runs while all objects are alive,
//! and may resurrect them.
use crate::os::mutex::Mutex;
use crate::os::thread;
use crate::shared::pointer::Due;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::sync::Arc;

#[pyclass(module = "rpycall", frozen)]
pub struct Bag(Arc<Contents>);

/// Empty after Python has collected it.
pub struct Contents(Mutex<Option<Held>>);

struct Held {
    handles: Due,
    objects: Vec<Py<PyAny>>,
}

impl Bag {
    pub fn new(py: Python<'_>, handles: Due) -> PyResult<(Py<Self>, Arc<Contents>)> {
        let contents = Arc::new(Contents(Mutex::new(None)));
        let bag = Py::new(py, Bag(contents.clone()))?;
        let objects = handles.share(py);
        *contents.0.lock() = Some(Held { handles, objects });
        Ok((bag, contents))
    }
}

#[pymethods]
impl Bag {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Some(held) = self.0.0.try_lock() else { return Ok(()) };
        held.iter().flat_map(|held| &held.objects).try_for_each(|object| visit.call(object))
    }

    fn __clear__(&self) {
        self.0.give_up();
    }
}

/// Python's collector may reach an object that owns the bag before the bag.
impl Drop for Bag {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

impl Contents {
    /// Returns the objects that Python did not collect to the references in R.
    pub fn give_back(&self) {
        if let Some(held) = self.take() {
            held.handles.own(held.objects);
        }
    }

    fn give_up(&self) {
        // Only the main thread may access the references. On other threads, a later collection frees them.
        if !thread::on_r_thread() {
            return;
        }
        if let Some(held) = self.take() {
            held.handles.forget();
            drop(held.objects);
        }
    }

    fn take(&self) -> Option<Held> {
        self.0.lock().take()
    }
}
