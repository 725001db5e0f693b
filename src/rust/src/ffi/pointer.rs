//! A Python object inside an R external pointer, released by R's collector without waiting for Python.
use super::r_api::R_ClearExternalPtr;
use super::{Sexp, Type, Value, bulk};
use crate::python::blocking;
use libR_sys::*;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyType};
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    // What R has collected. A finalizer may run while any lock is held, so it only notes the pointer.
    // How many objects R holds, by the address of their type.
    static LIVE: RefCell<HashMap<usize, usize>> = RefCell::default();
    static COLLECTED: RefCell<Vec<*mut pyo3::ffi::PyObject>> = const { RefCell::new(Vec::new()) };
}

/// What an external pointer of ours leads to.
pub enum Pointee<'py> {
    Object(Bound<'py, PyAny>),
    /// A pointer that came out of `saveRDS()` or `save()`, where the object did not go along.
    Null,
}

/// An external pointer that owns `x`, which takes `size` bytes. Its protected slot says `convert`.
pub fn new(x: Bound<'_, PyAny>, size: usize, convert: bool) -> Value {
    let py = x.py();
    let class = x.get_type().as_ptr() as usize;
    LIVE.with_borrow_mut(|live| *live.entry(class).or_default() += 1);
    // SAFETY: on R's thread; the pointer is protected before the finalizer is registered, and owns the
    // one reference that `into_ptr` gives away.
    unsafe {
        let flag = if convert { tag() } else { R_NilValue };
        let out = Value::protect(R_MakeExternalPtr(x.into_ptr().cast(), tag(), flag));
        R_RegisterCFinalizerEx(out.raw(), Some(finalize), Rboolean::FALSE);
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
        let convert = R_ExternalPtrProtected(x.raw()) != R_NilValue;
        let object = R_ExternalPtrAddr(x.raw()).cast();
        Some(match Bound::from_borrowed_ptr_or_opt(py, object) {
            Some(object) => (Pointee::Object(object), convert),
            None => (Pointee::Null, convert),
        })
    }
}

/// Gives back to Python what R has collected. Called with Python attached.
pub fn release_collected(py: Python<'_>) {
    let collected = COLLECTED.with_borrow_mut(std::mem::take);
    let mut elsewhere = Vec::new();
    for object in collected {
        // SAFETY: the reference that the finalizer took over, dropped exactly once.
        let object = unsafe { Bound::from_owned_ptr(py, object) };
        // An exception holds the frames it came through, and all that is in them.
        let may_block = object.is_instance_of::<PyBaseException>();
        if may_block || blocking::is_listed("__del__", || Ok(object.clone())).unwrap_or(false) {
            elsewhere.push(object.unbind());
        }
    }
    if !elsewhere.is_empty() {
        blocking::release(elsewhere);
    }
}

unsafe extern "C" fn finalize(x: SEXP) {
    // SAFETY: R calls this once for each pointer made by `new`, on R's thread.
    let object = unsafe { R_ExternalPtrAddr(x) } as *mut pyo3::ffi::PyObject;
    if object.is_null() {
        return;
    }
    // SAFETY: as above; the address is cleared so that nobody finds the object again.
    unsafe { R_ClearExternalPtr(x) };
    // SAFETY: a live object, whose header says its type.
    let class = unsafe { pyo3::ffi::Py_TYPE(object) } as usize;
    LIVE.with_borrow_mut(|live| {
        if let Some(count) = live.get_mut(&class) {
            *count = count.saturating_sub(1);
        }
    });
    bulk::let_go_by(x as usize);
    COLLECTED.with_borrow_mut(|collected| collected.push(object));
}

/// The types of the objects that R holds, and how many of each.
pub fn live(py: Python<'_>) -> Vec<(Bound<'_, PyType>, usize)> {
    LIVE.with_borrow_mut(|live| {
        live.retain(|_, count| *count > 0);
        // SAFETY: an object of the type is alive, and so is the type.
        let class = |&address: &usize| unsafe { PyType::from_borrowed_type_ptr(py, address as *mut _) };
        live.iter().map(|(address, count)| (class(address), *count)).collect()
    })
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
