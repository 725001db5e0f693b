//! Python objects whose destruction waits for threads that may wait for R, such as iterators of datasets.
//! Whatever releases them, on whatever thread, the last reference is kept here and dropped on a worker
//! thread.
use super::workers;
use crate::os::mutex::Mutex;
use crate::os::pending::Pending;
use crate::shared::pointer;
use pyo3::prelude::*;

/// Accessed only with the GIL, which no code below releases, so that no thread waits for the lock.
static KEPT: Mutex<Vec<Py<PyAny>>> = Mutex::new(Vec::new());

/// Keeps `x` until nothing else references it.
#[pyfunction]
pub fn release_on_worker(x: Bound<'_, PyAny>) {
    release_unused(x.py());
    let mut kept = KEPT.lock();
    kept.push(x.unbind());
    Pending::KeptObjects.set();
}

/// Releases those that nothing else references.
pub fn release_unused(py: Python<'_>) {
    if !Pending::KeptObjects.take() {
        return;
    }
    let unused = take_unused(py);
    if !unused.is_empty() {
        workers::release(unused);
    }
}

fn take_unused(py: Python<'_>) -> Vec<Py<PyAny>> {
    let mut kept = KEPT.lock();
    let is_used = |x: &Py<PyAny>| pointer::references(x.bind(py)) > 1;
    let (used, unused) = std::mem::take(&mut *kept).into_iter().partition(is_used);
    *kept = used;
    if !kept.is_empty() {
        Pending::KeptObjects.set();
    }
    unused
}

/// In a forked process the threads that their destruction waits for do not exist.
pub fn forget() {
    std::mem::forget(std::mem::take(&mut *KEPT.lock()));
    Pending::KeptObjects.take();
}
