//! The encoding of the C library's strings.
use std::ffi::CStr;

/// Whether a string without a declared encoding must be UTF-8 to be valid. In an ASCII locale it is UTF-8,
/// as in Python.
pub fn is_native_utf8() -> bool {
    // SAFETY: a string of the C library's, read at once.
    let codeset = unsafe { CStr::from_ptr(libc::nl_langinfo(libc::CODESET)) };
    matches!(codeset.to_bytes(), b"UTF-8" | b"utf8" | b"utf-8" | b"ANSI_X3.4-1968" | b"US-ASCII" | b"646")
}
