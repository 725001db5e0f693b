//! The memory of a tensor as an R vector, without a copy.
use super::tensor::Tensor;
use crate::r::Value;
use crate::r::r_api::{R_ClearExternalPtr, rkeras_numpy_vector};
use crate::shared::bulk;
use libR_sys::*;

/// A vector of R's type `kind`, without attributes, over the elements of `tensor`, which it keeps alive and
/// which have the same type. R copies the vector before it modifies it, because TensorFlow may use the
/// memory too.
pub fn vector(tensor: Tensor, kind: SEXPTYPE) -> Value {
    let (data, length, bytes) = (tensor.address(), tensor.len(), tensor.bytes());
    bulk::hold_detached(bytes);
    // SAFETY: on the main thread; the box belongs to the pointer, whose finalizer takes it back, and the
    // pointer is protected until the vector holds it. The memory lives as long as the tensor.
    unsafe {
        let owner = R_MakeExternalPtr(Box::into_raw(Box::new(tensor)).cast(), R_NilValue, R_NilValue);
        let owner = Value::protect(owner);
        R_RegisterCFinalizerEx(owner.raw(), Some(finalize), Rboolean::FALSE);
        let vector = rkeras_numpy_vector(kind as u32, data as *mut _, length as R_xlen_t, owner.raw());
        let vector = Value::protect(vector);
        vector.as_sexp().mark_not_mutable();
        vector
    }
}

unsafe extern "C" fn finalize(owner: SEXP) {
    // SAFETY: R calls this once for each pointer made by `vector`, on the main thread.
    let tensor = unsafe { R_ExternalPtrAddr(owner) } as *mut Tensor;
    if tensor.is_null() {
        return;
    }
    // SAFETY: the box that `vector` gave away; cleared so that it is taken back once.
    let tensor = unsafe {
        R_ClearExternalPtr(owner);
        Box::from_raw(tensor)
    };
    bulk::let_go(tensor.bytes());
}
