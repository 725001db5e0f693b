//! R functions that `libR-sys` does not declare, and the functions of the C files in `src/`.
#![allow(improper_ctypes)] // R objects are opaque pointers
use libR_sys::{R_xlen_t, SEXP, cetype_t};
use std::ffi::{c_char, c_int, c_void};

/// `R_allocator_t` of R_ext/Rallocators.h.
#[repr(C)]
pub struct Allocator {
    pub allocate: unsafe extern "C" fn(*mut Allocator, usize) -> *mut c_void,
    pub free: unsafe extern "C" fn(*mut Allocator, *mut c_void),
    pub reserved: *mut c_void,
    pub data: *mut c_void,
}

/// What runs under a guard.
pub type Body = unsafe extern "C-unwind" fn(data: *mut c_void) -> SEXP;

unsafe extern "C" {
    pub fn R_CheckUserInterrupt();
    pub fn R_ClearExternalPtr(x: SEXP);
    pub fn R_gc();
    pub fn R_tryCatchError(
        body: Body,
        data: *mut c_void,
        handler: unsafe extern "C-unwind" fn(condition: SEXP, data: *mut c_void) -> SEXP,
        handler_data: *mut c_void,
    ) -> SEXP;
    pub fn Rf_ScalarLogical(x: c_int) -> SEXP;
    pub fn Rf_ScalarReal(x: f64) -> SEXP;
    pub fn Rf_ScalarString(x: SEXP) -> SEXP;
    pub fn Rf_eval(call: SEXP, env: SEXP) -> SEXP;
    pub fn Rf_getCharCE(x: SEXP) -> cetype_t;
    pub fn Rf_unprotect_ptr(x: SEXP);
    pub fn SETCAR(x: SEXP, y: SEXP) -> SEXP;
    pub fn SHALLOW_DUPLICATE_ATTRIB(to: SEXP, from: SEXP);

    // src/r_api.c
    pub fn rkeras_formals(closure: SEXP) -> SEXP;
    pub fn rkeras_has_attributes(x: SEXP) -> c_int;
    pub fn rkeras_map_attributes(
        x: SEXP,
        each: unsafe extern "C" fn(SEXP, SEXP, *mut c_void) -> SEXP,
        data: *mut c_void,
    ) -> SEXP;
    pub fn rkeras_binding(name: SEXP, env: SEXP, value: *mut SEXP) -> c_int;
    pub fn rkeras_allocate_by(kind: u32, length: R_xlen_t, allocator: *mut Allocator) -> SEXP;

    // src/altrep.c
    pub fn rkeras_numpy_vector(kind: u32, data: *mut c_void, length: R_xlen_t) -> SEXP;

    // src/saved.c
    pub fn rkeras_set_saved(call: SEXP, env: SEXP);
    pub fn rkeras_saved(pointer: SEXP) -> SEXP;
    pub fn rkeras_forget_saved();

    // src/lines.c
    pub fn rkeras_evaluate(call: SEXP, env: SEXP) -> SEXP;
    pub fn rkeras_print(text: *const c_char, is_error: c_int);
    pub fn rkeras_make_way();
    pub fn rkeras_close_line();
    pub fn rkeras_show_line(text: *const c_char, width: c_int);
    pub fn rkeras_hold_line(text: *const c_char, width: c_int);
    pub fn rkeras_replace_line(text: *const c_char, width: c_int);
    pub fn rkeras_end_line(text: *const c_char, width: c_int);

    // src/unwind.c
    pub fn rkeras_hold_interrupts() -> c_int;
    pub fn rkeras_release_interrupts(before: c_int);
    pub fn rkeras_holds() -> c_int;
    pub fn rkeras_is_interrupted() -> c_int;
    pub fn rkeras_set_interrupted(interrupted: c_int);
    pub fn rkeras_suspend_interrupts(suspended: c_int) -> c_int;
    pub fn rkeras_guard(body: Body, data: *mut c_void, token: SEXP);
    pub fn rkeras_run_events();
}
