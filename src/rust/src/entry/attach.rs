//! Every call from R into Python: the work before and after it.
use crate::error::{Error, Result, fault};
use crate::memory::cycles;
use crate::object::{call, raised, recent};
use crate::os::pending;
use crate::py::interpreter;
use crate::r::guard::Uninterrupted;
use crate::r::{preserve, saved, session};
use crate::shared::{collected, mirror};
use crate::threads::queue::{self, Whose};
use crate::threads::r_thread::{self, Doing};
use crate::threads::{activity, interrupt, kept, serve};
use pyo3::prelude::*;

/// Attaches to Python for a call from R. Requests of other threads and what is [`pending`] are done first or at
/// the end; usually there is nothing.
pub fn attach<T>(f: impl FnOnce(Python<'_>) -> Result<T>) -> Result<T> {
    let _uninterrupted = Uninterrupted::new();
    if pending::is_any() {
        before_python();
    }
    let _doing = r_thread::enter(Doing::Python);
    let outer = call::begin();
    let is_outermost = outer == 0;
    interpreter::attach(|py| {
        if pending::is_any() {
            at_start(py, is_outermost);
        }
        let serves = !queue::is_empty() && activity::is_turn_in_r(outer);
        // Work without Python must not hold the GIL.
        if serves && interpreter::detached(py, || serve::serve(Whose::ALL)) {
            session::set_interrupted(true);
        }
        let out = fault::caught(|| f(py));
        let left = if pending::is_any() { at_end(py, is_outermost) } else { None };
        call::end(outer);
        match left {
            Some(jump) if out.is_ok() => Err(jump),
            _ => out,
        }
    })
}

/// R's state, which the call may look at.
fn before_python() {
    mirror::cancel();
    preserve::release_dropped();
}

/// What R's collector has freed is released in every call; what earlier calls have left, in the next that no
/// call encloses.
fn at_start(py: Python<'_>, is_outermost: bool) {
    if is_outermost {
        saved::forget();
    }
    collected::release(py);
    if is_outermost {
        raised::forget_raised();
    }
}

/// Returns the jump with which R has left this call.
fn at_end(py: Python<'_>, is_outermost: bool) -> Option<Error> {
    if is_outermost {
        cycles::collect_if_asked(py);
        kept::release_unused(py);
        recent::forget();
        interrupt::give_back(py);
    }
    raised::unfinished_jump(call::current_call()).map(Error::from)
}
