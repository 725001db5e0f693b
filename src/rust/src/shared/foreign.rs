//! A vector of R over memory that an object of Python or TensorFlow owns, without a copy.
use super::bulk;
use super::owner::{self, Owned};
use crate::r::r_api::rkeras_numpy_vector;
use crate::r::value::Value;
use crate::r::{Unwind, guard};
use libR_sys::*;
use std::ffi::c_void;

/// What keeps the memory.
pub trait Keeper {
    fn bytes(&self) -> usize;
    /// R has freed the vector. R must not be used.
    fn release(self);
}

/// The vector, without attributes, of `length` elements of R's type `kind`.
///
/// # Safety
/// On the main thread. `data` are the elements, which stay where they are as long as `keeper` lives.
pub unsafe fn vector<T: Keeper>(
    keeper: T,
    kind: SEXPTYPE,
    data: *mut c_void,
    length: usize,
) -> Result<Value, Unwind> {
    let keeper = Box::into_raw(Box::new(keeper));
    let allocator = owner::allocator::<T>(keeper.cast());
    // SAFETY: the owner is made last, so that it exists if there is a value. Otherwise the box is still this
    // function's.
    unsafe {
        guard::value(|| {
            let vector = Rf_protect(rkeras_numpy_vector(kind as u32, data, length as R_xlen_t));
            R_set_altrep_data1(vector, owner::new(&allocator));
            Rf_unprotect(1);
            vector
        })
        .inspect_err(|_| <T as Owned>::release(keeper.cast()))
    }
}

impl<T: Keeper> Owned for T {
    unsafe fn release(data: *mut c_void) {
        // SAFETY: the box that `vector` gave away.
        let keeper = unsafe { Box::from_raw(data.cast::<T>()) };
        bulk::let_go(keeper.bytes());
        keeper.release();
    }
}
