//! Python output to R's console: immediately on the main thread, otherwise when the main thread serves the
//! queue.
use super::queue::{self, Request};
use super::r_thread;
use crate::error::{Error, Result};
use crate::os::thread;
use crate::r::guard::{self, Line, Unwind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::CString;

/// False if R has no console.
#[pyfunction]
pub fn write_console(text: &str, is_error: bool) -> Result<bool> {
    write(|| print(text, is_error), || queue::print(text, is_error))
}

/// A progress line; `becomes` is "show", "hold", "replace" or "end". False if R has no console.
#[pyfunction]
pub fn write_line(text: &str, becomes: &str) -> Result<bool> {
    let kind = match becomes {
        "show" => Line::Show,
        "hold" => Line::Hold,
        "replace" => Line::Replace,
        "end" => Line::End,
        _ => {
            return Err(Error::from(PyValueError::new_err(
                "`becomes` must be \"show\", \"hold\", \"replace\" or \"end\"",
            )));
        }
    };
    write(|| line(text, kind), || queue::push(Request::Line { text: text.to_owned(), kind }))
}

fn write(here: impl FnOnce() -> std::result::Result<(), Unwind>, queued: impl FnOnce()) -> Result<bool> {
    if r_thread::is_gone() {
        return Ok(false);
    }
    match thread::on_r_thread() {
        true => here()?,
        false => queued(),
    }
    Ok(true)
}

/// On the main thread.
pub fn print(text: &str, is_error: bool) -> std::result::Result<(), Unwind> {
    guard::print(&c_string(text), is_error)
}

/// On the main thread.
pub fn line(text: &str, kind: Line) -> std::result::Result<(), Unwind> {
    guard::write_line(&c_string(text), text.chars().count(), kind)
}

/// A C string ends at its first NUL, and R would not print the rest either.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}
