//! Python lists, read and written in place. No other code may run meanwhile, so items are numbers, strings
//! and `None`.
use super::strings::{RecentStrings, chars_to_py};
use crate::error::Result;
use crate::os::headroom;
use crate::r::{Sexp, Value};
use libR_sys::{R_xlen_t, STRING_ELT};
use pyo3::ffi::{Py_ssize_t, PyList_GetItem, PyList_New, PyList_SetItem};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A list of `n` items, which are stored as they are created. `item` gets the list so far.
pub fn of<'py>(
    py: Python<'py>,
    n: usize,
    mut item: impl FnMut(&Bound<'py, PyList>, usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    // SAFETY: a new reference, or NULL with an exception set; the interpreter is attached.
    let list = unsafe { Bound::from_owned_ptr_or_err(py, PyList_New(n as Py_ssize_t))? };
    let list = list.cast_into::<PyList>().map_err(PyErr::from)?;
    for i in 0..n {
        headroom::check(i)?;
        let item = item(&list, i)?;
        // SAFETY: a list created here with `n` empty places; it takes the reference over. Where an item
        // fails, the list is dropped with the others empty, which Python allows for.
        unsafe { PyList_SetItem(list.as_ptr(), i as Py_ssize_t, item.into_ptr()) };
    }
    Ok(list.into_any())
}

/// A list of these items.
pub fn of_items<'py>(
    py: Python<'py>,
    items: impl IntoIterator<Item = Bound<'py, PyAny>, IntoIter: ExactSizeIterator>,
) -> Result<Bound<'py, PyAny>> {
    let mut items = items.into_iter();
    let missing = || py.None().into_bound(py);
    of(py, items.len(), |_, _| Ok(items.next().unwrap_or_else(missing)))
}

/// A list of the strings of `x`. R stores equal strings once; recent strings are reused.
pub fn of_strings<'py>(
    x: Sexp<'_>,
    py: Python<'py>,
    make: impl Fn(usize) -> Result<Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyAny>> {
    let mut recent = RecentStrings::new(x.len());
    of(py, x.len(), |list, i| {
        // SAFETY: `i` is below the length, and the place before it is filled; owned at once.
        unsafe {
            let chars = STRING_ELT(x.raw(), i as R_xlen_t);
            match recent.position(chars as usize, i) {
                Some(at) => Ok(item(list, at).to_owned()),
                // `make` raises the error.
                None => chars_to_py(py, chars).or_else(|_| make(i)),
            }
        }
    })
}

/// `to[i] = number(list[i])`; false if `number` does not support an item. `number` must not run Python or R
/// code.
pub fn read_numbers<T>(
    list: &Bound<'_, PyList>,
    to: &mut [T],
    number: impl Fn(Borrowed<'_, '_, PyAny>) -> Option<T>,
) -> bool {
    let read = |(i, to): (usize, &mut T)| {
        // SAFETY: below the length; nothing that could change the list runs before the item is read.
        number(unsafe { item(list, i) }).map(|x| *to = x).is_some()
    };
    // Allocating `to` may have run finalizers.
    to.len() == list.len() && to.iter_mut().enumerate().all(read)
}

/// As `read_numbers` for strings; false also if there is too little memory. The item is owned meanwhile,
/// because R may collect garbage and run finalizers.
pub fn read_strings(
    list: &Bound<'_, PyList>,
    to: &mut Value,
    mut read: impl FnMut(&Bound<'_, PyAny>, &mut Value, usize) -> bool,
) -> bool {
    (0..to.as_sexp().len()).all(|i| {
        // SAFETY: owned before anything else happens.
        headroom::check(i).is_ok() && i < list.len() && read(&unsafe { item(list, i) }.to_owned(), to, i)
    })
}

/// # Safety
/// The item must not be looked at after code ran that could change the list.
unsafe fn item<'a, 'py>(list: &'a Bound<'py, PyList>, i: usize) -> Borrowed<'a, 'py, PyAny> {
    // SAFETY: `i` is below the length, as the caller has just read it; a borrowed reference.
    unsafe { Borrowed::from_ptr(list.py(), PyList_GetItem(list.as_ptr(), i as Py_ssize_t)) }
}
