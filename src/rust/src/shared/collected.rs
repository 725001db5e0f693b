//! Python objects that R has freed: they are released at the next call into Python.
use crate::os::hook::Hook;
use crate::os::pending::Pending;
use pyo3::prelude::*;
use std::cell::RefCell;

thread_local! {
    // R may collect while any lock is held, so it only stores the object.
    static COLLECTED: RefCell<Vec<*mut pyo3::ffi::PyObject>> = const { RefCell::new(Vec::new()) };
}

/// Releases objects. The destruction of some may wait for R.
pub static RELEASE: Hook<fn(Vec<Bound<'_, PyAny>>)> = Hook::new();

/// Stores a reference, which this takes over. On the main thread, as [`release`].
pub(super) fn add(object: *mut pyo3::ffi::PyObject) {
    COLLECTED.with_borrow_mut(|collected| collected.push(object));
    Pending::CollectedObjects.set();
}

pub fn release(py: Python<'_>) {
    if !Pending::CollectedObjects.take() {
        return;
    }
    let collected = COLLECTED.with_borrow_mut(std::mem::take);
    // SAFETY: the reference that `add` took over, dropped exactly once.
    let owned = |object| unsafe { Bound::from_owned_ptr(py, object) };
    RELEASE.get()(collected.into_iter().map(owned).collect());
}
