//! Starting CPython inside R.
use crate::os::doing::InR;
use crate::os::symbol::lookup;
use crate::os::thread::on_r_thread;
use crate::os::{pages, wide};
use pyo3::prelude::*;
use std::ffi::{c_long, c_ulong};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

unsafe extern "C" {
    fn PyThread_get_thread_ident() -> c_ulong;
}

/// Python's identifier of the calling thread.
pub fn thread_ident() -> u64 {
    // SAFETY: always defined.
    (unsafe { PyThread_get_thread_ident() }) as u64
}

/// Whether Python already runs in this process (reticulate, rpy2).
pub fn is_running() -> bool {
    // SAFETY: may be called before Python is initialised.
    unsafe { pyo3::ffi::Py_IsInitialized() != 0 }
}

/// Starts Python as if `program` had been run, so that its virtualenv is found, and releases the GIL.
///
/// Python's signal handlers are not installed: R handles SIGINT.
pub fn start(program: &str) -> Result<(), String> {
    set_program_name(program)?;
    pages::serve_arenas();
    // SAFETY: on the main thread, Python does not run yet; afterwards the GIL is released, so that
    // `attach` finds it as on any other thread.
    unsafe {
        pyo3::ffi::Py_InitializeEx(0);
        pyo3::ffi::PyEval_SaveThread();
    }
    Ok(())
}

/// From now on this thread has the GIL while R runs, as it has where reticulate started Python.
pub fn keep_gil() {
    KEPT.store(true, Relaxed);
    // SAFETY: on the main thread, which Python knows; a second time it changes nothing that matters.
    unsafe { pyo3::ffi::PyGILState_Ensure() };
}

/// Whether R's thread has the GIL while it runs R code.
static KEPT: AtomicBool = AtomicBool::new(false);

/// `Py_SetProgramName` is in every libpython up to 3.14 but not in the stable ABI's headers, so it is
/// looked up by name.
fn set_program_name(program: &str) -> Result<(), String> {
    let set = lookup(c"Py_SetProgramName")
        .ok_or("this libpython has no Py_SetProgramName; use CPython 3.10 to 3.14")?;
    // SAFETY: the signature is that of CPython's header; the name must outlive the interpreter.
    unsafe {
        let set: extern "C" fn(*const wide::WideChar) = std::mem::transmute(set);
        set(Box::leak(wide::path(program).into_boxed_slice()).as_ptr());
    }
    Ok(())
}

/// Attaches to Python. A library may have released the GIL without telling PyO3 before it called R, as
/// reticulate and `ctypes` do: PyO3 would not take it again.
#[expect(clippy::disallowed_methods, reason = "the GIL is held")]
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> T) -> T {
    let _gil = Gil::take();
    Python::attach(f)
}

/// Runs R code with the GIL released, unless it is kept. Rust does this for every call of R.
pub fn detached<T>(py: Python<'_>, f: impl FnOnce() -> T) -> T {
    released(py, || {
        let _kept = (on_r_thread() && KEPT.load(Relaxed)).then(Gil::take);
        f()
    })
}

/// Runs code that may wait for other threads of Python, with the GIL released.
///
/// PyO3's `detach` requires `Send`, to exclude Python objects. R values are not `Send` either but are safe
/// here, because the closure runs on the same thread.
pub fn released<T>(py: Python<'_>, f: impl FnOnce() -> T) -> T {
    struct SameThread<T>(T);
    // SAFETY: nothing crosses threads; callers hold no attached Python objects inside `f`.
    unsafe impl<T> Send for SameThread<T> {}
    impl<T, F: FnOnce() -> T> SameThread<F> {
        fn run(self) -> SameThread<T> {
            SameThread((self.0)())
        }
    }
    let _doing = on_r_thread().then(InR::enter);
    let f = SameThread(f);
    py.detach(move || f.run()).0
}

/// The GIL, held until it is released explicitly, on the same thread: PyO3 holds and releases it only by
/// scope.
pub struct Gil(pyo3::ffi::PyGILState_STATE);

impl Gil {
    pub fn take() -> Self {
        // SAFETY: Python runs.
        Gil(unsafe { pyo3::ffi::PyGILState_Ensure() })
    }

    pub fn py(&self) -> Python<'_> {
        // SAFETY: the thread is attached while `self` lives.
        unsafe { Python::assume_attached() }
    }
}

impl Drop for Gil {
    fn drop(&mut self) {
        // SAFETY: ends what `take` began, on the same thread.
        unsafe { pyo3::ffi::PyGILState_Release(self.0) };
    }
}

/// Acquires the GIL permanently.
pub fn keep_attached() {
    // SAFETY: Python runs; the main thread may go on to call it.
    unsafe { pyo3::ffi::PyGILState_Ensure() };
}

/// Raises an exception of `class` in another thread, at its next Python instruction; `None` cancels one
/// that has not been raised yet.
pub fn raise_in_thread(_py: Python<'_>, ident: u64, class: Option<&Bound<'_, PyAny>>) {
    let class = class.map_or(std::ptr::null_mut(), Bound::as_ptr);
    // SAFETY: Python is attached; CPython counts a reference of its own.
    unsafe { pyo3::ffi::PyThreadState_SetAsyncExc(ident as c_long, class) };
}
