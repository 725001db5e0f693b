//! R's console, written to by Python: at once on R's thread, else as soon as R's thread looks.
use super::{queue, r_thread};
use crate::error::{Error, Result};
use crate::os::posix;
use crate::r::guard::{self, Line, Unwind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::CString;

/// False where R has no console.
#[pyfunction]
pub fn write_console(text: &str, is_error: bool) -> Result<bool> {
    write(|| print(text, is_error), || queue::print(text, is_error))
}

/// A line of progress that `becomes` "show", "hold", "replace" or "end"; false where R has no console.
#[pyfunction]
pub fn write_line(text: &str, becomes: &str) -> Result<bool> {
    let kind = match becomes {
        "show" => Line::Show,
        "hold" => Line::Hold,
        "replace" => Line::Replace,
        "end" => Line::End,
        _ => return Err(Error::from(PyValueError::new_err("nothing that a line can become"))),
    };
    write(|| line(text, kind), || queue::write_line(text, kind))
}

fn write(here: impl FnOnce() -> std::result::Result<(), Unwind>, queued: impl FnOnce()) -> Result<bool> {
    if r_thread::is_gone() {
        return Ok(false);
    }
    match posix::on_r_thread() {
        true => here()?,
        false => queued(),
    }
    Ok(true)
}

/// On R's thread.
pub fn print(text: &str, is_error: bool) -> std::result::Result<(), Unwind> {
    guard::print(&c_string(text), is_error)
}

/// On R's thread.
pub fn line(text: &str, kind: Line) -> std::result::Result<(), Unwind> {
    guard::write_line(&c_string(text), text.chars().count(), kind)
}

/// A C string ends at its first NUL; R would show nothing of it either.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}
