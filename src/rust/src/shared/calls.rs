//! The calls that R is in, as another thread reads them.
//!
//! R's own functions give them, so R code runs on that thread. This is sound while R's thread can touch
//! nothing of R's: it is in Python, or in what Python called, and needs the GIL to come back. What finalizers
//! of R's collector might do on that thread stays a risk, taken when a program hangs anyway.
use crate::os::doing;
use crate::r::r_api::{rkeras_keep_reading, rkeras_read_calls};
use crate::r::{Sexp, Unwind, Value};
use pyo3::prelude::*;
use std::ffi::{CStr, c_char, c_void};

/// Names the function of the package that gives the calls as text. On R's thread.
pub fn set_reader(function: &'static CStr, namespace: Sexp<'_>) -> Result<(), Unwind> {
    let call = Value::call(Sexp::symbol(function), &[])?;
    // SAFETY: both are protected here, and from then on by R.
    unsafe { rkeras_keep_reading(call.raw(), namespace.raw()) };
    Ok(())
}

/// As `traceback()` shows them, the outermost first; `None` where R's thread is not in Python.
pub fn read(_py: Python<'_>) -> Option<Vec<String>> {
    if !doing::is_in_python() {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    // SAFETY: R's thread is where it was until the GIL is let go of, which nothing here does; `take` gets
    // what it is given here.
    unsafe { rkeras_read_calls(take, (&raw mut lines).cast()) };
    Some(lines)
}

unsafe extern "C" fn take(line: *const c_char, lines: *mut c_void) {
    // SAFETY: a NUL-terminated string of R's, and the lines that `read` gathers.
    unsafe { (*lines.cast::<Vec<String>>()).push(CStr::from_ptr(line).to_string_lossy().into_owned()) }
}
