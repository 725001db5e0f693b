//! Character vectors by the identity of their strings: R holds each distinct string once.
use super::{Sexp, Type, Value};
use libR_sys::*;

impl Sexp<'_> {
    /// The same for the same string; never zero.
    pub fn string_id(self, i: usize) -> usize {
        assert!(self.kind() == Type::Character && i < self.len());
        // SAFETY: the type and the bounds are checked; the address is only compared.
        unsafe { STRING_ELT(self.raw(), i as R_xlen_t) as usize }
    }
}

impl Value {
    /// Sets element `to` of a character vector to what element `from` of it is.
    pub fn copy_string(&mut self, from: usize, to: usize) {
        let n = self.as_sexp().len();
        assert!(self.as_sexp().kind() == Type::Character && from < n && to < n);
        // SAFETY: the type and the bounds are checked; nothing is allocated.
        unsafe { SET_STRING_ELT(self.raw(), to as R_xlen_t, STRING_ELT(self.raw(), from as R_xlen_t)) }
    }
}
