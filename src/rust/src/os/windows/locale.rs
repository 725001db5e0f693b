//! The encoding of the C library's strings.

/// It is UTF-8 since R 4.2, on Windows 10 and later.
pub fn is_native_utf8() -> bool {
    true
}
