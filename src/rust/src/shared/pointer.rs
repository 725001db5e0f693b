//! A Python object in an R external pointer, released by R's collector without waiting for Python.
use super::address::AddressMap;
use super::{bulk, collected};
use crate::error::{Error, Result};
use crate::r::r_api::R_ClearExternalPtr;
use crate::r::{Preserved, Sexp, Symbol, Type, Value};
use libR_sys::*;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyType};
use std::cell::{Cell, RefCell};

type TakesOver = fn(SEXP) -> bool;

thread_local! {
    // Keyed by the address of the external pointer. R sometimes loses a finalizer that a finalizer
    // registered, so an entry may outlive its pointer: only the address may be used.
    static HANDLES: RefCell<AddressMap<Handle>> = RefCell::default();
    // Cells of freed references, for reuse. A new cell would survive its reference by one collection, and
    // be promoted to an older generation.
    static SPARE: RefCell<Vec<Preserved>> = const { RefCell::new(Vec::new()) };
    // While a trial runs (`mirror.rs`): whether it takes over an external pointer whose finalizer runs.
    static TAKES_OVER: Cell<Option<TakesOver>> = const { Cell::new(None) };
}

/// From now on finalizers ask `takes_over` first, or nobody.
pub(super) fn finalize_unless(takes_over: Option<TakesOver>) {
    TAKES_OVER.set(takes_over);
}

/// The object of an external pointer of this package.
pub enum Pointee<'py> {
    Object(Bound<'py, PyAny>),
    /// A pointer restored by `readRDS()` or `load()`, which do not restore the object.
    Null,
}

/// The value that an external pointer owns.
pub struct Handle {
    pub(super) object: *mut pyo3::ffi::PyObject,
    /// A cell that the external pointer protects. Its tag contains `convert`, and it can hold values that
    /// R's collector is to traverse.
    pub(super) cell: Preserved,
}

/// An external pointer that owns `x`, which uses `size` bytes.
pub fn new(x: Bound<'_, PyAny>, size: usize, convert: bool) -> Value {
    let py = x.py();
    // SAFETY: on the main thread; the pointer is protected before the finalizer is registered, and owns the
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

fn cell(convert: bool) -> Preserved {
    let spare = SPARE.with_borrow_mut(Vec::pop);
    // SAFETY: on the main thread; the cell is protected before anything else is allocated, and its tag is
    // ours.
    unsafe {
        let cell = spare
            .unwrap_or_else(|| Preserved::new(Value::protect(Rf_cons(R_NilValue, R_NilValue)).as_sexp()));
        SET_TAG(cell.as_sexp().raw(), if convert { tag() } else { R_NilValue });
        cell
    }
}

/// More spare cells are not worth their memory.
const MOST_SPARE: usize = 4096;

unsafe extern "C" fn finalize(x: SEXP) {
    if TAKES_OVER.get().is_some_and(|takes_over| takes_over(x)) {
        return;
    }
    // SAFETY: R calls this once for each pointer made by `new`, on the main thread.
    if let Some(object) = unsafe { take(x) } {
        collected::add(object);
    }
}

/// Takes the object of `x` and clears the pointer.
///
/// # Safety
/// `x` is an external pointer made by `new`, and this is the main thread.
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

/// Calls `f` for all entries. On the main thread; `f` must not add or remove entries.
pub(super) fn each_handle(mut f: impl FnMut(usize, &Handle)) {
    HANDLES.with_borrow(|handles| handles.iter().for_each(|(&address, handle)| f(address, handle)));
}

/// External pointers whose finalizers have run but that still own their objects. On the main thread.
#[derive(Default)]
pub struct Due(Vec<Preserved>);

impl Due {
    /// # Safety
    /// `x` is an external pointer made by `new`, whose finalizer runs.
    pub(super) unsafe fn push(&mut self, x: SEXP) {
        // SAFETY: R keeps it meanwhile.
        self.0.push(Preserved::new(unsafe { Sexp::borrow(x) }));
    }

    /// Releases the objects as the finalizers would have.
    pub fn release(self) {
        self.take().into_iter().for_each(collected::add);
    }

    /// New references to the objects, for another owner; the pointers keep their addresses.
    pub fn share(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        // SAFETY: each gives its reference away.
        let object = |x: SEXP| unsafe { Bound::from_owned_ptr(py, R_ExternalPtrAddr(x).cast()).unbind() };
        self.0.iter().map(|x| object(x.as_sexp().raw())).collect()
    }

    /// Clears pointers whose objects are shared.
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
