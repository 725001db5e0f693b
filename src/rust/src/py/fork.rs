//! Prepares Python for a fork by R code, in both processes. Python's `os.fork()` does this itself.
use pyo3::ffi::*;

/// Python's state between the handlers of a fork.
pub struct Forking(PyGILState_STATE);

impl Forking {
    /// On the main thread, detached: no thread keeps the GIL while it waits for R.
    pub fn begin() -> Self {
        // SAFETY: Python runs.
        unsafe {
            let state = PyGILState_Ensure();
            PyOS_BeforeFork();
            Forking(state)
        }
    }

    pub fn end_in_parent(self) {
        // SAFETY: ends what `begin` began.
        unsafe {
            PyOS_AfterFork_Parent();
            PyGILState_Release(self.0);
        }
    }

    pub fn end_in_child(self) {
        // SAFETY: ends what `begin` began; only this thread is left.
        unsafe {
            PyOS_AfterFork_Child();
            PyGILState_Release(self.0);
        }
    }
}
