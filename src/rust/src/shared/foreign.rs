//! A vector of R over memory that an object of Python or TensorFlow owns, without a copy.
use super::bulk;
use crate::r::r_api::{R_ClearExternalPtr, rkeras_numpy_vector};
use crate::r::value::Value;
use libR_sys::*;
use std::ffi::c_void;

/// What keeps the memory.
pub trait Owner {
    fn bytes(&self) -> usize;
    /// On the main thread, once R has collected the vector.
    fn release(self);
}

/// The vector, without attributes, of `length` elements of R's type `kind`.
///
/// # Safety
/// On the main thread. `data` are the elements, which stay where they are as long as `owner` lives.
pub unsafe fn vector<T: Owner>(owner: T, kind: SEXPTYPE, data: *mut c_void, length: usize) -> Value {
    // SAFETY: the caller's promise; the box belongs to the pointer, whose finalizer takes it back, and the
    // pointer is protected until the vector holds it.
    unsafe {
        let owner = R_MakeExternalPtr(Box::into_raw(Box::new(owner)).cast(), R_NilValue, R_NilValue);
        let owner = Value::protect(owner);
        R_RegisterCFinalizerEx(owner.raw(), Some(finalize::<T>), Rboolean::FALSE);
        Value::protect(rkeras_numpy_vector(kind as u32, data, length as R_xlen_t, owner.raw()))
    }
}

unsafe extern "C" fn finalize<T: Owner>(owner: SEXP) {
    // SAFETY: R calls this once for each pointer made by `vector`, on the main thread.
    let kept = unsafe { R_ExternalPtrAddr(owner) } as *mut T;
    if kept.is_null() {
        return;
    }
    // SAFETY: the box that `vector` gave away; cleared so that it is taken back once.
    let kept = unsafe {
        R_ClearExternalPtr(owner);
        Box::from_raw(kept)
    };
    bulk::let_go(kept.bytes());
    kept.release();
}
