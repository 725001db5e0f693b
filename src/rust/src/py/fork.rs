//! Python in order in both processes, where R code forks. Python's own `os.fork()` sees to that by itself.
use pyo3::ffi::*;

/// Python's state between the handlers of a fork.
pub struct Forking(PyGILState_STATE);

impl Forking {
    /// On R's thread, detached: nobody keeps the GIL while he waits for R.
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
