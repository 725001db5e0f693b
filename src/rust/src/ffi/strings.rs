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

/// Where a string was met last, in a table of bounded size: one that is forgotten is made once more.
pub struct Lately {
    slots: Vec<(usize, usize)>,
    shift: u32,
}

impl Lately {
    pub fn new(n: usize) -> Self {
        let bits = n.next_power_of_two().trailing_zeros().clamp(4, 16);
        Lately { slots: vec![(0, 0); 1 << bits], shift: 64 - bits }
    }

    /// The position where `id`, which is not zero, was met; else notes that it is at `i`.
    pub fn met(&mut self, id: usize, i: usize) -> Option<usize> {
        // Addresses are multiples of 8; the odd factor spreads them over the table.
        let slot = ((id as u64 >> 3).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        let (known, at) = self.slots[slot];
        if known == id {
            return Some(at);
        }
        self.slots[slot] = (id, i);
        None
    }
}
