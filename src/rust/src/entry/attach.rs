//! Every call from R into Python: the work before and after it.
use crate::error::{Result, fault};
use crate::memory::cycles;
use crate::object::{call, raised, recent};
use crate::os::pipe;
use crate::py::interpreter;
use crate::r::guard::Uninterrupted;
use crate::r::{preserve, saved, session};
use crate::shared::{collected, mirror};
use crate::threads::queue::{self, Whose};
use crate::threads::r_thread::{self, Doing};
use crate::threads::{activity, interrupt, kept, serve};
use pyo3::prelude::*;

/// Attaches to Python for a call from R. First releases the objects that either garbage collector has
/// freed, and runs the requests of other threads.
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> Result<T>) -> Result<T> {
    let _uninterrupted = Uninterrupted::new();
    mirror::cancel();
    preserve::release_dropped();
    pipe::handle_again();
    let _doing = r_thread::enter(Doing::Python);
    let outer = call::begin();
    if outer == 0 {
        saved::forget();
    }
    let out = Python::attach(|py| {
        collected::release(py);
        if outer == 0 {
            raised::forget_raised();
        }
        let serves = !queue::is_empty() && activity::is_turn_in_r(outer);
        // Work without Python must not hold the GIL.
        if serves && interpreter::detached(py, || serve::serve(Whose::ALL)) {
            session::set_interrupted(true);
        }
        let out = fault::caught(|| f(py));
        if outer == 0 {
            cycles::collect_if_asked(py);
            kept::release_unused(py);
        }
        out
    });
    if outer == 0 {
        recent::forget();
        interrupt::give_back();
    }
    let left = raised::unfinished_jump(call::current_call());
    call::end(outer);
    match left {
        Some(jump) if out.is_ok() => Err(jump.into()),
        _ => out,
    }
}
