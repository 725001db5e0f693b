//! A NumPy array without other references becomes the memory of an R vector, without a copy.
use super::{bulk, pointer};
use crate::r::r_api::{R_ClearExternalPtr, rkeras_numpy_vector};
use crate::r::value::Value;
use libR_sys::*;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// The value that the external pointer of such a vector owns.
struct Adopted {
    array: Py<PyAny>,
    bytes: usize,
}

/// The vector, without attributes. `array` must be contiguous, aligned, in native byte order, own its
/// memory, and be referenced only by the caller; `T` is the element type of R's type `kind`.
pub fn adopt<T: Element>(array: Bound<'_, PyArrayDyn<T>>, kind: SEXPTYPE) -> Value {
    let (data, length) = (array.data(), array.len());
    let bytes = length * size_of::<T>();
    bulk::hold(array.py(), bytes);
    let adopted = Box::new(Adopted { array: array.into_any().unbind(), bytes });
    // SAFETY: on the main thread; the box belongs to the pointer, whose finalizer takes it back, and the
    // pointer is protected until the vector holds it. The memory lives as long as the array.
    unsafe {
        let owner = R_MakeExternalPtr(Box::into_raw(adopted).cast(), R_NilValue, R_NilValue);
        let owner = Value::protect(owner);
        R_RegisterCFinalizerEx(owner.raw(), Some(finalize), Rboolean::FALSE);
        Value::protect(rkeras_numpy_vector(kind as u32, data.cast(), length as R_xlen_t, owner.raw()))
    }
}

unsafe extern "C" fn finalize(owner: SEXP) {
    // SAFETY: R calls this once for each pointer made by `adopt`, on the main thread.
    let adopted = unsafe { R_ExternalPtrAddr(owner) } as *mut Adopted;
    if adopted.is_null() {
        return;
    }
    // SAFETY: the box that `adopt` gave away; cleared so that it is taken back once.
    let adopted = unsafe {
        R_ClearExternalPtr(owner);
        Box::from_raw(adopted)
    };
    bulk::let_go(adopted.bytes);
    pointer::collect(adopted.array);
}
