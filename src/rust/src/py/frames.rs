//! The Python frames of other threads.
use super::import::import;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::c_int;

/// `sys._current_frames()`: the innermost frame of each thread, by the thread's identifier.
///
/// CPython creates the frame objects while it holds the lock of its list of threads. In 3.11.0 to 3.11.8 the
/// garbage collector may run there, whose finalizers may release the GIL. Another thread that starts or ends then
/// waits for the lock with the GIL held, for ever (gh-106883). So the collector is off meanwhile.
#[pyfunction]
pub fn current_frames(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let frames = import(py, "sys")?.getattr("_current_frames")?;
    // Between this and the end of the call no other thread runs Python code that could turn it on.
    let _off = CollectorOff::begin(py);
    frames.call0()
}

/// Until this is dropped, Python's garbage collector does not run by itself.
struct CollectorOff {
    was_on: c_int,
}

impl CollectorOff {
    fn begin(_py: Python<'_>) -> Self {
        // SAFETY: Python is attached.
        CollectorOff { was_on: unsafe { ffi::PyGC_Disable() } }
    }
}

impl Drop for CollectorOff {
    fn drop(&mut self) {
        if self.was_on != 0 {
            // SAFETY: only `current_frames` has one, which is attached.
            unsafe { ffi::PyGC_Enable() };
        }
    }
}
