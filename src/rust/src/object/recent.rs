//! References to instances whose methods are R functions, reused by all calls of methods within a call from
//! R.
//!
//! They are dropped when the call returns: a reference in R keeps the Python object alive, so the object
//! must not keep the reference alive.
#![expect(clippy::indexing_slicing, reason = "positions are taken modulo the length")]

use super::call::current_call;
use super::{class_name, py_in_r};
use crate::error::Result;
use crate::os::pending::Pending;
use crate::r::{Preserved, Sexp, Value};
use pyo3::prelude::*;
use std::cell::RefCell;

const SIZE: usize = 16;

thread_local! {
    // Keyed by the object's address, which is unique while the reference exists.
    static KNOWN: RefCell<[Option<(usize, Preserved)>; SIZE]> = const { RefCell::new([const { None }; SIZE]) };
}

/// A reference with `convert = TRUE`.
pub fn handle(x: &Bound<'_, PyAny>) -> Result<Value> {
    let address = x.as_ptr() as usize;
    let place = (address >> 4) % SIZE;
    let known = KNOWN.with_borrow(|known| match &known[place] {
        Some((of, handle)) if *of == address => Some(handle.to_value()),
        _ => None,
    });
    if let Some(known) = known {
        if is_as_made(known.as_sexp(), x)? {
            return Ok(known);
        }
    }
    let made = py_in_r::reference(x.clone(), true)?;
    if current_call() != 0 {
        let kept = Preserved::new(made.as_sexp());
        KNOWN.with_borrow_mut(|known| known[place].replace((address, kept)));
        Pending::RecentReferences.set();
    }
    Ok(made)
}

/// R code may have changed the class of the reference.
fn is_as_made(handle: Sexp<'_>, x: &Bound<'_, PyAny>) -> Result<bool> {
    let class = class_name::of(&x.get_type())?.class();
    let same_class = handle.attr(c"class").is_some_and(|own| own.is(class.as_sexp()));
    Ok(same_class && py_in_r::get(x.py(), handle)?.is_some_and(|(own, converts)| own.is(x) && converts))
}

/// Called when the outermost call from R returns.
pub fn forget() {
    if Pending::RecentReferences.take() {
        KNOWN.with_borrow_mut(|known| known.iter_mut().for_each(|entry| drop(entry.take())));
    }
}
