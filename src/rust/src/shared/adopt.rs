//! A NumPy array without other references becomes the memory of an R vector, without a copy.
use super::foreign::{self, Keeper};
use super::{bulk, collected};
use crate::r::{Unwind, Value};
use libR_sys::SEXPTYPE;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

struct Adopted {
    array: Py<PyAny>,
    bytes: usize,
}

impl Keeper for Adopted {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn release(self) {
        collected::add(self.array.into_ptr());
    }
}

/// The vector, without attributes. `array` must be contiguous, aligned, in native byte order, own its
/// memory, and be referenced only by the caller; `T` is the element type of R's type `kind`.
pub fn adopt<T: Element>(array: Bound<'_, PyArrayDyn<T>>, kind: SEXPTYPE) -> Result<Value, Unwind> {
    let (data, length) = (array.data(), array.len());
    let bytes = length * size_of::<T>();
    bulk::hold(array.py(), bytes);
    let adopted = Adopted { array: array.into_any().unbind(), bytes };
    // SAFETY: on the main thread; the memory lives as long as the array.
    unsafe { foreign::vector(adopted, kind, data.cast(), length) }
}
