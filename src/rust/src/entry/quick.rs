//! The implementations of the routines in `r/quick.rs`.
use super::{attr, build, call};
use crate::error::{Error, Result, fault};
use crate::r::quick::Routines;
use crate::r::{Sexp, Value};
use extendr_api::Robj;

pub const ROUTINES: Routines = Routines {
    get_attr: |x, name| answer(|| attr::get(x, name, None)),
    get_kept: |x, name| answer(|| attr::get_kept(x, name)),
    call: |callable, args, convert| answer(|| call::call(callable, args, convert.as_flag())),
    call_alike: |callable, args| answer(|| call::call_alike(callable, args)),
    call_as_written: |callable, written, env| answer(|| call::call_as_written(callable, written, env)),
    are_plain: |args| answer(|| call::are_plain(args)),
    to_py: |x, convert| answer(|| build::to_py(x, convert)),
    to_r: |x| answer(|| build::to_r(x)),
};

/// The value, or the error in the form in which extendr returns it to R.
fn answer(f: impl FnOnce() -> Result<Value>) -> Value {
    fault::caught(f).unwrap_or_else(|err| {
        let err: Robj = Err::<Robj, Error>(err).into();
        Sexp::of(&err).to_value()
    })
}
