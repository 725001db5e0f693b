//! R's interrupts.
use super::r_api::{rkeras_is_interrupted, rkeras_set_interrupted};
use super::{Unwind, guard};

/// Whether the user interrupted R, and R may be interrupted now. Any thread may call this.
pub fn is_interrupted() -> bool {
    // SAFETY: reads flags that R's own signal handler writes as well, as a hint.
    unsafe { rkeras_is_interrupted() != 0 }
}

/// Takes the interrupt from R, or returns it. On the main thread.
pub fn set_interrupted(interrupted: bool) {
    // SAFETY: sets such a flag.
    unsafe { rkeras_set_interrupted(interrupted.into()) }
}

/// The result of R code whose errors are ignored; an interrupt is returned to R. On the main thread.
pub fn ignoring_errors<T>(result: Result<T, Unwind>) -> Option<T> {
    let is_interrupt = |unwind: &Unwind| match unwind {
        Unwind::Condition(condition) => condition.as_sexp().inherits("interrupt"),
        Unwind::Jump(token) => !guard::is_error(token.as_sexp()),
        Unwind::NoMemory(_) | Unwind::NoText(_) => false,
    };
    if result.as_ref().is_err_and(is_interrupt) {
        set_interrupted(true);
    }
    result.ok()
}
