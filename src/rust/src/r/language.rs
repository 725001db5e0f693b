//! R code as values: symbols, calls, functions, and their parts.
use super::r_api::*;
use super::{Sexp, Type, Unwind, Value, guard};
use libR_sys::*;
use std::ffi::CStr;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// A symbol that every call uses: R looks symbols up by name, which takes as long as an access to an attribute.
pub struct Symbol {
    name: &'static CStr,
    found: AtomicPtr<SEXPREC>,
}

impl Symbol {
    pub const fn new(name: &'static CStr) -> Self {
        Symbol { name, found: AtomicPtr::new(null_mut()) }
    }

    /// On the main thread.
    pub fn get(&self) -> Sexp<'static> {
        let found = self.found.load(Relaxed);
        if found.is_null() {
            let symbol = Sexp::symbol(self.name);
            self.found.store(symbol.raw(), Relaxed);
            return symbol;
        }
        // SAFETY: a symbol, which is never collected.
        unsafe { Sexp::borrow(found) }
    }
}

impl<'a> Sexp<'a> {
    /// A symbol with any name, or `None` if R does not allow the name: it would jump.
    pub fn any_symbol(name: &CStr) -> Option<Sexp<'static>> {
        // R's MAXIDSIZE.
        (1..=10_000).contains(&name.count_bytes()).then(|| Sexp::symbol(name))
    }

    /// Symbols are never collected. `name` must be a constant, or a name that [`Sexp::any_symbol`] allows.
    pub fn symbol(name: &CStr) -> Sexp<'static> {
        // SAFETY: a NUL-terminated name that R copies.
        unsafe { Sexp::borrow(Rf_install(name.as_ptr())) }
    }

    /// The empty symbol: a missing argument.
    pub fn missing_arg() -> Sexp<'static> {
        // SAFETY: one of R's constants, which are never collected.
        unsafe { Sexp::borrow(R_MissingArg) }
    }

    /// Whether `eval()` would evaluate it: a symbol, a call, a promise.
    pub fn is_language(self) -> bool {
        // SAFETY: reads the header.
        let kind = unsafe { TYPEOF(self.raw()) };
        matches!(kind, SEXPTYPE::SYMSXP | SEXPTYPE::LANGSXP | SEXPTYPE::PROMSXP | SEXPTYPE::BCODESXP)
    }

    /// The arguments of a call: tag (a symbol or NULL) and expression.
    pub fn cells(self) -> impl Iterator<Item = (Sexp<'a>, Sexp<'a>)> {
        // SAFETY: a call; its cells live as long as it does.
        let mut cell = unsafe { CDR(self.raw()) };
        std::iter::from_fn(move || {
            // SAFETY: a cell of the call, or the NULL at its end.
            unsafe {
                if cell == R_NilValue {
                    return None;
                }
                let found = (Sexp::borrow(TAG(cell)), Sexp::borrow(CAR(cell)));
                cell = CDR(cell);
                Some(found)
            }
        })
    }

    /// The function of a call, usually a symbol.
    pub fn head(self) -> Option<Sexp<'a>> {
        // SAFETY: reads the header, then the first cell of a call, which lives as long as the call.
        unsafe { (TYPEOF(self.raw()) == SEXPTYPE::LANGSXP).then(|| Sexp::borrow(CAR(self.raw()))) }
    }

    /// The same call with another function.
    pub fn with_head(self, head: Sexp<'_>) -> Result<Value, Unwind> {
        // SAFETY: a call; its arguments live as long as it does.
        let arguments = unsafe { Sexp::borrow(CDR(self.raw())) };
        guard::cell(Sexp::null(), head, arguments, true)
    }

    /// The formals of a function: each name, and whether it has a default. Empty for builtins.
    pub fn formals(self) -> Vec<(String, bool)> {
        if self.kind() != Type::Closure {
            return vec![("...".to_owned(), false)];
        }
        let mut out = Vec::new();
        // SAFETY: walks the pair list of a closure that is alive.
        unsafe {
            let mut cell = rkeras_formals(self.raw());
            while cell != R_NilValue {
                let name = CStr::from_ptr(R_CHAR(PRINTNAME(TAG(cell)))).to_string_lossy().into_owned();
                out.push((name, CAR(cell) != R_MissingArg));
                cell = CDR(cell);
            }
        }
        out
    }
}
