//! The routines that are called most often, without extendr's wrappers: 0.2 µs for each argument is half of
//! the time of an attribute access. `entry/quick.rs` implements them.
use super::{Sexp, Value};
use crate::os::hook::Hook;
use libR_sys::SEXP;

type Of2 = fn(Sexp<'_>, Sexp<'_>) -> Value;

/// The implementations; none of them panics.
#[derive(Clone, Copy)]
pub struct Routines {
    pub get_attr: Of2,
    pub get_kept: Of2,
    pub call: Of2,
    pub call_alike: Of2,
    pub call_as_written: fn(Sexp<'_>, Sexp<'_>, Sexp<'_>) -> Value,
    pub to_py: Of2,
    pub to_r: fn(Sexp<'_>) -> Value,
}

pub static ROUTINES: Hook<Routines> = Hook::new();

/// `x$name`
#[unsafe(no_mangle)]
extern "C" fn quick_get_attr(x: SEXP, name: SEXP) -> SEXP {
    // SAFETY: R protects the arguments of a routine while it runs, on the main thread, and what it returns.
    unsafe { (ROUTINES.get().get_attr)(Sexp::borrow(x), Sexp::borrow(name)).raw() }
}

/// The R object in the instance `x` under `name`.
#[unsafe(no_mangle)]
extern "C" fn quick_get_kept(x: SEXP, name: SEXP) -> SEXP {
    // SAFETY: as above.
    unsafe { (ROUTINES.get().get_kept)(Sexp::borrow(x), Sexp::borrow(name)).raw() }
}

/// `callable(...)`, with the arguments in a list.
#[unsafe(no_mangle)]
extern "C" fn quick_call(callable: SEXP, args: SEXP) -> SEXP {
    // SAFETY: as above.
    unsafe { (ROUTINES.get().call)(Sexp::borrow(callable), Sexp::borrow(args)).raw() }
}

/// As `quick_call`; the result is converted if that of all arguments would be.
#[unsafe(no_mangle)]
extern "C" fn quick_call_alike(callable: SEXP, args: SEXP) -> SEXP {
    // SAFETY: as above.
    unsafe { (ROUTINES.get().call_alike)(Sexp::borrow(callable), Sexp::borrow(args)).raw() }
}

/// `callable(...)`, with the arguments of the call `written`, evaluated in `env`.
#[unsafe(no_mangle)]
extern "C" fn quick_call_as_written(callable: SEXP, written: SEXP, env: SEXP) -> SEXP {
    let routine = ROUTINES.get().call_as_written;
    // SAFETY: as above.
    unsafe { routine(Sexp::borrow(callable), Sexp::borrow(written), Sexp::borrow(env)).raw() }
}

/// `r_to_py(x, convert)`
#[unsafe(no_mangle)]
extern "C" fn quick_to_py(x: SEXP, convert: SEXP) -> SEXP {
    // SAFETY: as above.
    unsafe { (ROUTINES.get().to_py)(Sexp::borrow(x), Sexp::borrow(convert)).raw() }
}

/// `py_to_r(x)`
#[unsafe(no_mangle)]
extern "C" fn quick_to_r(x: SEXP) -> SEXP {
    // SAFETY: as above.
    unsafe { (ROUTINES.get().to_r)(Sexp::borrow(x)).raw() }
}
