//! R environments and their variables.
use super::r_api::*;
use super::{Sexp, Type};
use libR_sys::*;

/// How a variable is bound, as `src/r_api.c` says.
pub enum Binding<'a> {
    Value(Sexp<'a>),
    /// Its value might need R code: a promise, evaluated or not.
    Promise,
}

impl<'a> Sexp<'a> {
    pub fn global_env() -> Sexp<'static> {
        // SAFETY: R's constants are never collected.
        unsafe { Sexp::borrow(R_GlobalEnv) }
    }

    pub fn empty_env() -> Sexp<'static> {
        // SAFETY: as above.
        unsafe { Sexp::borrow(R_EmptyEnv) }
    }

    /// The value of a variable in this environment itself; none for a promise.
    pub fn var(self, name: Sexp<'_>) -> Option<Sexp<'a>> {
        match self.binding(name)? {
            Binding::Value(value) => Some(value),
            Binding::Promise => None,
        }
    }

    /// How a variable is bound in this environment itself. Active bindings, which run code, are skipped.
    pub fn binding(self, name: Sexp<'_>) -> Option<Binding<'a>> {
        assert_eq!(self.kind(), Type::Environment);
        let mut value = Sexp::null().raw();
        // SAFETY: an environment and a symbol; a binding lives as long as the environment holds it.
        unsafe {
            match rkeras_binding(name.raw(), self.raw(), &mut value) {
                0 => None,
                1 => Some(Binding::Value(Sexp::borrow(value))),
                _ => Some(Binding::Promise),
            }
        }
    }

    pub fn set_var(self, name: Sexp<'_>, value: Sexp<'_>) {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment of our own making, not locked; all three are protected.
        unsafe { Rf_defineVar(name.raw(), value.raw(), self.raw()) }
    }
}
