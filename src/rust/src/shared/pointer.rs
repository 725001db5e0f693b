//! A Python object in an R external pointer, released once R has freed the pointer, without waiting for Python.
use super::address::AddressMap;
use super::owner::{self, Owned};
use super::{bulk, collected};
use crate::error::{Error, Result};
use crate::r::r_api::{R_ClearExternalPtr, SETCAR};
use crate::r::{Preserved, Sexp, Symbol, Type, Value, guard};
use libR_sys::*;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyType};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::hash::{BuildHasher, Hasher, RandomState};

thread_local! {
    /// The objects that R references, by number. R may collect whenever it allocates, which removes entries, so it is
    /// not used while this is borrowed.
    static HANDLES: RefCell<AddressMap<Handle>> = RefCell::default();
    static LAST: Cell<usize> = Cell::new(first_number());
}

/// The object of an external pointer of this package.
pub enum Pointee<'py> {
    Object(Bound<'py, PyAny>),
    /// A pointer restored by `readRDS()` or `load()`, which do not restore the object.
    Null,
}

/// An external pointer and the object that it owns.
pub struct Handle {
    pub(super) object: *mut pyo3::ffi::PyObject,
    pointer: SEXP,
    /// Counted by [`bulk`].
    size: usize,
}

/// An external pointer that owns `x`, which uses `size` bytes. It protects a cell: its tag says whether the reference
/// converts, its head is the owner, and its tail can hold values that R's collector is to traverse.
pub fn new(x: Bound<'_, PyAny>, size: usize, convert: bool) -> Result<Value> {
    let py = x.py();
    let number = LAST.get().wrapping_add(1);
    LAST.set(number);
    let (tag, object) = (tag(), x.as_ptr().cast());
    let convert = if convert { tag } else { Sexp::null().raw() };
    let allocator = owner::allocator::<Handle>(number as *mut c_void);
    // The pointer is made first and the owner last: then R's collector, which looks at younger objects more
    // often, never takes the pointer for older than its owner, and frees both at once.
    // SAFETY: all parts are protected until the pointer holds them.
    let out = unsafe {
        guard::value(|| {
            let pointer = Rf_protect(R_MakeExternalPtr(object, tag, R_NilValue));
            let cell = Rf_cons(R_NilValue, R_NilValue);
            R_SetExternalPtrProtected(pointer, cell);
            SET_TAG(cell, convert);
            SETCAR(cell, owner::new(&allocator));
            Rf_unprotect(1);
            pointer
        })
    }?;
    let handle = Handle { object: x.into_ptr(), pointer: out.raw(), size };
    HANDLES.with_borrow_mut(|handles| handles.insert(number, handle));
    bulk::hold(py, size);
    Ok(out)
}

/// R serializes the number, which is all that tells references apart in it: hashes of R values, as keys of a cache
/// that other sessions use too, differ by this number only.
fn first_number() -> usize {
    let mut random = RandomState::new().build_hasher();
    random.write_u32(std::process::id());
    random.finish() as usize
}

/// In a process that R has forked.
pub fn number_apart() {
    LAST.set(first_number());
}

impl Owned for Handle {
    unsafe fn release(number: *mut c_void) {
        if let Some(object) = take(number as usize) {
            collected::add(object);
        }
    }
}

/// Removes an entry, whose object the caller owns from then on.
fn take(number: usize) -> Option<*mut pyo3::ffi::PyObject> {
    let handle = HANDLES.with_borrow_mut(|handles| handles.remove(&number))?;
    bulk::let_go(handle.size);
    Some(handle.object)
}

/// The object in `x`, and its `convert`; `None` if `x` is not a pointer of this package.
pub fn get<'py>(py: Python<'py>, x: Sexp<'_>) -> Option<(Pointee<'py>, bool)> {
    if x.kind() != Type::Pointer {
        return None;
    }
    // SAFETY: an external pointer, tagged as ours only by `new`, holds a reference or NULL.
    unsafe {
        if R_ExternalPtrTag(x.raw()) != tag() {
            return None;
        }
        let convert = TAG(R_ExternalPtrProtected(x.raw())) != R_NilValue;
        let object = R_ExternalPtrAddr(x.raw()).cast();
        Some(match Bound::from_borrowed_ptr_or_opt(py, object) {
            Some(object) => (Pointee::Object(object), convert),
            None => (Pointee::Null, convert),
        })
    }
}

/// Lets go of the object of `x` now, instead of when R frees the pointer.
pub fn let_go(py: Python<'_>, x: Sexp<'_>) {
    if !matches!(get(py, x), Some((Pointee::Object(_), _))) {
        return;
    }
    // SAFETY: a pointer made by `new`, whose cell has the owner.
    let number = unsafe { owner::data(CAR(R_ExternalPtrProtected(x.raw()))) };
    // SAFETY: such a pointer; no other code uses the object by it.
    unsafe { R_ClearExternalPtr(x.raw()) };
    take(number).into_iter().for_each(collected::add);
    collected::release(py);
}

/// The object in a pointer of reticulate's, which owns a reference as ours does; `None` if it is NULL.
pub fn of_others<'py>(py: Python<'py>, x: Sexp<'_>) -> Result<Option<Bound<'py, PyAny>>> {
    // SAFETY: an external pointer in a reference of Python's classes holds an object or NULL. An object of another
    // interpreter has a header of the same form, by which it is recognised.
    unsafe {
        let object: *mut pyo3::ffi::PyObject = R_ExternalPtrAddr(x.raw()).cast();
        if object.is_null() {
            return Ok(None);
        }
        let metaclass = pyo3::ffi::Py_TYPE(pyo3::ffi::Py_TYPE(object).cast());
        if pyo3::ffi::PyType_IsSubtype(metaclass, &raw mut pyo3::ffi::PyType_Type) == 0 {
            return Err(Error::python(
                "This is an object of another Python in the same process. Let reticulate and rkeras use one Python: \
                 set the environment variable RETICULATE_PYTHON before either of them starts it.",
            ));
        }
        Ok(Some(Bound::from_borrowed_ptr(py, object)))
    }
}

/// Calls `f` for all entries. On the main thread; `f` must not use R's memory.
pub(super) fn each_handle(mut f: impl FnMut(usize, &Handle)) {
    HANDLES.with_borrow(|handles| handles.iter().for_each(|(&number, handle)| f(number, handle)));
}

/// Makes R's collector traverse `to` where it finds the external pointer; the pointer of the same number may be gone.
///
/// # Safety
/// `to` is alive.
pub(super) unsafe fn link(number: usize, to: SEXP) {
    HANDLES.with_borrow(|handles| {
        if let Some(handle) = handles.get(&number) {
            // SAFETY: the entry is removed when R frees the pointer and its cell; nothing is allocated.
            unsafe { SETCDR(R_ExternalPtrProtected(handle.pointer), to) };
        }
    });
}

/// External pointers that R code no longer reaches but that still own their objects. On the main thread.
#[derive(Default)]
pub struct Due(Vec<(usize, Preserved)>);

impl Due {
    /// Adds the pointer with this number, if R has not freed it. R must not have run finalizers since it collected.
    pub(super) fn push(&mut self, number: usize) {
        let pointer = HANDLES.with_borrow(|handles| handles.get(&number).map(|handle| handle.pointer));
        if let Some(pointer) = pointer {
            // SAFETY: it was kept by what a finalizer can reach, or by what Python references.
            let pointer = unsafe { Value::protect(pointer) };
            self.0.push((number, Preserved::new(pointer.as_sexp())));
        }
    }

    /// New references to the objects, for another owner; the pointers keep their addresses.
    pub fn share(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        // SAFETY: each gives its reference away.
        let object = |x: SEXP| unsafe { Bound::from_owned_ptr(py, R_ExternalPtrAddr(x).cast()).unbind() };
        self.0.iter().map(|(_, x)| object(x.as_sexp().raw())).collect()
    }

    /// Clears pointers whose objects are shared.
    pub fn forget(self) {
        for (number, pointer) in self.0 {
            // SAFETY: a pointer made by `new`.
            unsafe { R_ClearExternalPtr(pointer.as_sexp().raw()) };
            take(number);
        }
    }

    /// Ends `share`: the pointers own their objects again.
    pub fn own(self, objects: Vec<Py<PyAny>>) {
        objects.into_iter().for_each(std::mem::forget);
    }
}

/// The types of the objects that R references, and the number of objects of each.
pub fn live(py: Python<'_>) -> Vec<(Bound<'_, PyType>, usize)> {
    let mut counts: AddressMap<usize> = AddressMap::default();
    each_handle(|_, handle| {
        // SAFETY: a live object, whose header says its type.
        *counts.entry(unsafe { pyo3::ffi::Py_TYPE(handle.object) } as usize).or_default() += 1;
    });
    // SAFETY: an object of the type is alive, and so is the type.
    let class = |address: usize| unsafe { PyType::from_borrowed_type_ptr(py, address as *mut _) };
    counts.into_iter().map(|(address, count)| (class(address), count)).collect()
}

/// The reference count of `x`.
pub fn references(x: &Bound<'_, PyAny>) -> isize {
    // SAFETY: reads the header of a live object; Python is attached, so no other thread changes it.
    unsafe { pyo3::ffi::Py_REFCNT(x.as_ptr()) }
}

/// The address of a builtin's C function, which its bound copies share.
pub fn c_function(x: &Bound<'_, PyCFunction>) -> usize {
    // SAFETY: a builtin function, by its type.
    unsafe { pyo3::ffi::PyCFunction_GetFunction(x.as_ptr()) }.map_or(0, |function| function as usize)
}

fn tag() -> SEXP {
    static TAG: Symbol = Symbol::new(c"rkeras_python_object");
    TAG.get().raw()
}
