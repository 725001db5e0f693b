//! The memory of a tensor as an R vector, without a copy.
use super::tensor::Tensor;
use crate::r::{Unwind, Value};
use crate::shared::bulk;
use crate::shared::foreign::{self, Keeper};
use libR_sys::SEXPTYPE;

impl Keeper for Tensor {
    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn release(self) {}
}

/// A vector of R's type `kind`, without attributes, over the elements of `tensor`, which it keeps alive and
/// which have the same type. R copies the vector before it modifies it, because TensorFlow may use the
/// memory too.
pub fn vector(tensor: Tensor, kind: SEXPTYPE) -> Result<Value, Unwind> {
    let (data, length) = (tensor.address(), tensor.len());
    bulk::hold_detached(tensor.bytes());
    // SAFETY: on the main thread; the memory lives as long as the tensor.
    let vector = unsafe { foreign::vector(tensor, kind, data as *mut _, length) }?;
    vector.as_sexp().mark_not_mutable();
    Ok(vector)
}
