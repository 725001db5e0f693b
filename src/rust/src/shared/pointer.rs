//! A Python object inside an R external pointer, released by R's collector without waiting for Python.
use super::address::AddressMap;
use super::{bulk, mirror};
use crate::os::hook::Hook;
use crate::r::r_api::R_ClearExternalPtr;
use crate::r::{Preserved, Sexp, Type, Value};
use libR_sys::*;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyType};
use std::cell::RefCell;

thread_local! {
    // By the address of the external pointer. R loses a finalizer now and then, if a finalizer made it, so that
    // a pointer may be gone which is still here: the address is all that is asked of it.
    static HANDLES: RefCell<AddressMap<Handle>> = RefCell::default();
    // Cells of handles that are gone. New ones would outlive their handles by a collection, and grow old.
    static SPARE: RefCell<Vec<Preserved>> = const { RefCell::new(Vec::new()) };
    // What R has collected. A finalizer may run while any lock is held, so it only notes the pointer.
    static COLLECTED: RefCell<Vec<*mut pyo3::ffi::PyObject>> = const { RefCell::new(Vec::new()) };
}

/// What an external pointer of ours leads to.
pub enum Pointee<'py> {
    Object(Bound<'py, PyAny>),
    /// A pointer that came out of `saveRDS()` or `save()`, where the object did not go along.
    Null,
}

/// What an external pointer owns.
pub struct Handle {
    pub(super) object: *mut pyo3::ffi::PyObject,
    /// A cell that the external pointer protects. Its tag says `convert`, and what R's collector is to find
    /// beyond the handle can be put into it.
    pub(super) cell: Preserved,
}

/// An external pointer that owns `x`, which takes `size` bytes.
pub fn new(x: Bound<'_, PyAny>, size: usize, convert: bool) -> Value {
    let py = x.py();
    // SAFETY: on R's thread; the pointer is protected before the finalizer is registered, and owns the
    // one reference that `into_ptr` gives away.
    unsafe {
        let cell = cell(convert);
        let object = x.into_ptr();
        let out = Value::protect(R_MakeExternalPtr(object.cast(), tag(), cell.as_sexp().raw()));
        R_RegisterCFinalizerEx(out.raw(), Some(finalize), Rboolean::FALSE);
        let handle = Handle { object, cell };
        HANDLES.with_borrow_mut(|handles| handles.insert(out.raw() as usize, handle));
        bulk::hold_by(py, out.raw() as usize, size);
        out
    }
}

/// The object in `x`, and its `convert`; `None` if `x` is no pointer of ours.
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

/// Gives up objects: what the destruction of some waits for may be R.
pub static RELEASE: Hook<fn(Vec<Bound<'_, PyAny>>)> = Hook::new();

/// Gives back to Python what R has collected. Called with Python attached.
pub fn release_collected(py: Python<'_>) {
    let collected = COLLECTED.with_borrow_mut(std::mem::take);
    if collected.is_empty() {
        return;
    }
    // SAFETY: the reference that the finalizer took over, dropped exactly once.
    let owned = |object| unsafe { Bound::from_owned_ptr(py, object) };
    RELEASE.get()(collected.into_iter().map(owned).collect());
}

fn cell(convert: bool) -> Preserved {
    let spare = SPARE.with_borrow_mut(Vec::pop);
    // SAFETY: on R's thread; the cell is protected before anything else is allocated, and its tag is ours.
    unsafe {
        let cell = spare
            .unwrap_or_else(|| Preserved::new(Value::protect(Rf_cons(R_NilValue, R_NilValue)).as_sexp()));
        SET_TAG(cell.as_sexp().raw(), if convert { tag() } else { R_NilValue });
        cell
    }
}

/// More are not worth their memory.
const MOST_SPARE: usize = 4096;

unsafe extern "C" fn finalize(x: SEXP) {
    if mirror::note_due(x) {
        return;
    }
    // SAFETY: R calls this once for each pointer made by `new`, on R's thread.
    if let Some(object) = unsafe { take(x) } {
        COLLECTED.with_borrow_mut(|collected| collected.push(object));
    }
}

/// What `x` owns. Nobody finds the object by it again.
///
/// # Safety
/// `x` is an external pointer made by `new`, and this is R's thread.
unsafe fn take(x: SEXP) -> Option<*mut pyo3::ffi::PyObject> {
    // SAFETY: the caller's promise.
    let object = unsafe { R_ExternalPtrAddr(x) } as *mut pyo3::ffi::PyObject;
    // SAFETY: as above.
    unsafe { R_ClearExternalPtr(x) };
    let handle = HANDLES.with_borrow_mut(|handles| handles.remove(&(x as usize)));
    if let Some(handle) = handle {
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MOST_SPARE {
                spare.push(handle.cell);
            }
        });
    }
    bulk::let_go_by(x as usize);
    (!object.is_null()).then_some(object)
}

/// Goes through all of them. On R's thread; `f` makes and ends none.
pub(super) fn each_handle(mut f: impl FnMut(usize, &Handle)) {
    HANDLES.with_borrow(|handles| handles.iter().for_each(|(&address, handle)| f(address, handle)));
}

/// External pointers whose finalizers have run but which still own their objects. On R's thread.
#[derive(Default)]
pub struct Due(Vec<Preserved>);

impl Due {
    /// # Safety
    /// `x` is an external pointer made by `new`, whose finalizer runs.
    pub(super) unsafe fn push(&mut self, x: SEXP) {
        // SAFETY: R keeps it meanwhile.
        self.0.push(Preserved::new(unsafe { Sexp::borrow(x) }));
    }

    /// As their finalizers would have.
    pub fn release(self) {
        COLLECTED.with_borrow_mut(|collected| collected.extend(self.take()));
    }

    /// The objects, which from now on somebody else owns; the pointers still lead to them.
    pub fn share(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        // SAFETY: each gives its reference away.
        let object = |x: SEXP| unsafe { Bound::from_owned_ptr(py, R_ExternalPtrAddr(x).cast()).unbind() };
        self.0.iter().map(|x| object(x.as_sexp().raw())).collect()
    }

    /// Pointers that have shared their objects lead nowhere from now on.
    pub fn forget(self) {
        self.take();
    }

    /// Ends `share`: the pointers own their objects again, and R may collect them later.
    pub fn own(self, objects: Vec<Py<PyAny>>) {
        objects.into_iter().for_each(std::mem::forget);
        for x in self.0 {
            // SAFETY: a pointer made by `new`; its finalizer has run.
            unsafe { R_RegisterCFinalizerEx(x.as_sexp().raw(), Some(finalize), Rboolean::FALSE) };
        }
    }

    fn take(self) -> Vec<*mut pyo3::ffi::PyObject> {
        // SAFETY: pointers made by `new`.
        self.0.iter().filter_map(|x| unsafe { take(x.as_sexp().raw()) }).collect()
    }
}

/// The types of the objects that R holds, and how many of each.
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

/// Notes a reference that a finalizer gives up.
pub fn collect(object: Py<PyAny>) {
    COLLECTED.with_borrow_mut(|collected| collected.push(object.into_ptr()));
}

/// How many references to `x` there are.
pub fn references(x: &Bound<'_, PyAny>) -> isize {
    // SAFETY: reads the header of a live object; Python is attached, so that nobody changes it meanwhile.
    unsafe { pyo3::ffi::Py_REFCNT(x.as_ptr()) }
}

/// The address of a builtin's C function, which its bound copies share.
pub fn c_function(x: &Bound<'_, PyCFunction>) -> usize {
    // SAFETY: a builtin function, by its type.
    unsafe { pyo3::ffi::PyCFunction_GetFunction(x.as_ptr()) }.map_or(0, |function| function as usize)
}

fn tag() -> SEXP {
    // SAFETY: a symbol is never collected.
    unsafe { Rf_install(c"rkeras_python_object".as_ptr()) }
}
