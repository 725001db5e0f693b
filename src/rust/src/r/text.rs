//! The text in R's character vectors.
use super::r_api::*;
use super::{Sexp, Type, Unwind};
use crate::os::locale::is_native_utf8;
use crate::os::memory;
use libR_sys::*;
use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};

type Result<T> = std::result::Result<T, Unwind>;

impl<'a> Sexp<'a> {
    /// A character scalar that is not NA and is valid text.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        let is_one = self.kind() == Type::Character && self.len() == 1;
        is_one.then(|| self.text(0).ok().flatten()).flatten()
    }

    /// Element `i` of a character vector in UTF-8; `None` if it is `NA` or does not exist. Invalid bytes
    /// become U+FFFD.
    pub fn string(self, i: usize) -> Option<Cow<'a, str>> {
        match self.bytes(i)? {
            Ok(Cow::Borrowed(bytes)) => Some(String::from_utf8_lossy(bytes)),
            Ok(Cow::Owned(bytes)) => Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())),
            Err(_) => Some(Cow::Borrowed("\u{fffd}")),
        }
    }

    pub fn is_na_string(self, i: usize) -> bool {
        // SAFETY: a CHARSXP that is only compared.
        self.chars(i).is_none_or(|x| unsafe { x == R_NaString })
    }

    /// Element `i` as from [`Sexp::string`], or an error if its bytes are invalid.
    pub fn text(self, i: usize) -> Result<Option<Cow<'a, str>>> {
        let not_text = || Unwind::NoText("The bytes of a string are not valid in its encoding.".into());
        Ok(match self.bytes(i).transpose()? {
            None => None,
            Some(Cow::Borrowed(bytes)) => {
                Some(Cow::Borrowed(std::str::from_utf8(bytes).map_err(|_| not_text())?))
            }
            Some(Cow::Owned(bytes)) => Some(Cow::Owned(String::from_utf8(bytes).map_err(|_| not_text())?)),
        })
    }

    /// The unconverted bytes of element `i`, and whether its encoding is declared.
    pub fn raw_string(self, i: usize) -> Option<(&'a [u8], bool)> {
        // SAFETY: a CHARSXP that lives as long as the vector.
        self.chars(i).map(|x| unsafe { (bytes_of(x), Rf_getCharCE(x) != cetype_t::CE_NATIVE) })
    }

    fn bytes(self, i: usize) -> Option<Result<Cow<'a, [u8]>>> {
        // SAFETY: the CHARSXP lives as long as the vector.
        self.chars(i).and_then(|x| unsafe { utf8(x).transpose() })
    }

    fn chars(self, i: usize) -> Option<SEXP> {
        let is_there = self.kind() == Type::Character && i < self.len();
        // SAFETY: the type and the bounds are checked.
        is_there.then(|| unsafe { STRING_ELT(self.raw(), i as R_xlen_t) })
    }
}

/// The bytes of a CHARSXP in UTF-8, if they are valid text; `None` is `NA`.
///
/// # Safety
/// `x` is a CHARSXP that is alive for `'a`.
#[inline]
pub unsafe fn utf8<'a>(x: SEXP) -> Result<Option<Cow<'a, [u8]>>> {
    // SAFETY: the caller's promise.
    unsafe {
        if x == R_NaString {
            return Ok(None);
        }
        let bytes = bytes_of(x);
        // Most text, which is the same in every encoding.
        if bytes.is_ascii() {
            return Ok(Some(Cow::Borrowed(bytes)));
        }
        Ok(Some(match Rf_getCharCE(x) {
            cetype_t::CE_NATIVE if !is_native_utf8() => translated(bytes)?,
            cetype_t::CE_LATIN1 => Cow::Owned(of_latin1(bytes)?),
            _ => Cow::Borrowed(bytes),
        }))
    }
}

/// # Safety
/// `x` is a CHARSXP that is alive for `'a`.
#[inline]
unsafe fn bytes_of<'a>(x: SEXP) -> &'a [u8] {
    // SAFETY: a CHARSXP ends in a NUL and holds no other.
    unsafe { CStr::from_ptr(R_CHAR(x)).to_bytes() }
}

/// R treats latin1 as Windows-1252, which has letters in place of latin1's control characters.
fn of_latin1(bytes: &[u8]) -> Result<Vec<u8>> {
    const CONTROLS: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
        '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}',
        '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}',
        '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
    ];
    let mut out = memory::room(bytes.len())?;
    for &byte in bytes {
        let letter = match byte.checked_sub(0x80).and_then(|i| CONTROLS.get(usize::from(i))) {
            Some(&letter) => letter,
            None => char::from(byte),
        };
        memory::append(&mut out, letter.encode_utf8(&mut [0; 4]).as_bytes())?;
    }
    Ok(out)
}

/// Converts from the encoding of the locale. Bytes without a character stay unchanged, so that they are
/// detected as invalid; `Rf_translateCharUTF8()` would write `<e9>` for them.
fn translated(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    // SAFETY: two NUL-terminated names; an empty one is the locale's.
    let converter = unsafe { Riconv_open(c"UTF-8".as_ptr(), c"".as_ptr()) };
    if converter as isize == -1 {
        return Ok(Cow::Borrowed(bytes));
    }
    // A character takes at most 4 bytes in UTF-8.
    let mut out = memory::repeated(0_u8, 4 * bytes.len())?;
    let (mut from, mut left): (*const c_char, _) = (bytes.as_ptr().cast(), bytes.len());
    let (mut to, mut room): (*mut c_char, _) = (out.as_mut_ptr().cast(), out.len());
    // SAFETY: both sides have as many bytes as said; the converter is ours, and closed once.
    let failed = unsafe {
        let failed = Riconv(converter, &mut from, &mut left, &mut to, &mut room) == usize::MAX;
        Riconv_close(converter);
        failed
    };
    if failed {
        return Ok(Cow::Borrowed(bytes));
    }
    out.truncate(4 * bytes.len() - room);
    Ok(Cow::Owned(out))
}

unsafe extern "C" {
    fn Riconv_open(to: *const c_char, from: *const c_char) -> *mut c_void;
    fn Riconv(
        converter: *mut c_void,
        from: *mut *const c_char,
        left: *mut usize,
        to: *mut *mut c_char,
        room: *mut usize,
    ) -> usize;
    fn Riconv_close(converter: *mut c_void) -> c_int;
}
