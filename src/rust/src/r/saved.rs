//! The form of a Python object in R's own files: a raw vector whose bytes are created when R serializes it
//! (`src/saved.c`).
use super::r_api::*;
use super::{Sexp, Unwind, Value};
use crate::os::pending::Pending;
use std::ffi::CStr;

/// Sets the function of the package that creates the bytes for an external pointer. On the main thread.
pub fn set_maker(function: &'static CStr, namespace: Sexp<'_>) -> Result<(), Unwind> {
    let call = Value::call(Sexp::symbol(function), &[])?;
    // SAFETY: both are protected here, and from then on by R.
    unsafe { rkeras_set_saved(call.raw(), namespace.raw()) };
    Ok(())
}

/// Such a vector, without bytes yet.
pub fn of(pointer: &Value) -> Value {
    // SAFETY: on the main thread; the pointer is protected by its owner, and then by the vector.
    unsafe { Value::protect(rkeras_saved(pointer.raw())) }
}

/// A vector has bytes now.
#[unsafe(no_mangle)]
extern "C" fn rkeras_note_saved() {
    Pending::SavedBytes.set();
}

/// Called when the bytes that were created last have been written.
pub fn forget() {
    if Pending::SavedBytes.take() {
        // SAFETY: on the main thread. R may be in the midst of writing them, if a finalizer brought it here: it
        // asks for them again, and src/saved.c has an error then.
        unsafe { rkeras_forget_saved() }
    }
}
