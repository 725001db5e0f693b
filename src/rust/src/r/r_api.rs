//! R functions that `libR-sys` does not declare, and the functions of the C files in `src/`.
#![allow(improper_ctypes)] // R objects are opaque pointers
use libR_sys::{R_xlen_t, SEXP, cetype_t};
use std::ffi::{c_char, c_int, c_void};

/// From `src/unwind.c`: a value of length 1. `integer` is also the length of a string.
#[repr(C)]
pub struct Scalar {
    pub kind: u32,
    pub integer: c_int,
    pub re: f64,
    pub im: f64,
    pub bytes: *const c_char,
}

/// `R_allocator_t` of R_ext/Rallocators.h.
#[repr(C)]
pub struct Allocator {
    pub allocate: unsafe extern "C" fn(*mut Allocator, usize) -> *mut c_void,
    pub free: unsafe extern "C" fn(*mut Allocator, *mut c_void),
    pub reserved: *mut c_void,
    pub data: *mut c_void,
}

unsafe extern "C" {
    pub fn R_ClearExternalPtr(x: SEXP);
    pub fn R_gc();
    pub fn Rf_ScalarLogical(x: c_int) -> SEXP;
    pub fn Rf_ScalarReal(x: f64) -> SEXP;
    pub fn Rf_ScalarString(x: SEXP) -> SEXP;
    pub fn Rf_getCharCE(x: SEXP) -> cetype_t;
    pub fn Rf_unprotect_ptr(x: SEXP);
    pub fn SETCAR(x: SEXP, y: SEXP) -> SEXP;

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
    pub fn rkeras_show_line(text: *const c_char, width: c_int);
    pub fn rkeras_hold_line(text: *const c_char, width: c_int);
    pub fn rkeras_replace_line(text: *const c_char, width: c_int);
    pub fn rkeras_end_line(text: *const c_char, width: c_int);

    // src/unwind.c: interrupts
    pub fn rkeras_hold_interrupts() -> c_int;
    pub fn rkeras_release_interrupts(before: c_int);
    pub fn rkeras_holds() -> c_int;
    pub fn rkeras_is_interrupted() -> c_int;
    pub fn rkeras_set_interrupted(interrupted: c_int);

    // src/unwind.c: jumps
    pub fn rkeras_fail_pipe();

    // src/unwind.c: what may jump, under the guard
    pub fn rkeras_guard(
        body: unsafe extern "C-unwind" fn(*mut c_void) -> SEXP,
        data: *mut c_void,
        token: SEXP,
        jumped: *mut c_int,
    ) -> SEXP;
    pub fn rkeras_evaluate(call: SEXP, env: SEXP, prints: c_int, token: SEXP, jumped: *mut c_int) -> SEXP;
    pub fn rkeras_allocate(
        kind: u32,
        length: R_xlen_t,
        failed: *mut c_int,
        token: SEXP,
        jumped: *mut c_int,
    ) -> SEXP;
    pub fn rkeras_allocate_string(
        bytes: *const c_char,
        length: c_int,
        failed: *mut c_int,
        token: SEXP,
        jumped: *mut c_int,
    ) -> SEXP;
    pub fn rkeras_materialize(x: SEXP, failed: *mut c_int, token: SEXP, jumped: *mut c_int) -> SEXP;
    pub fn rkeras_scalar(scalar: *const Scalar, token: SEXP, jumped: *mut c_int) -> SEXP;
    pub fn rkeras_set_element(x: SEXP, i: R_xlen_t, scalar: *const Scalar, token: SEXP, jumped: *mut c_int);
    pub fn rkeras_set_attribute(x: SEXP, name: SEXP, value: SEXP, token: SEXP, jumped: *mut c_int);
    pub fn rkeras_copy_attributes(to: SEXP, from: SEXP, token: SEXP, jumped: *mut c_int);
    pub fn rkeras_cell(
        tag: SEXP,
        head: SEXP,
        tail: SEXP,
        is_call: c_int,
        token: SEXP,
        jumped: *mut c_int,
    ) -> SEXP;
    pub fn rkeras_environment(parent: SEXP, token: SEXP, jumped: *mut c_int) -> SEXP;
    pub fn rkeras_print(bytes: *const c_char, is_error: c_int, token: SEXP, jumped: *mut c_int);
    pub fn rkeras_write_line(
        write: unsafe extern "C" fn(*const c_char, c_int),
        text: *const c_char,
        width: c_int,
        token: SEXP,
        jumped: *mut c_int,
    );
    pub fn rkeras_leave_line(closes: c_int, token: SEXP, jumped: *mut c_int);
    pub fn rkeras_check_interrupt(token: SEXP, jumped: *mut c_int);
    pub fn rkeras_run_events(token: SEXP, jumped: *mut c_int);
}
