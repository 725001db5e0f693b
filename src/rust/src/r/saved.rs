//! What R writes of a Python object into its own files: a raw vector that has its bytes when R writes it
//! (`src/saved.c`).
use super::r_api::*;
use super::{Sexp, Unwind, Value};
use std::ffi::CStr;

/// Names the function of the package that makes the bytes of what a pointer leads to. On R's thread.
pub fn set_maker(function: &'static CStr, namespace: Sexp<'_>) -> Result<(), Unwind> {
    let call = Value::call(Sexp::symbol(function), &[])?;
    // SAFETY: both are protected here, and from then on by R.
    unsafe { rkeras_set_saved(call.raw(), namespace.raw()) };
    Ok(())
}

/// Such a vector, without bytes yet.
pub fn of(pointer: &Value) -> Value {
    // SAFETY: on R's thread; the pointer is protected by its owner, and then by the vector.
    unsafe { Value::protect(rkeras_saved(pointer.raw())) }
}

/// The bytes that were made last are written by now.
pub fn forget() {
    // SAFETY: on R's thread. R may be in the midst of writing them, if a finalizer brought it here: it asks
    // for them again, and src/saved.c has an error then.
    unsafe { rkeras_forget_saved() }
}
