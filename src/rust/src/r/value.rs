//! An owned R value: it is protected until it is dropped. It exists only on the main thread.
//!
//! R may collect unprotected values whenever it allocates, so every constructor protects its result.
use super::guard::{self, Scalar, Unwind};
use super::missing::NA_LOGICAL;
use super::r_api::*;
use super::{Sexp, Type};
use crate::os::pages;
use libR_sys::*;
use std::ffi::{CStr, c_int};

type Result<T> = std::result::Result<T, Unwind>;

#[derive(Debug)]
pub struct Value(SEXP);

impl Value {
    /// # Safety
    /// `x` is alive now, and this is the main thread.
    pub unsafe fn protect(x: SEXP) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Rf_protect(x) };
        Value(x)
    }

    pub fn as_sexp(&self) -> Sexp<'_> {
        // SAFETY: protected while `self` lives.
        unsafe { Sexp::borrow(self.0) }
    }

    pub fn raw(&self) -> SEXP {
        self.0
    }

    pub fn null() -> Self {
        Sexp::null().to_value()
    }

    pub fn logical(x: Option<bool>) -> Self {
        // SAFETY: R's constants, or a fresh scalar protected at once.
        unsafe { Value::protect(Rf_ScalarLogical(x.map_or(NA_LOGICAL, i32::from))) }
    }

    pub fn integer(x: i32) -> Result<Self> {
        guard::scalar(Scalar::Integer(x))
    }

    pub fn double(x: f64) -> Result<Self> {
        guard::scalar(Scalar::Double(x))
    }

    pub fn complex(re: f64, im: f64) -> Result<Self> {
        let mut out = Value::complexes(1)?;
        out.complexes_mut().fill(Rcomplex { r: re, i: im });
        Ok(out)
    }

    /// A character scalar; an error if R has no string for `x`.
    pub fn string(x: &str) -> Result<Self> {
        let mut out = Value::characters(1)?;
        out.set_string(0, Some(x))?;
        Ok(out)
    }

    pub fn strings(x: &[impl AsRef<str>]) -> Result<Self> {
        let mut out = Value::characters(x.len())?;
        for (i, item) in x.iter().enumerate() {
            out.set_string(i, Some(item.as_ref()))?;
        }
        Ok(out)
    }

    pub fn logicals(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::LGLSXP, n)
    }

    pub fn integers(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::INTSXP, n)
    }

    pub fn doubles(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::REALSXP, n)
    }

    pub fn complexes(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::CPLXSXP, n)
    }

    pub fn raws(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::RAWSXP, n)
    }

    pub fn characters(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::STRSXP, n)
    }

    pub fn list(n: usize) -> Result<Self> {
        Value::vector(SEXPTYPE::VECSXP, n)
    }

    pub fn list_of(items: &[Value]) -> Result<Self> {
        Value::list_from(items.iter().map(|item| Ok(item.as_sexp().to_value())))
    }

    /// A list of the items, or the first error.
    pub fn list_from<E: From<Unwind>>(
        items: impl ExactSizeIterator<Item = std::result::Result<Value, E>>,
    ) -> std::result::Result<Self, E> {
        let mut out = Value::list(items.len())?;
        for (i, item) in items.enumerate() {
            out.set_elt(i, &item?);
        }
        Ok(out)
    }

    pub fn integers_from(items: impl ExactSizeIterator<Item = i32>) -> Result<Self> {
        let mut out = Value::integers(items.len())?;
        out.integers_mut().iter_mut().zip(items).for_each(|(to, x)| *to = x);
        Ok(out)
    }

    pub fn doubles_from(items: impl ExactSizeIterator<Item = f64>) -> Result<Self> {
        let mut out = Value::doubles(items.len())?;
        out.doubles_mut().iter_mut().zip(items).for_each(|(to, x)| *to = x);
        Ok(out)
    }

    /// The arguments of a call as a list, with names if any argument has a tag.
    pub fn list_of_cells(call: Sexp<'_>) -> Result<Self> {
        let cells: Vec<_> = call.cells().collect();
        let mut out = Value::list(cells.len())?;
        let tagged = cells.iter().any(|(tag, _)| !tag.is_null());
        let names = Value::characters(if tagged { cells.len() } else { 0 })?;
        for (i, (tag, item)) in cells.iter().enumerate() {
            out.set_elt(i, &item.to_value());
            if !tag.is_null() {
                // SAFETY: a symbol's name is a CHARSXP that lives as long as the symbol.
                unsafe { SET_STRING_ELT(names.0, i as R_xlen_t, PRINTNAME(tag.raw())) };
            }
        }
        if tagged {
            out.set_names(&names)?;
        }
        Ok(out)
    }

    /// Allocated under the guard, because R jumps if memory allocation fails.
    fn vector(kind: SEXPTYPE, n: usize) -> Result<Self> {
        const SMALL: usize = 1 << 10;
        let out = guard::allocate(kind, n)?;
        // R has already accessed the memory of lists and character vectors, to initialise it.
        let is_filled = matches!(kind, SEXPTYPE::VECSXP | SEXPTYPE::STRSXP);
        if n >= SMALL && !is_filled {
            // SAFETY: a new vector, which is not ALTREP, so its memory exists.
            pages::advise(unsafe { DATAPTR_RO(out.0) }.cast_mut(), n * guard::width(kind));
        }
        Ok(out)
    }

    pub fn environment(parent: Sexp<'_>) -> Result<Self> {
        guard::environment(parent)
    }

    /// A call or, with a symbol as `head`, any pair list that R evaluates.
    pub fn call(head: Sexp<'_>, args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Self> {
        let tail = Value::pairlist(args)?;
        guard::cell(Sexp::null(), head, tail.as_sexp(), true)
    }

    /// Values with tags (symbols), as for formals.
    pub fn pairlist(items: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Self> {
        let mut out = Value::null();
        for (tag, item) in items.iter().rev() {
            out = guard::cell(tag.map_or(Sexp::null(), |tag| tag), *item, out.as_sexp(), false)?;
        }
        Ok(out)
    }

    pub fn logicals_mut(&mut self) -> &mut [i32] {
        assert_eq!(self.as_sexp().kind(), Type::Logical);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { LOGICAL(x) })
    }

    pub fn integers_mut(&mut self) -> &mut [i32] {
        assert_eq!(self.as_sexp().kind(), Type::Integer);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { INTEGER(x) })
    }

    pub fn doubles_mut(&mut self) -> &mut [f64] {
        assert_eq!(self.as_sexp().kind(), Type::Double);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { REAL(x) })
    }

    pub fn integers64_mut(&mut self) -> &mut [i64] {
        assert_eq!(self.as_sexp().kind(), Type::Double);
        // SAFETY: the type is checked; both are 8 bytes wide.
        self.slice_mut(|x| unsafe { REAL(x).cast() })
    }

    pub fn complexes_mut(&mut self) -> &mut [Rcomplex] {
        assert_eq!(self.as_sexp().kind(), Type::Complex);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { COMPLEX(x) })
    }

    pub fn raws_mut(&mut self) -> &mut [u8] {
        assert_eq!(self.as_sexp().kind(), Type::Raw);
        // SAFETY: the type is checked.
        self.slice_mut(|x| unsafe { RAW(x) })
    }

    fn slice_mut<T>(&mut self, data: impl FnOnce(SEXP) -> *mut T) -> &mut [T] {
        match self.as_sexp().len() {
            0 => &mut [],
            // SAFETY: `len` elements of a vector created here that no other code has accessed yet.
            n => unsafe { std::slice::from_raw_parts_mut(data(self.0), n) },
        }
    }

    /// Sets element `i` of a character vector; `None` is `NA`. An error if R has no string for `x`.
    pub fn set_string(&mut self, i: usize, x: Option<&str>) -> Result<()> {
        assert!(self.as_sexp().kind() == Type::Character && i < self.as_sexp().len());
        match x {
            Some(x) if x.len() >= LONG_STRING => {
                let chars = long_chars(x)?;
                // SAFETY: the bounds are checked; a CHARSXP.
                unsafe { SET_STRING_ELT(self.0, i as R_xlen_t, chars.0) };
            }
            Some(x) => {
                check_nul(x)?;
                guard::set_element(self, i, Scalar::Chars(x))?;
            }
            // SAFETY: the bounds are checked; a constant of R's.
            None => unsafe { SET_STRING_ELT(self.0, i as R_xlen_t, R_NaString) },
        }
        Ok(())
    }

    /// As [`Self::set_string`], for many in a row, after [`crate::os::headroom`] was asked: short ones have no guard.
    pub fn put_string(&mut self, i: usize, x: &str) -> Result<()> {
        if x.len() >= LONG_STRING {
            return self.set_string(i, Some(x));
        }
        assert!(self.as_sexp().kind() == Type::Character);
        check_nul(x)?;
        guard::put_element(self, i, Scalar::Chars(x));
        Ok(())
    }

    /// Sets element `i` of a list.
    pub fn set_elt(&mut self, i: usize, x: &Value) {
        assert!(self.as_sexp().kind() == Type::List && i < self.as_sexp().len());
        // SAFETY: the bounds are checked.
        unsafe { SET_VECTOR_ELT(self.0, i as R_xlen_t, x.0) };
    }

    /// Sets an attribute; the value must be valid for R (see `set_dim`).
    pub fn set_attr(&mut self, name: &CStr, x: &Value) -> Result<()> {
        guard::set_attribute(self, name, x)
    }

    /// All attributes of `from`, a value of the same type and length.
    pub fn copy_attrs(&mut self, from: Sexp<'_>) -> Result<()> {
        assert!(from.kind() == self.as_sexp().kind() && from.len() == self.as_sexp().len());
        guard::copy_attributes(self, from)
    }

    pub fn set_class(&mut self, classes: &[&str]) -> Result<()> {
        self.set_attr(c"class", &Value::strings(classes)?)
    }

    pub fn set_names(&mut self, names: &Value) -> Result<()> {
        assert_eq!(names.as_sexp().len(), self.as_sexp().len());
        self.set_attr(c"names", names)
    }

    /// The product of `dim` must be the length, otherwise R refuses it.
    pub fn set_dim(&mut self, dim: &[i32]) -> Result<()> {
        assert_eq!(dim.iter().map(|&n| n as usize).product::<usize>(), self.as_sexp().len());
        self.set_attr(c"dim", &Value::integers_from(dim.iter().copied())?)
    }

    pub fn into_robj(self) -> extendr_api::Robj {
        // SAFETY: `self` protects the value until the `Robj` does.
        unsafe { extendr_api::Robj::from_sexp(self.0) }
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        // Values are dropped in any order, so not `Rf_unprotect`; the entry is at or near the top of the
        // stack.
        // SAFETY: protected by `protect`, once.
        unsafe { Rf_unprotect_ptr(self.0) }
    }
}

/// In bytes: longer strings are created under the guard, because R jumps if memory allocation fails.
pub const LONG_STRING: usize = 1 << 9;

fn long_chars(x: &str) -> Result<Value> {
    check_nul(x)?;
    match c_int::try_from(x.len()) {
        Ok(_) => guard::allocate_string(x),
        Err(_) => Err(Unwind::NoText(format!(
            "The Python string has {} bytes, and an R string holds at most 2^31 - 1. Keep it in Python \
             (convert = FALSE), or take it in pieces.",
            x.len()
        ))),
    }
}

/// An R string cannot contain a NUL.
fn check_nul(x: &str) -> Result<()> {
    // Bytes are searched first, because very few strings contain a NUL.
    let Some(byte) = x.as_bytes().iter().position(|&byte| byte == 0) else { return Ok(()) };
    let position = x.get(..byte).map_or(0, |before| before.chars().count()) + 1;
    Err(Unwind::NoText(format!(
        "The Python string has a NUL at character {position}, which R strings cannot hold. Keep it in Python \
         (convert = FALSE), or encode it there: its bytes become a raw vector."
    )))
}
