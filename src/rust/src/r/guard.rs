//! R code that may jump (an error, a restart, an interrupt), run so that no jump leaves C.
//!
//! A jump becomes an [`Unwind`], which Rust and Python pass on like any other error. It continues when
//! `unwrap()` returns it to R (`R/native-unwrap.R`).
use super::r_api::*;
use super::sexp::attr_symbol;
use super::{Preserved, Sexp, Type, Value, session};
use crate::os::doing::{Doing, doing};
use crate::os::{memory, signals};
use libR_sys::*;
use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_void};

/// The reason why an R function did not return.
#[derive(Debug)]
pub enum Unwind {
    /// A stopped jump: R's continuation token.
    Jump(Preserved),
    /// The condition that R code raised.
    Condition(Preserved),
    /// An allocation failed; describes the object.
    NoMemory(String),
    /// R has no such string, or the bytes are not valid text; describes why.
    NoText(String),
}

impl From<memory::Shortage> for Unwind {
    fn from(shortage: memory::Shortage) -> Self {
        Unwind::NoMemory(shortage.problem())
    }
}

thread_local! {
    // Tokens of guards that no jump left, for reuse.
    static SPARE: RefCell<Vec<Preserved>> = const { RefCell::new(Vec::new()) };
}

/// Whether the progress line is erased before the code runs, because the code may print.
#[derive(Clone, Copy)]
pub enum Printing {
    Possible,
    /// Code of this package that runs at any moment and does not print.
    Never,
}

pub fn evaluate(call: &Value, env: Sexp<'_>) -> Result<Value, Unwind> {
    evaluate_as(Printing::Possible, call, env)
}

pub fn evaluate_as(printing: Printing, call: &Value, env: Sexp<'_>) -> Result<Value, Unwind> {
    let prints = c_int::from(matches!(printing, Printing::Possible));
    // SAFETY: `call` and `env` are protected by their owners; the guard stops every jump.
    guarded(|token, jumped| unsafe { rkeras_evaluate(call.raw(), env.raw(), prints, token, jumped) })
}

pub fn allocate(kind: SEXPTYPE, length: usize) -> Result<Value, Unwind> {
    // SAFETY: "cannot allocate vector" is an error, which is caught, or a jump, which the guard stops.
    allocating(length.saturating_mul(width(kind)), |failed, token, jumped| unsafe {
        rkeras_allocate(kind as u32, length as R_xlen_t, failed, token, jumped)
    })
}

/// The size of an element in bytes. Lists and character vectors hold pointers.
pub fn width(kind: SEXPTYPE) -> usize {
    match kind {
        SEXPTYPE::CPLXSXP => 16,
        SEXPTYPE::INTSXP | SEXPTYPE::LGLSXP => 4,
        SEXPTYPE::RAWSXP => 1,
        _ => 8,
    }
}

/// Makes `x` store its elements in memory if it computes them on request, which needs memory or R code.
pub fn materialize(x: Sexp<'_>) -> Result<(), Unwind> {
    if !x.is_altrep() {
        return Ok(());
    }
    // SAFETY: a vector that is protected by its owner; its class may jump, which the guard stops.
    let expand = |failed, token, jumped| unsafe { rkeras_materialize(x.raw(), failed, token, jumped) };
    // It may have its elements already.
    allocating(0, expand).map(drop)
}

/// A CHARSXP of `x`, whose length is `length`.
pub fn allocate_string(x: &str, length: c_int) -> Result<Value, Unwind> {
    // SAFETY: bytes and length belong together; as above.
    allocating(x.len(), |failed, token, jumped| unsafe {
        rkeras_allocate_string(x.as_ptr().cast(), length, failed, token, jumped)
    })
}

/// Runs `body` with `data`.
///
/// # Safety
/// `body` may be called with `data`. A jump may leave it, so nothing in it may have a destructor.
pub unsafe fn run<T>(
    body: unsafe extern "C-unwind" fn(*mut c_void) -> SEXP,
    data: &mut T,
) -> Result<Value, Unwind> {
    let data = (&raw mut *data).cast();
    // SAFETY: the caller's promise; the guard stops every jump.
    guarded(|token, jumped| unsafe { rkeras_guard(body, data, token, jumped) })
}

/// A vector of length 1.
pub fn scalar(x: &Scalar) -> Result<Value, Unwind> {
    // SAFETY: where it is a string, bytes and length belong together.
    guarded(|token, jumped| unsafe { rkeras_scalar(x, token, jumped) })
}

/// Sets element `i` of a list or, if `x` is a CHARSXP, of a character vector.
pub fn set_element(vector: &mut Value, i: usize, x: &Scalar) -> Result<(), Unwind> {
    assert!(i < vector.as_sexp().len());
    // SAFETY: as above; callers have got the types right, of which R checks the vector's.
    effect(|token, jumped| unsafe { rkeras_set_element(vector.raw(), i as R_xlen_t, x, token, jumped) })
}

/// As [`set_element`], for many in a row, without a guard: a guard for each would take as long as the rest.
/// Callers check with [`crate::os::headroom`] that there is memory.
#[inline]
pub fn put_element(vector: &mut Value, i: usize, x: &Scalar) {
    assert!(i < vector.as_sexp().len());
    let i = i as R_xlen_t;
    // SAFETY: as above, save for R's limits on its own memory, which `headroom` does not know. What is made
    // is stored, or protected, before anything else is allocated.
    unsafe {
        let made = match x.kind {
            CHARS => return SET_STRING_ELT(vector.raw(), i, chars(x)),
            STRING => {
                let chars = Rf_protect(chars(x));
                let made = Rf_ScalarString(chars);
                Rf_unprotect(1);
                made
            }
            INTEGER => Rf_ScalarInteger(x.integer),
            DOUBLE => Rf_ScalarReal(x.re),
            _ => Rf_ScalarLogical(x.integer),
        };
        SET_VECTOR_ELT(vector.raw(), i, made);
    }
}

const CHARS: u32 = SEXPTYPE::CHARSXP as u32;
const STRING: u32 = SEXPTYPE::STRSXP as u32;
const INTEGER: u32 = SEXPTYPE::INTSXP as u32;
const DOUBLE: u32 = SEXPTYPE::REALSXP as u32;

/// # Safety
/// Of a string; what is returned is protected before anything else is allocated.
#[inline]
unsafe fn chars(x: &Scalar) -> SEXP {
    // SAFETY: bytes and length belong together.
    unsafe { Rf_mkCharLenCE(x.bytes, x.integer, cetype_t::CE_UTF8) }
}

pub fn set_attribute(x: &mut Value, name: &CStr, value: &Value) -> Result<(), Unwind> {
    let name = attr_symbol(name);
    // SAFETY: both are protected, the name is a symbol; R's check of the value may jump, which is stopped.
    effect(|token, jumped| unsafe { rkeras_set_attribute(x.raw(), name, value.raw(), token, jumped) })
}

pub fn copy_attributes(to: &mut Value, from: Sexp<'_>) -> Result<(), Unwind> {
    // SAFETY: both are protected by their owners.
    effect(|token, jumped| unsafe { rkeras_copy_attributes(to.raw(), from.raw(), token, jumped) })
}

/// A cell of a pair list or, if `is_call`, of a call.
pub fn cell(tag: Sexp<'_>, head: Sexp<'_>, tail: Sexp<'_>, is_call: bool) -> Result<Value, Unwind> {
    // SAFETY: all parts are protected by their owners.
    guarded(|token, jumped| unsafe {
        rkeras_cell(tag.raw(), head.raw(), tail.raw(), is_call.into(), token, jumped)
    })
}

pub fn environment(parent: Sexp<'_>) -> Result<Value, Unwind> {
    // SAFETY: an environment that lives.
    guarded(|token, jumped| unsafe { rkeras_environment(parent.raw(), token, jumped) })
}

/// Runs `body`, which allocates about so many bytes. It returns the message of R's error if it sets its
/// first argument.
fn allocating(
    bytes: usize,
    body: impl FnOnce(*mut c_int, SEXP, *mut c_int) -> SEXP,
) -> Result<Value, Unwind> {
    const SMALL: usize = 1 << 18;
    if bytes >= SMALL && !memory::is_there(bytes) {
        // SAFETY: on the main thread, with all values in use protected; R contains errors of finalizers.
        unsafe { R_gc() };
        if !memory::is_there(bytes) {
            return Err(Unwind::NoMemory(format!(
                "R: cannot allocate vector of size {}.",
                memory::size(bytes as f64)
            )));
        }
    }
    let mut failed = 0;
    let out = guarded(|token, jumped| body(&mut failed, token, jumped))?;
    match failed {
        0 => Ok(out),
        _ => Err(Unwind::NoMemory(format!("R: {}.", out.as_sexp().string(0).unwrap_or_default()))),
    }
}

/// Prints to R's console, with support for `sink()` and `capture.output()`.
pub fn print(text: &CStr, is_error: bool) -> Result<(), Unwind> {
    done(|token, jumped| {
        // SAFETY: a NUL-terminated string; a connection that fails jumps, which the guard stops.
        unsafe { rkeras_print(text.as_ptr(), is_error.into(), token, jumped) };
    })
}

/// The kind of a progress line (`src/lines.c`).
#[derive(Clone, Copy, Debug)]
pub enum Line {
    Show,
    Hold,
    Replace,
    End,
}

/// `width` is in columns.
pub fn write_line(text: &CStr, width: usize, kind: Line) -> Result<(), Unwind> {
    done(|token, jumped| {
        let width = c_int::try_from(width).unwrap_or(0);
        let write = match kind {
            Line::Show => rkeras_show_line,
            Line::Hold => rkeras_hold_line,
            Line::Replace => rkeras_replace_line,
            Line::End => rkeras_end_line,
        };
        // SAFETY: as above.
        unsafe { rkeras_write_line(write, text.as_ptr(), width, token, jumped) };
    })
}

/// Erases the progress line before other output, or finishes it if `closes`.
pub fn leave_line(closes: bool) -> Result<(), Unwind> {
    done(|token, jumped| {
        // SAFETY: on the main thread; a connection that fails jumps, which the guard stops.
        unsafe { rkeras_leave_line(closes.into(), token, jumped) };
    })
}

/// Lets R process its events, and jump if the user interrupted it.
pub fn check_interrupt() -> Result<(), Unwind> {
    done(|token, jumped| {
        // SAFETY: on the main thread; an interrupt is a jump, which the guard stops.
        unsafe { rkeras_check_interrupt(token, jumped) };
    })
}

/// Runs R's event handlers while waiting, for example those that redraw plots. Handlers that packages
/// registered may jump.
pub fn run_events() -> Result<(), Unwind> {
    done(|token, jumped| {
        // SAFETY: on the main thread; the guard stops every jump.
        unsafe { rkeras_run_events(token, jumped) };
    })
}

/// While this exists, interrupts do not make R jump in Rust code, for example during garbage collection,
/// except under the guards.
pub struct Uninterrupted(c_int);

impl Uninterrupted {
    pub fn new() -> Self {
        // SAFETY: on the main thread; sets a flag of R's.
        Uninterrupted(unsafe { rkeras_hold_interrupts() })
    }
}

impl Drop for Uninterrupted {
    fn drop(&mut self) {
        // SAFETY: on the main thread; values end in the reverse of the order in which they began.
        unsafe { rkeras_release_interrupts(self.0) }
        signals::end_if_asked();
    }
}

/// For handlers of signals on the main thread.
pub const FOR_SIGNALS: signals::OfR = signals::OfR {
    // SAFETY: reads a flag of the main thread.
    is_held: || doing() != Doing::R || unsafe { rkeras_holds() != 0 },
    set_interrupted: session::set_interrupted,
    // SAFETY: only R frames are left, as `is_held` says, and the handler, which has nothing to drop.
    fail: || unsafe { rkeras_fail_pipe() },
};

/// What a jump to an exiting handler, as that of `tryCatch()`, returns: a list of the condition, the call, the
/// handler and one more. R keeps the value of a jump in the token, a pair list (docs/private-api.md).
fn exit(token: Sexp<'_>) -> Option<Sexp<'_>> {
    // SAFETY: as `guarded()`; the token protects its value.
    let value = unsafe { CAR(token.raw()) };
    // A jump to the top level has none.
    if value.is_null() {
        return None;
    }
    // SAFETY: as above.
    let value = unsafe { Sexp::borrow(value) };
    (value.kind() == Type::List && value.len() == 4 && value.elt(0).inherits("condition")).then_some(value)
}

/// The error because of which R jumps to a handler that is outside.
pub fn exit_error(token: Sexp<'_>) -> Option<Sexp<'_>> {
    exit(token).map(|value| value.elt(0)).filter(|condition| condition.inherits("error"))
}

/// The condition that the handler gets.
pub fn set_exit_error(token: Sexp<'_>, condition: Sexp<'_>) {
    if let Some(value) = exit(token) {
        // SAFETY: a list of four elements, which belongs to the handler.
        unsafe { SET_VECTOR_ELT(value.raw(), 0, condition.raw()) };
    }
}

/// For functions without a result.
fn done(body: impl FnOnce(SEXP, *mut c_int)) -> Result<(), Unwind> {
    guarded(|token, jumped| {
        body(token, jumped);
        Sexp::null().raw()
    })
    .map(drop)
}

/// As [`done`], for functions that leave no value in the token.
#[inline]
fn effect(body: impl FnOnce(SEXP, *mut c_int)) -> Result<(), Unwind> {
    let (token, mut jumped) = (spare(), 0);
    body(token.as_sexp().raw(), &mut jumped);
    if jumped != 0 {
        return Err(Unwind::Jump(token));
    }
    SPARE.with_borrow_mut(|spare| spare.push(token));
    Ok(())
}

#[inline]
fn spare() -> Preserved {
    SPARE.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
        // SAFETY: makes a pair list; preserved at once.
        Preserved::new(unsafe { Value::protect(R_MakeUnwindCont()) }.as_sexp())
    })
}

fn guarded(body: impl FnOnce(SEXP, *mut c_int) -> SEXP) -> Result<Value, Unwind> {
    let token = spare();
    let mut jumped = 0;
    let out = body(token.as_sexp().raw(), &mut jumped);
    if jumped != 0 {
        return Err(Unwind::Jump(token));
    }
    // SAFETY: a fresh result of R's, protected before anything else is allocated.
    let out = unsafe { Value::protect(out) };
    // SAFETY: R keeps the result in the token, a pair list, where it would outlast its use.
    unsafe { SETCAR(token.as_sexp().raw(), R_NilValue) };
    SPARE.with_borrow_mut(|spare| spare.push(token));
    Ok(out)
}
