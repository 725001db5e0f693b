//! `rpycall.Bag`: what shows Python's collector a cycle that R's has found.
//!
//! It owns what dead handles of R's held, and belongs to the Python objects that stand for R objects which
//! only those handles led to. So it is part of every cycle through both languages, and Python's collector does
//! the rest as ever: `__del__` runs while all is there, and may keep what it likes.
use crate::os::posix;
use crate::shared::pointer::Due;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
        *contents.lock() = Some(Held { handles, objects });
        Ok((bag, contents))
    }
}

#[pymethods]
impl Bag {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(held) = self.0.0.try_lock() else { return Ok(()) };
        held.iter().flat_map(|held| &held.objects).try_for_each(|object| visit.call(object))
    }

    fn __clear__(&self) {
        self.0.give_up();
    }
}

/// Python's collector may come to what holds the bag before it comes to the bag.
impl Drop for Bag {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

impl Contents {
    /// What Python did not collect belongs to R's handles again.
    pub fn give_back(&self) {
        if let Some(held) = self.take() {
            held.handles.own(held.objects);
        }
    }

    fn give_up(&self) {
        // Only R's thread may touch the handles. Elsewhere the collector has to come again.
        if !posix::on_r_thread() {
            return;
        }
        if let Some(held) = self.take() {
            held.handles.forget();
            drop(held.objects);
        }
    }

    fn take(&self) -> Option<Held> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
