//! R environments and their variables.
use super::r_api::*;
use super::{Sexp, Type};
use libR_sys::*;

impl<'a> Sexp<'a> {
    pub fn global_env() -> Sexp<'static> {
        // SAFETY: R's constants are never collected.
        unsafe { Sexp::borrow(R_GlobalEnv) }
    }

    pub fn empty_env() -> Sexp<'static> {
        // SAFETY: as above.
        unsafe { Sexp::borrow(R_EmptyEnv) }
    }

    /// A variable in this environment itself. Active bindings, which run code, are skipped.
    pub fn var(self, name: Sexp<'_>) -> Option<Sexp<'a>> {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment and a symbol; a binding lives as long as the environment holds it.
        unsafe {
            let exists = R_existsVarInFrame(self.raw(), name.raw()) != Rboolean::FALSE;
            if !exists || R_BindingIsActive(name.raw(), self.raw()) != Rboolean::FALSE {
                return None;
            }
            Some(Sexp::borrow(Rf_findVarInFrame(self.raw(), name.raw())))
        }
    }

    pub fn set_var(self, name: Sexp<'_>, value: Sexp<'_>) {
        assert_eq!(self.kind(), Type::Environment);
        // SAFETY: an environment of our own making, not locked; all three are protected.
        unsafe { Rf_defineVar(name.raw(), value.raw(), self.raw()) }
    }
}
