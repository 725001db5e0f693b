//! A NumPy array that nobody else holds becomes the memory of an R vector, without a copy.
use super::pointer;
use super::r_api::{R_ClearExternalPtr, R_gc, rkeras_numpy_vector};
use super::value::Value;
use crate::r_code;
use libR_sys::*;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::cell::Cell;

/// What the external pointer behind such a vector owns.
struct Adopted {
    array: Py<PyAny>,
    bytes: usize,
}

thread_local! {
    // R's collector does not see this memory: what is out now, and from where on it is told to look.
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static LIMIT: Cell<usize> = const { Cell::new(SMALLEST_LIMIT) };
}

/// 256 MB
const SMALLEST_LIMIT: usize = 1 << 28;

/// The vector, without attributes. `array` is contiguous, aligned, of native byte order, owns its memory
/// and is held by the caller alone; `T` is what R's type `kind` holds.
pub fn adopt<T: Element>(array: Bound<'_, PyArrayDyn<T>>, kind: SEXPTYPE) -> Value {
    let (data, length) = (array.data(), array.len());
    let bytes = length * size_of::<T>();
    collect_if_much(array.py(), bytes);
    BYTES.set(BYTES.get() + bytes);
    let adopted = Box::new(Adopted { array: array.into_any().unbind(), bytes });
    // SAFETY: on R's thread; the box belongs to the pointer, whose finalizer takes it back, and the pointer
    // is protected until the vector holds it. The memory lives as long as the array.
    unsafe {
        let owner = R_MakeExternalPtr(Box::into_raw(adopted).cast(), R_NilValue, R_NilValue);
        let owner = Value::protect(owner);
        R_RegisterCFinalizerEx(owner.raw(), Some(finalize), Rboolean::FALSE);
        Value::protect(rkeras_numpy_vector(kind as u32, data.cast(), length as R_xlen_t, owner.raw()))
    }
}

/// R would collect only when its own heap grows, however much memory its vectors hold elsewhere.
fn collect_if_much(py: Python<'_>, more: usize) {
    if BYTES.get() + more <= LIMIT.get() {
        return;
    }
    // Temporaries are young: R finds them without walking all that it holds.
    let young = r_code::call(c"collect_young", &[]);
    if young.is_err() || BYTES.get() + more > LIMIT.get() / 2 {
        // SAFETY: on R's thread, with all values in use protected; R contains errors of finalizers.
        unsafe { R_gc() };
    }
    pointer::release_collected(py);
    LIMIT.set((2 * (BYTES.get() + more)).max(SMALLEST_LIMIT));
}

unsafe extern "C" fn finalize(owner: SEXP) {
    // SAFETY: R calls this once for each pointer made by `adopt`, on R's thread.
    let adopted = unsafe { R_ExternalPtrAddr(owner) } as *mut Adopted;
    if adopted.is_null() {
        return;
    }
    // SAFETY: the box that `adopt` gave away; cleared so that it is taken back once.
    let adopted = unsafe {
        R_ClearExternalPtr(owner);
        Box::from_raw(adopted)
    };
    BYTES.set(BYTES.get().saturating_sub(adopted.bytes));
    pointer::collect(adopted.array);
}
