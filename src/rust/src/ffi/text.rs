//! The text in R's character vectors.
use super::r_api::*;
use super::{Sexp, Type};
use libR_sys::*;
use std::borrow::Cow;
use std::ffi::CStr;

impl<'a> Sexp<'a> {
    /// A character scalar that is not NA and is valid text.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        let is_one = self.kind() == Type::Character && self.len() == 1;
        is_one.then(|| self.text(0).ok().flatten()).flatten().map(Cow::Borrowed)
    }

    /// Element `i` of a character vector in UTF-8; `None` is `NA`. What is no text shows as U+FFFD.
    pub fn string(self, i: usize) -> Option<Cow<'a, str>> {
        self.bytes(i).map(String::from_utf8_lossy)
    }

    pub fn is_na_string(self, i: usize) -> bool {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the type and the bounds are checked.
        unsafe { STRING_ELT(self.raw(), i as R_xlen_t) == R_NaString }
    }

    /// Element `i` as [`Sexp::string`] gives it, or `Err` where its bytes are no valid text.
    pub fn text(self, i: usize) -> Result<Option<&'a str>, std::str::Utf8Error> {
        self.bytes(i).map(std::str::from_utf8).transpose()
    }

    pub fn bytes(self, i: usize) -> Option<&'a [u8]> {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the bounds are checked; the CHARSXP lives as long as the vector.
        unsafe {
            let x = STRING_ELT(self.raw(), i as R_xlen_t);
            utf8(x)
        }
    }
}

/// The bytes of a CHARSXP in UTF-8; `None` is `NA`.
///
/// # Safety
/// `x` is a CHARSXP that is alive for `'a`.
#[inline]
pub unsafe fn utf8<'a>(x: SEXP) -> Option<&'a [u8]> {
    // SAFETY: a CHARSXP ends in a NUL and holds no other.
    unsafe {
        if x == R_NaString {
            return None;
        }
        let bytes = CStr::from_ptr(R_CHAR(x)).to_bytes();
        Some(match Rf_getCharCE(x) {
            cetype_t::CE_NATIVE if !bytes.is_ascii() => translated(x),
            cetype_t::CE_LATIN1 => translated(x),
            _ => bytes,
        })
    }
}

/// # Safety
/// `x` is a CHARSXP in a native or latin1 encoding, and alive for `'a`.
unsafe fn translated<'a>(x: SEXP) -> &'a [u8] {
    // SAFETY: R keeps the translation until the `.Call` ends.
    unsafe { CStr::from_ptr(Rf_translateCharUTF8(x)).to_bytes() }
}
