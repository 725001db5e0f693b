//! R's functions that may jump (an error, a restart, an interrupt), run so that no jump leaves them.
//!
//! A jump becomes an [`Unwind`], which Rust and Python pass on like any other error. It continues when
//! `unwrap()` returns it to R (`R/native-unwrap.R`).
use super::r_api::*;
use super::sexp::attr_symbol;
use super::{Preserved, Sexp, Type, Value, session};
use crate::os::doing::{Doing, doing};
use crate::os::{memory, signals};
use libR_sys::*;
use std::cell::{Cell, RefCell};
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
    // SAFETY: `call` and `env` are protected by their owners.
    unsafe {
        value(|| match printing {
            Printing::Possible => rkeras_evaluate(call.raw(), env.raw()),
            Printing::Never => Rf_eval(call.raw(), env.raw()),
        })
    }
}

pub fn allocate(kind: SEXPTYPE, length: usize) -> Result<Value, Unwind> {
    let bytes = length.saturating_mul(width(kind));
    // SAFETY: a type of vectors.
    unsafe { allocating(bytes, || Rf_allocVector(kind, length as R_xlen_t)) }
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
    const LARGE: usize = 1 << 17;
    // Elements of strings and lists are computed one by one.
    if !x.is_altrep() || matches!(x.kind(), Type::Character | Type::List) {
        return Ok(());
    }
    let expand = || {
        // SAFETY: a vector that is protected by its owner.
        unsafe {
            DATAPTR_RO(x.raw());
            R_NilValue
        }
    };
    // SAFETY: as above. There is no check for memory, because it may have its elements already.
    unsafe { catching(x.len() >= LARGE, expand) }.map(drop)
}

/// A CHARSXP of `x`, whose length fits.
pub fn allocate_string(x: &str) -> Result<Value, Unwind> {
    // SAFETY: it is protected at once.
    unsafe { allocating(x.len(), || chars(x)) }
}

/// One element.
#[derive(Clone, Copy)]
pub enum Scalar<'a> {
    Logical(bool),
    Integer(i32),
    Double(f64),
    /// For a list. The length fits.
    String(&'a str),
    /// For a character vector. The length fits.
    Chars(&'a str),
}

/// A vector of length 1.
pub fn scalar(x: Scalar<'_>) -> Result<Value, Unwind> {
    // SAFETY: it is protected at once.
    unsafe { value(|| make(x)) }
}

/// Sets element `i` of a list or, for [`Scalar::Chars`], of a character vector, of which R checks the type.
pub fn set_element(vector: &mut Value, i: usize, x: Scalar<'_>) -> Result<(), Unwind> {
    assert!(i < vector.as_sexp().len());
    let vector = vector.raw();
    // SAFETY: the bounds are checked.
    unsafe { guarded(|| put(vector, i, x)) }
}

/// As [`set_element`], for many in a row, without a guard: a guard for each would take as long as the rest.
/// Callers check with [`crate::os::headroom`] that there is memory.
#[inline]
pub fn put_element(vector: &mut Value, i: usize, x: Scalar<'_>) {
    assert!(i < vector.as_sexp().len());
    // SAFETY: as above, save for R's limits on its own memory, which `headroom` does not know.
    unsafe { put(vector.raw(), i, x) }
}

/// # Safety
/// `i` is an element of `vector`.
#[inline]
unsafe fn put(vector: SEXP, i: usize, x: Scalar<'_>) {
    let i = i as R_xlen_t;
    // SAFETY: the caller's promise. What is made is stored before anything else is allocated.
    unsafe {
        match x {
            Scalar::Chars(x) => SET_STRING_ELT(vector, i, chars(x)),
            _ => {
                SET_VECTOR_ELT(vector, i, make(x));
            }
        }
    }
}

/// # Safety
/// What is returned is protected before anything else is allocated.
#[inline]
unsafe fn make(x: Scalar<'_>) -> SEXP {
    // SAFETY: the caller's promise.
    unsafe {
        match x {
            Scalar::Logical(x) => Rf_ScalarLogical(x.into()),
            Scalar::Integer(x) => Rf_ScalarInteger(x),
            Scalar::Double(x) => Rf_ScalarReal(x),
            Scalar::Chars(x) => chars(x),
            Scalar::String(x) => {
                let chars = Rf_protect(chars(x));
                let made = Rf_ScalarString(chars);
                Rf_unprotect(1);
                made
            }
        }
    }
}

/// # Safety
/// As [`make`].
#[inline]
unsafe fn chars(x: &str) -> SEXP {
    // SAFETY: bytes and length belong together.
    unsafe { Rf_mkCharLenCE(x.as_ptr().cast(), x.len() as c_int, cetype_t::CE_UTF8) }
}

pub fn set_attribute(x: &mut Value, name: &CStr, value: &Value) -> Result<(), Unwind> {
    let (x, name) = (x.raw(), attr_symbol(name));
    // SAFETY: both are protected, the name is a symbol. R checks the value.
    unsafe {
        guarded(|| {
            Rf_setAttrib(x, name, value.raw());
        })
    }
}

pub fn copy_attributes(to: &mut Value, from: Sexp<'_>) -> Result<(), Unwind> {
    let to = to.raw();
    // SAFETY: both are protected by their owners.
    unsafe { guarded(|| SHALLOW_DUPLICATE_ATTRIB(to, from.raw())) }
}

/// A cell of a pair list or, if `is_call`, of a call.
pub fn cell(tag: Sexp<'_>, head: Sexp<'_>, tail: Sexp<'_>, is_call: bool) -> Result<Value, Unwind> {
    let make = if is_call { Rf_lcons } else { Rf_cons };
    // SAFETY: all parts are protected by their owners.
    unsafe {
        value(|| {
            let out = make(head.raw(), tail.raw());
            SET_TAG(out, tag.raw());
            out
        })
    }
}

pub fn environment(parent: Sexp<'_>) -> Result<Value, Unwind> {
    // SAFETY: an environment that lives.
    unsafe { value(|| R_NewEnv(parent.raw(), 0, 0)) }
}

/// As [`value`], if `make` allocates about so many bytes.
///
/// # Safety
/// As there.
unsafe fn allocating(bytes: usize, make: impl Fn() -> SEXP + Copy) -> Result<Value, Unwind> {
    const SMALL: usize = 1 << 18;
    const LARGE: usize = 1 << 27;
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
    // SAFETY: the caller's promise.
    unsafe { catching(bytes >= LARGE, make) }
}

/// As [`value`], where R's error is one of memory if something large is made. It takes some microseconds to
/// catch one; others are jumps.
///
/// # Safety
/// As there.
unsafe fn catching(is_large: bool, make: impl Fn() -> SEXP + Copy) -> Result<Value, Unwind> {
    unsafe extern "C-unwind" fn same(condition: SEXP, _: *mut c_void) -> SEXP {
        condition
    }
    // SAFETY: the caller's promise, under this guard as well.
    let out = unsafe {
        value(|| match is_large {
            true => {
                let (body, data) = for_c(&make);
                R_tryCatchError(body, data, same, data)
            }
            false => make(),
        })
    }?;
    // What is new has no class, as the condition has.
    match out.as_sexp().is_object() {
        false => Ok(out),
        true => {
            let message = out.as_sexp().named_elt("message").and_then(|message| message.string(0));
            let message = message.as_deref().unwrap_or("cannot allocate vector");
            Err(Unwind::NoMemory(format!("R: {message}.")))
        }
    }
}

/// Prints to R's console, with support for `sink()` and `capture.output()`.
pub fn print(text: &CStr, is_error: bool) -> Result<(), Unwind> {
    // SAFETY: a NUL-terminated string.
    unsafe { printing(|| rkeras_print(text.as_ptr(), is_error.into())) }
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
    let width = c_int::try_from(width).unwrap_or(0);
    let write = match kind {
        Line::Show => rkeras_show_line,
        Line::Hold => rkeras_hold_line,
        Line::Replace => rkeras_replace_line,
        Line::End => rkeras_end_line,
    };
    // SAFETY: as above.
    unsafe { printing(|| write(text.as_ptr(), width)) }
}

/// Erases the progress line before other output, or finishes it if `closes`.
pub fn leave_line(closes: bool) -> Result<(), Unwind> {
    let leave = if closes { rkeras_close_line } else { rkeras_make_way };
    // SAFETY: on the main thread.
    unsafe { printing(|| leave()) }
}

/// With interrupts suspended, because the callers could not report one. A connection that fails jumps.
///
/// # Safety
/// As for [`value`].
unsafe fn printing(print: impl Fn() + Copy) -> Result<(), Unwind> {
    // SAFETY: the caller's promise.
    unsafe {
        guarded(|| {
            let before = rkeras_suspend_interrupts(1);
            print();
            rkeras_suspend_interrupts(before);
        })
    }
}

/// Lets R process its events, and jump if the user interrupted it.
pub fn check_interrupt() -> Result<(), Unwind> {
    // SAFETY: on the main thread.
    unsafe { guarded(|| R_CheckUserInterrupt()) }
}

/// Runs R's event handlers while waiting, for example those that redraw plots. Handlers that packages
/// registered may jump.
pub fn run_events() -> Result<(), Unwind> {
    // SAFETY: on the main thread.
    unsafe { guarded(|| rkeras_run_events()) }
}

/// The result of R code whose errors are ignored; an interrupt is returned to R. On the main thread.
pub fn ignoring_errors<T>(result: Result<T, Unwind>) -> Option<T> {
    let is_interrupt = |unwind: &Unwind| match unwind {
        Unwind::Condition(condition) => condition.as_sexp().inherits("interrupt"),
        Unwind::Jump(token) => !is_error(token.as_sexp()),
        Unwind::NoMemory(_) | Unwind::NoText(_) => false,
    };
    if result.as_ref().is_err_and(is_interrupt) {
        session::set_interrupted(true);
    }
    result.ok()
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
    // SAFETY: R's own error; only R frames are left, as `is_held` says, and the handler, which has nothing to drop.
    fail: || unsafe { Rf_error(c"ignoring SIGPIPE signal".as_ptr()) },
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
    let has_handler = || matches!(value.elt(2).kind(), Type::Closure | Type::Builtin);
    (value.kind() == Type::List && value.len() == 4 && has_handler()).then_some(value)
}

/// Whether R jumps because of an error. R's own errors have a message instead of a condition.
pub fn is_error(token: Sexp<'_>) -> bool {
    exit(token).is_some_and(|value| value.elt(0).kind() == Type::Character || value.elt(0).inherits("error"))
}

/// The error or interrupt because of which R jumps to a handler that is outside.
pub fn exit_condition(token: Sexp<'_>) -> Option<Sexp<'_>> {
    let is_stop = |x: &Sexp<'_>| x.inherits("error") || x.inherits("interrupt");
    exit(token).map(|value| value.elt(0)).filter(is_stop)
}

/// The condition that the handler gets.
pub fn set_exit_condition(token: Sexp<'_>, condition: Sexp<'_>) {
    if let Some(value) = exit(token) {
        // SAFETY: a list of four elements, which belongs to the handler.
        unsafe { SET_VECTOR_ELT(value.raw(), 0, condition.raw()) };
    }
}

/// The value that `make` returns.
///
/// # Safety
/// On the main thread. A jump leaves `make` and the Rust functions that it calls, so at no call of R's may one
/// of them have anything to drop; that `make` itself has not, the compiler checks. None may panic, which would
/// unwind R's frames.
pub unsafe fn value(make: impl Fn() -> SEXP + Copy) -> Result<Value, Unwind> {
    // SAFETY: the caller's promise; protected before anything else is allocated.
    unsafe { guarded(make).map(|made| Value::protect(made)) }
}

/// As [`value`], for any result.
#[inline]
unsafe fn guarded<T: Copy>(body: impl Fn() -> T + Copy) -> Result<T, Unwind> {
    let token = spare();
    let result = Cell::new(None);
    // R would keep its result in the token, where it would outlast its use.
    let keep = || {
        result.set(Some(body()));
        // SAFETY: a constant of R's.
        unsafe { R_NilValue }
    };
    let (body, data) = for_c(&keep);
    // SAFETY: the body takes this data, and the guard stops every jump. The frames that a jump leaves have nothing
    // to drop: "plain old frames" in RFC 2945 of Rust, which defines no more about them. Rust's reference forbids
    // such a jump only where it leaves out a destructor ("Behavior considered undefined").
    unsafe { rkeras_guard(body, data, token.as_sexp().raw()) };
    let Some(result) = result.get() else { return Err(Unwind::Jump(token)) };
    SPARE.with_borrow_mut(|spare| spare.push(token));
    Ok(result)
}

/// What a function in C takes to call `body`.
fn for_c<F: Fn() -> SEXP + Copy>(body: &F) -> (Body, *mut c_void) {
    unsafe extern "C-unwind" fn call<F: Fn() -> SEXP>(body: *mut c_void) -> SEXP {
        // SAFETY: `body` of above, which lives while the function in C runs.
        unsafe { (*body.cast::<F>())() }
    }
    (call::<F>, (&raw const *body).cast_mut().cast())
}

#[inline]
fn spare() -> Preserved {
    SPARE.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
        // SAFETY: makes a pair list; preserved at once.
        Preserved::new(unsafe { Value::protect(R_MakeUnwindCont()) }.as_sexp())
    })
}
