//! Conversion of strings, each created once: R stores each distinct string once, and recent strings are
//! found by their address.
#![expect(clippy::indexing_slicing, reason = "the shift leaves as many bits as the table has")]

use crate::error::{Error, Result};
use crate::r::guard::{self, Scalar};
use crate::r::value::LONG_STRING;
use crate::r::{Sexp, Type, Value, utf8};
use libR_sys::*;
use pyo3::ffi::{PyErr_Clear, PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize};
use pyo3::prelude::*;
use pyo3::types::PyString;

impl Sexp<'_> {
    /// An identifier that is the same for equal strings; never zero.
    pub fn string_id(self, i: usize) -> usize {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the type and the bounds are checked; the address is only compared.
        unsafe { STRING_ELT(self.raw(), i as R_xlen_t) as usize }
    }

    /// Element `i` of a character vector as a `str`, `NA` as `None`; an error if it is not valid text.
    pub fn string_to_py<'py>(self, py: Python<'py>, i: usize) -> Result<Bound<'py, PyAny>> {
        if self.kind() != Type::Character || i >= self.len() {
            return Err(Error::convert("A vector that must be character is of another type."));
        }
        // SAFETY: the type and the bounds are checked.
        unsafe { chars_to_py(py, STRING_ELT(self.raw(), i as R_xlen_t)) }
    }
}

/// # Safety
/// `x` is a CHARSXP.
#[inline]
pub unsafe fn chars_to_py(py: Python<'_>, x: SEXP) -> Result<Bound<'_, PyAny>> {
    // SAFETY: bytes and length belong together; Python checks that they are UTF-8.
    unsafe {
        let Some(text) = utf8(x)? else { return Ok(py.None().into_bound(py)) };
        let text = PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as isize);
        Ok(Bound::from_owned_ptr_or_err(py, text)?)
    }
}

impl Value {
    /// Sets element `i` of a character vector; false if R has no string for `x`, or not without a guard.
    pub fn set_text(&mut self, i: usize, x: &Bound<'_, PyString>) -> bool {
        let Some(text) = short_text(x) else { return false };
        guard::put_element(self, i, Scalar::Chars(text));
        true
    }

    /// Copies element `from` of a character vector to element `to`.
    pub fn copy_string(&mut self, from: usize, to: usize) {
        let n = self.as_sexp().len();
        assert!(self.as_sexp().kind() == Type::Character && from < n && to < n);
        // SAFETY: the type and the bounds are checked; nothing is allocated.
        unsafe { SET_STRING_ELT(self.raw(), to as R_xlen_t, STRING_ELT(self.raw(), from as R_xlen_t)) }
    }

    /// Sets element `to` of a character vector to element `from` of `x`.
    pub fn set_string_of(&mut self, to: usize, x: Sexp<'_>, from: usize) {
        assert!(self.as_sexp().kind() == Type::Character && x.kind() == Type::Character);
        assert!(to < self.as_sexp().len() && from < x.len());
        // SAFETY: the types and the bounds are checked; nothing is allocated.
        unsafe { SET_STRING_ELT(self.raw(), to as R_xlen_t, STRING_ELT(x.raw(), from as R_xlen_t)) }
    }
}

/// The UTF-8 of a `str`; `None` if it is long, or contains a NUL or a lone surrogate, which R strings
/// cannot contain.
#[inline]
pub fn short_text<'a>(x: &'a Bound<'_, PyString>) -> Option<&'a str> {
    let mut size = 0;
    // SAFETY: a str; the bytes are its own, are UTF-8, and live as long as it does.
    unsafe {
        let data = PyUnicode_AsUTF8AndSize(x.as_ptr(), &mut size);
        if data.is_null() {
            PyErr_Clear();
            return None;
        }
        let bytes = std::slice::from_raw_parts(data.cast::<u8>(), size as usize);
        let fits = bytes.len() < LONG_STRING && !bytes.contains(&0);
        fits.then(|| std::str::from_utf8_unchecked(bytes))
    }
}

/// The last position of recent strings, in a table of bounded size: a string that was removed from the
/// table is created again.
pub struct RecentStrings {
    slots: Vec<(usize, usize)>,
    shift: u32,
    /// Decreases with each new string: if few strings repeat, lookups cost more than they save.
    patience: u32,
}

/// The table grows with the vector, but clearing it should not take noticeable time.
const STRINGS_PER_SLOT: usize = 32;
const PATIENCE: u32 = 1 << 10;
const PER_HIT: u32 = 8;

impl RecentStrings {
    pub fn new(n: usize) -> Self {
        let bits = (n / STRINGS_PER_SLOT).next_power_of_two().trailing_zeros().clamp(6, 16);
        RecentStrings { slots: vec![(0, 0); 1 << bits], shift: 64 - bits, patience: PATIENCE }
    }

    /// The position where `id`, which is not zero, was last seen; otherwise records it at `i`.
    #[inline]
    pub fn position(&mut self, id: usize, i: usize) -> Option<usize> {
        if self.patience == 0 {
            return None;
        }
        // Addresses are multiples of 8; the odd factor spreads them over the table.
        let slot = ((id as u64 >> 3).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        let (known, at) = self.slots[slot];
        if known == id {
            self.patience = (self.patience + PER_HIT).min(PATIENCE);
            return Some(at);
        }
        self.patience -= 1;
        self.slots[slot] = (id, i);
        None
    }
}
