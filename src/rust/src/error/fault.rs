//! A panic, which is a bug in this package, becomes an R error, and the R session continues.
use super::{Error, Result};
use crate::os::thread::on_r_thread;
use pyo3::PyErr;
use pyo3::exceptions::PySystemError;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// On the main thread the error contains the message of the panic; on other threads it is printed. There is
/// no backtrace: it does not help users, and there may be no memory for it.
pub fn install_hook() {
    let print = take_hook();
    set_hook(Box::new(move |panic| match on_r_thread() {
        true => LAST.set(Some(description(panic))),
        false => print(panic),
    }));
}

fn description(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text =
        text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown cause");
    match panic.location() {
        Some(location) => format!("{text} ({}:{})", location.file(), location.line()),
        None => text.to_owned(),
    }
}

/// Returns the result of `f`; a panic becomes an error.
pub fn caught<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(f))
        .unwrap_or_else(|_| Err(Error::Own { kind: "internal", message: message() }))
}

/// The exception for the last panic on this thread.
pub fn raised() -> PyErr {
    PySystemError::new_err(message())
}

/// The message of the last panic on this thread.
pub fn message() -> String {
    let cause = LAST.take().unwrap_or_else(|| "see the message above".to_owned());
    format!("rkeras failed internally: {cause}. Please report this.")
}
