//! The routines that are called most, without extendr's wrapping: 0.2 µs for each argument is half
//! of the time that an attribute takes.
use super::{Sexp, Value};
use crate::entry::{attr, build, call};
use crate::error::{Error, Result};
use crate::fault;
use extendr_api::Robj;
use libR_sys::SEXP;

/// `x$name`
#[unsafe(no_mangle)]
extern "C" fn quick_get_attr(x: SEXP, name: SEXP) -> SEXP {
    // SAFETY: R protects the arguments of a routine while it runs, on R's thread.
    answer(|| unsafe { attr::get(Sexp::borrow(x), Sexp::borrow(name), None) })
}

/// The R object in the instance `x` under `name`.
#[unsafe(no_mangle)]
extern "C" fn quick_get_kept(x: SEXP, name: SEXP) -> SEXP {
    // SAFETY: as above.
    answer(|| unsafe { attr::get_kept(Sexp::borrow(x), Sexp::borrow(name)) })
}

/// `callable(...)`, the arguments in a list.
#[unsafe(no_mangle)]
extern "C" fn quick_call(callable: SEXP, args: SEXP) -> SEXP {
    // SAFETY: as above.
    answer(|| unsafe { call::call(Sexp::borrow(callable), Sexp::borrow(args), None) })
}

/// `callable(...)`, the arguments as they stand in the call `written` and mean in `env`.
#[unsafe(no_mangle)]
extern "C" fn quick_call_as_written(callable: SEXP, written: SEXP, env: SEXP) -> SEXP {
    // SAFETY: as above.
    answer(|| unsafe {
        call::call_as_written(Sexp::borrow(callable), Sexp::borrow(written), Sexp::borrow(env))
    })
}

/// `r_to_py(x, convert)`
#[unsafe(no_mangle)]
extern "C" fn quick_to_py(x: SEXP, convert: SEXP) -> SEXP {
    // SAFETY: as above.
    answer(|| unsafe { build::to_py(Sexp::borrow(x), Sexp::borrow(convert)) })
}

/// `py_to_r(x)`
#[unsafe(no_mangle)]
extern "C" fn quick_to_r(x: SEXP) -> SEXP {
    // SAFETY: as above.
    answer(|| unsafe { build::to_r(Sexp::borrow(x)) })
}

/// The value, or the error as extendr gives it to R. R protects what a routine returns.
fn answer(f: impl FnOnce() -> Result<Value>) -> SEXP {
    match fault::caught(f) {
        Ok(value) => value.raw(),
        Err(err) => {
            let err: Robj = Err::<Robj, Error>(err).into();
            Sexp::of(&err).raw()
        }
    }
}
