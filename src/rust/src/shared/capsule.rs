//! A Python capsule that stands for an R object.
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};

const NAME: &CStr = c"rpycall.sexp";

/// The address of the capsule while it exists. Accessed only with Python attached.
#[derive(Default)]
pub struct Slot(AtomicPtr<PyObject>);

/// The value that a capsule stands for.
pub trait Owner: Send + Sync + 'static {
    fn capsule_slot(&self) -> &Slot;
}

impl Slot {
    pub fn is_some(&self) -> bool {
        !self.0.load(SeqCst).is_null()
    }

    /// The capsule of `owner`, which has this slot.
    pub fn get<'py, T: Owner>(&self, py: Python<'py>, owner: &Arc<T>) -> PyResult<Bound<'py, PyAny>> {
        let known = self.0.load(SeqCst);
        if !known.is_null() {
            // SAFETY: the capsule is alive: its destructor empties the slot.
            return Ok(unsafe { Bound::from_borrowed_ptr(py, known) });
        }
        let pointer = Arc::into_raw(owner.clone());
        // SAFETY: the capsule owns the reference that `into_raw` gives away, and gives it back in `destroy`.
        let made = unsafe { PyCapsule_New(pointer.cast_mut().cast(), NAME.as_ptr(), Some(destroy::<T>)) };
        // SAFETY: a new reference, or NULL with an exception set.
        let capsule = unsafe { Bound::from_owned_ptr_or_err(py, made) };
        match capsule {
            Ok(_) => self.0.store(made, SeqCst),
            // SAFETY: the reference was not taken over.
            Err(_) => drop(unsafe { Arc::from_raw(pointer) }),
        }
        capsule
    }
}

/// The value of a capsule that `get` made; `None` for other objects and other capsules.
pub fn owner<T: Owner>(x: &Bound<'_, PyAny>) -> Option<Arc<T>> {
    if !x.is_exact_instance_of::<PyCapsule>() {
        return None;
    }
    // SAFETY: a capsule of this name is one that `get` made. It holds a reference, to which this adds one.
    unsafe {
        if PyCapsule_IsValid(x.as_ptr(), NAME.as_ptr()) == 0 {
            return None;
        }
        let pointer = PyCapsule_GetPointer(x.as_ptr(), NAME.as_ptr()) as *const T;
        Arc::increment_strong_count(pointer);
        Some(Arc::from_raw(pointer))
    }
}

unsafe extern "C" fn destroy<T: Owner>(capsule: *mut PyObject) {
    // SAFETY: a capsule that `get` made of this type, for the last time.
    let owner = unsafe { Arc::from_raw(PyCapsule_GetPointer(capsule, NAME.as_ptr()) as *const T) };
    owner.capsule_slot().0.store(std::ptr::null_mut(), SeqCst);
}
