//! Python dicts, walked without a copy.
use pyo3::ffi::PyDict_Next;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Calls `f` with each pair and its position. The pair is owned meanwhile, as what `f` does may change the
/// dict (R may collect, and run finalizers): false where there are fewer or more than `n` then.
pub fn walk<'py>(
    dict: &Bound<'py, PyDict>,
    n: usize,
    mut f: impl FnMut(usize, Bound<'py, PyAny>, Bound<'py, PyAny>),
) -> bool {
    let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
    let mut i = 0;
    // SAFETY: a dict; Python checks the position against what the dict holds now. The references are
    // borrowed, and owned before anything else happens.
    while i < n && unsafe { PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) } != 0 {
        // SAFETY: as above.
        let owned = |x| unsafe { Bound::from_borrowed_ptr(dict.py(), x) };
        f(i, owned(key), owned(value));
        i += 1;
    }
    i == n && dict.len() == n
}
