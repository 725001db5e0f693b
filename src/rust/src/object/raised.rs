//! R errors, interrupts and other jumps as Python exceptions.
use super::call::current_call;
use super::py_in_r;
use super::robject::RObject;
use crate::error::{Error, Result, condition};
use crate::os::mutex::Mutex;
use crate::os::pending::Pending;
use crate::os::thread;
use crate::py::{interpreter, modules};
use crate::r::{Preserved, Sexp, Value, guard, r_code};
use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{
    AtomicBool,
    Ordering::{Relaxed, SeqCst},
};
use std::time::{Duration, Instant};

pyo3::create_exception!(
    rpycall,
    RError,
    PyRuntimeError,
    "An R error on its way through Python; `condition` is the R condition."
);
pyo3::create_exception!(
    rpycall,
    RJump,
    PyBaseException,
    "R leaves Python by another jump than that of an error or interrupt, such as a restart; `token` says where to."
);

/// The exception that carries the error.
impl From<Error> for PyErr {
    fn from(err: Error) -> Self {
        match err {
            Error::Python(err) => err,
            Error::Condition(condition) => RError::from_condition(condition),
            Error::Jump(token) => match guard::exit_condition(token.as_sexp()).map(Preserved::new) {
                Some(condition) => in_call(carry(RError::from_condition(condition), "exit", token)),
                None => RJump::from_token(token),
            },
            Error::Own { kind, message } => match own_condition(kind, &message) {
                Ok(condition) => RError::from_condition(condition),
                Err(_) => PyRuntimeError::new_err(message),
            },
        }
    }
}

/// There is no condition on other threads than R's.
fn own_condition(kind: &str, message: &str) -> Result<Preserved> {
    if !thread::on_r_thread() {
        return Err(Error::python(message));
    }
    Ok(Preserved::new(condition::own(kind, message)?.as_sexp()))
}

impl RError {
    /// A Python exception that passed through R is raised again as the same object, so that Python's
    /// `except` catches it.
    pub fn from_condition(condition: Preserved) -> PyErr {
        if let Some(exception) = interpreter::attach(|py| python_exception(py, condition.as_sexp())) {
            if condition.as_sexp().inherits("interrupt") {
                note_interrupt();
            }
            PASSING.replace(Some(condition));
            return exception;
        }
        if condition.as_sexp().inherits("interrupt") {
            return carry(interpreter::attach(interrupt), "condition", condition);
        }
        let message = condition_message(&condition);
        let text = format!("{SHOWN}{message}");
        let err = carry(RError::new_err(message), "condition", condition);
        note(text, &err);
        err
    }
}

/// The exception of an R error that nothing has raised, for Python code to raise.
pub fn unraised(condition: Preserved) -> PyErr {
    carry(PyRuntimeError::new_err(condition_message(&condition)), "condition", condition)
}

/// The text by which [`shown_error`] finds `err`, for compiled code that passes on nothing else, and whether
/// it is an interrupt. On the main thread.
pub fn as_text(err: Error) -> (String, bool) {
    let err = PyErr::from(err);
    let (text, is_interrupt) = interpreter::attach(|py| {
        let is_jump = err.is_instance_of::<RJump>(py);
        if is_jump {
            UNFINISHED.set(Some((current_call(), err.clone_ref(py))));
            Pending::UnfinishedJump.set();
        }
        let is_interrupt = err.is_instance_of::<PyKeyboardInterrupt>(py);
        let message = match is_interrupt {
            // It has no message, and the text of each R error would contain its text.
            true => format!("interrupted ({})", next_number()),
            false => err.value(py).to_string(),
        };
        let name = if is_jump { JUMPED } else { SHOWN };
        (format!("{name}{message}"), is_interrupt)
    });
    Pending::Raised.set();
    let new = Raised { text: text.clone(), err, is_early: true };
    let before = RAISED.with_borrow_mut(|raised| match raised.last_mut() {
        // An RError or RJump has noted itself.
        Some(last) if last.text == text => Some(std::mem::replace(last, new)),
        _ => {
            raised.push(new);
            None
        }
    });
    // Outside of the borrow: destroying an exception may run Python code, which may raise another.
    drop(before);
    (text, is_interrupt)
}

/// The jump by which R has left `call`, the call that ends, although compiled code may not have passed it on
/// yet: a dataset that reads ahead has it for a later element.
pub fn unfinished_jump(call: u64) -> Option<PyErr> {
    let (left, jump) = UNFINISHED.take()?;
    if left == call {
        Pending::UnfinishedJump.take();
        return Some(jump);
    }
    UNFINISHED.set(Some((left, jump)));
    None
}

fn note(text: String, err: &PyErr) {
    let err = interpreter::attach(|py| err.clone_ref(py));
    RAISED.with_borrow_mut(|raised| raised.push(Raised { text, err, is_early: false }));
    Pending::Raised.set();
}

/// The beginning of the text of an R error in messages, and of a jump.
const SHOWN: &str = "RError: ";
const JUMPED: &str = "RJump: ";

struct Raised {
    text: String,
    err: PyErr,
    /// Raised perhaps before the call from R that meets it, as by a dataset that reads ahead.
    is_early: bool,
}

/// The number of early errors that are kept.
const MOST_EARLY: usize = 8;

/// Whether the text of an exception contains that of an R error or jump.
fn is_named_by(text: &str) -> bool {
    text.contains(SHOWN) || text.contains(JUMPED)
}

fn is_raised_by_r(x: &Bound<'_, PyAny>) -> bool {
    x.is_instance_of::<RError>() || x.is_instance_of::<RJump>()
}

/// The R error whose message `exception` contains although it is not its cause: compiled code of some
/// libraries, such as TensorFlow, passes on only the message.
pub fn shown_error(exception: &Bound<'_, PyBaseException>, text: &str) -> Option<PyErr> {
    let py = exception.py();
    if !is_named_by(text) || shown_chain(exception).any(|x| is_raised_by_r(&x)) {
        return None;
    }
    RAISED.with_borrow(|raised| {
        let found = raised.iter().rev().find(|raised| text.contains(&raised.text));
        found.map(|raised| raised.err.clone_ref(py))
    })
}

/// The exception and those that Python would show before it: that of `raise ... from`, or else the one that was
/// being handled.
pub fn shown_chain<'py>(exception: &Bound<'py, PyAny>) -> impl Iterator<Item = Bound<'py, PyAny>> {
    walk(exception, |x| {
        let is_suppressed =
            || x.getattr("__suppress_context__").and_then(|flag| flag.extract()).unwrap_or(false);
        linked(x, "__cause__").or_else(|| if is_suppressed() { None } else { linked(x, "__context__") })
    })
}

/// The exception and those that `link` leads to.
pub fn chain<'py>(
    exception: &Bound<'py, PyAny>,
    link: &'static str,
) -> impl Iterator<Item = Bound<'py, PyAny>> {
    walk(exception, move |x| linked(x, link))
}

fn linked<'py>(x: &Bound<'py, PyAny>, link: &str) -> Option<Bound<'py, PyAny>> {
    x.getattr(link).ok().filter(|found| !found.is_none())
}

/// A chain may be circular.
fn walk<'py>(
    exception: &Bound<'py, PyAny>,
    next: impl FnMut(&Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>>,
) -> impl Iterator<Item = Bound<'py, PyAny>> {
    const LONGEST: usize = 100;
    std::iter::successors(Some(exception.clone()), next).take(LONGEST)
}

/// Jumps and interrupts have no message of their own: a number tells them apart.
fn next_number() -> u64 {
    NUMBER.replace(NUMBER.get() + 1)
}

/// Errors are kept until the next call from R begins, the last early ones longer.
pub fn forget_raised() {
    if !Pending::Raised.take() {
        return;
    }
    forget_interrupt();
    let (mut early, others): (Vec<_>, Vec<_>) = RAISED.take().into_iter().partition(|raised| raised.is_early);
    let last = early.split_off(early.len().saturating_sub(MOST_EARLY));
    RAISED.replace(last);
    drop((early, others));
}

impl RJump {
    /// `call` is the call from R that the jump may leave: only this one, and only while it is active.
    pub fn from_token(token: Preserved) -> PyErr {
        // By its number `shown_error` finds this jump, and no other.
        let message = format!("R left the call (jump {})", next_number());
        let err = in_call(carry(RJump::new_err(message.clone()), "token", token));
        note(format!("{JUMPED}{message}"), &err);
        err
    }

    /// Whether Python stored a jump and raised it after its target had ended: it is not for `returned`, the
    /// call that ends.
    pub fn is_stale(exception: &Bound<'_, PyBaseException>, returned: u64) -> bool {
        !is_of_call(exception, returned)
    }
}

/// The jump by which R leaves `returned`, the call that ends, because of the error in `exception`: the error has
/// reached a handler that exits, as that of `tryCatch()`, before Python had the exception.
pub fn exit(exception: &Bound<'_, PyBaseException>, returned: u64) -> Option<Value> {
    let source = chain(exception, "__context__").find(|x| x.hasattr("exit").unwrap_or(false))?;
    let token = source.getattr("exit").ok()?;
    let token = token.cast::<RObject>().ok()?.borrow().value();
    is_of_call(&source, returned).then_some(token)
}

/// Whether the jump in `exception` leaves the call `number`.
fn is_of_call(exception: &Bound<'_, PyAny>, number: u64) -> bool {
    exception.getattr("call").and_then(|call| call.extract::<u64>()).is_ok_and(|call| call == number)
}

/// Notes the call from R that a jump leaves.
fn in_call(err: PyErr) -> PyErr {
    interpreter::attach(|py| err.value(py).setattr("call", current_call()).err().unwrap_or(err))
}

thread_local! {
    // The condition of the last exception that was raised again, so that R gets the same object. Only the
    // last is stored: an exception that referenced its condition, which references the exception, would
    // never be freed.
    static PASSING: RefCell<Option<Preserved>> = const { RefCell::new(None) };
    static NUMBER: Cell<u64> = const { Cell::new(1) };
    // The last jump that became text, and the call from R that it leaves.
    static UNFINISHED: Cell<Option<(u64, PyErr)>> = const { Cell::new(None) };
    // R errors and jumps that became exceptions during the outermost call from R, or earlier.
    static RAISED: RefCell<Vec<Raised>> = const { RefCell::new(Vec::new()) };
}

/// The R condition or jump inside an exception that R raised.
pub fn carried(exception: &Bound<'_, PyBaseException>) -> Option<Value> {
    let is_copied = is_of_r(exception);
    let name = match exception.is_instance_of::<RJump>() {
        true => "token",
        false if is_copied || exception.is_exact_instance_of::<PyRuntimeError>() => "condition",
        false => return None,
    };
    // Keras raises copies of the exception with longer messages, each with the one before as its context.
    let object = match exception.getattr(name) {
        Ok(object) => object,
        Err(_) if is_copied => {
            chain(exception, "__context__").take_while(is_of_r).find_map(|x| x.getattr(name).ok())?
        }
        Err(_) => return None,
    };
    let object = object.cast::<RObject>().ok()?.borrow();
    Some(object.value())
}

fn is_of_r(exception: &Bound<'_, PyAny>) -> bool {
    exception.is_instance_of::<RError>() || exception.is_instance_of::<PyKeyboardInterrupt>()
}

/// The R condition that `exception` had when it last passed through R.
pub fn passing_condition(exception: &Bound<'_, PyBaseException>) -> Option<Value> {
    let condition = PASSING.take()?;
    let (own, _) = py_in_r::get(exception.py(), condition.as_sexp()).ok()??;
    own.is(exception).then(|| condition.to_value())
}

fn python_exception(py: Python<'_>, condition: Sexp<'_>) -> Option<PyErr> {
    let (exception, _) = py_in_r::get(py, condition).ok()??;
    exception.is_instance_of::<PyBaseException>().then(|| PyErr::from_value(exception))
}

pub fn carry(err: PyErr, name: &str, x: Preserved) -> PyErr {
    interpreter::attach(|py| match Bound::new(py, RObject::new(x.as_sexp())) {
        Ok(object) => err.value(py).setattr(name, object).err().unwrap_or(err),
        Err(failed) => failed,
    })
}

fn condition_message(condition: &Preserved) -> String {
    match guard::ignoring_errors(r_code::call(c"condition_message", &[condition.as_sexp()])) {
        Some(message) => message.as_sexp().as_string().map(|text| text.into_owned()).unwrap_or_default(),
        None => "an R error".to_owned(),
    }
}

/// Whether any interrupt has been raised in this session.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exception of an interrupt.
pub fn interrupt(py: Python<'_>) -> PyErr {
    note_interrupt();
    match modules::INTERRUPT.get(py).and_then(|class| class.call0()) {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyKeyboardInterrupt::new_err(()),
    }
}

pub fn note_interrupt() {
    INTERRUPTED.store(true, SeqCst);
    *UNDER_WAY.lock() = Some(Instant::now());
    IS_UNDER_WAY.store(true, SeqCst);
    Pending::Raised.set();
}

/// The time of an interrupt that has been raised in Python and has not reached R.
static UNDER_WAY: Mutex<Option<Instant>> = Mutex::new(None);
static IS_UNDER_WAY: AtomicBool = AtomicBool::new(false);

/// An error that follows an interrupt within this time is a consequence of it.
const CONSEQUENCES: Duration = Duration::from_secs(5);

/// Whether compiled code may have lost an interrupt and failed because of it: some calls Python and takes
/// any exception for a value of the wrong type.
fn may_be_lost() -> bool {
    is_under_way() && UNDER_WAY.lock().is_some_and(|raised| raised.elapsed() < CONSEQUENCES)
}

/// Whether an interrupt was raised that has not reached R.
pub fn is_under_way() -> bool {
    IS_UNDER_WAY.load(SeqCst)
}

/// An interrupt has reached R, or the call that it was for has ended.
pub fn forget_interrupt() {
    if IS_UNDER_WAY.load(Relaxed) {
        IS_UNDER_WAY.store(false, SeqCst);
    }
}

/// R's interrupt, if it is the exception or libraries made the exception of it: it is among those that led to
/// it, or named by the text of one. Shortly after an interrupt was raised, an error that does not mention it is
/// one, too, unless it is R's or an interrupt of Python's own.
pub fn interrupt_of<'py>(exception: &Bound<'py, PyBaseException>) -> Option<Bound<'py, PyBaseException>> {
    if !INTERRUPTED.load(SeqCst) {
        return None;
    }
    // A second interrupt may come while the texts are made.
    interrupt_among(exception).unwrap_or_else(|err| {
        let py = exception.py();
        err.is_instance_of::<PyKeyboardInterrupt>(py).then(|| err.into_value(py).into_bound(py))
    })
}

fn interrupt_among<'py>(
    exception: &Bound<'py, PyBaseException>,
) -> PyResult<Option<Bound<'py, PyBaseException>>> {
    let py = exception.py();
    let class = modules::INTERRUPT.get(py)?;
    let mut is_due = may_be_lost()
        && !exception.is_instance_of::<PyKeyboardInterrupt>()
        && !is_raised_by_r(exception)
        && !is_named_by(&exception.str()?.to_string_lossy());
    let name = class.getattr("__name__")?.extract::<String>()?;
    for x in shown_chain(exception) {
        if x.is_instance(class)? {
            return Ok(Some(x.cast_into()?));
        }
        is_due |= x.str()?.to_string_lossy().contains(&name);
    }
    if !is_due {
        return Ok(None);
    }
    let interrupt = class.call0()?;
    interrupt.setattr("__cause__", exception)?;
    Ok(Some(interrupt.cast_into()?))
}
