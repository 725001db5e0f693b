//! The R functions that Rust calls, found by name in the package's namespace.
use super::guard::Printing;
use super::{Preserved, Sexp, Unwind, Value, guard, saved};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;

thread_local! {
    static NAMESPACE: OnceCell<&'static Preserved> = const { OnceCell::new() };
    static CALLBACKS: Cell<Option<&'static Preserved>> = const { Cell::new(None) };
    static VARIABLES: RefCell<HashMap<&'static CStr, &'static Preserved>> = RefCell::default();
}

/// Environments of the namespace that conversions read, in which a jump would have nowhere to go.
const TABLES: [&CStr; 2] = [c".__S3MethodsTable__.", c"neighbour_methods"];

/// Called once, on the main thread, before anything else.
pub fn set_namespace(env: Sexp<'_>) -> Result<(), Unwind> {
    NAMESPACE.with(|cell| {
        cell.get_or_init(|| forever(env));
    });
    for name in TABLES {
        variable(name)?;
    }
    saved::set_maker(c"saved_bytes", env)
}

#[expect(clippy::expect_used, reason = "set before anything else runs")]
pub fn namespace() -> Sexp<'static> {
    NAMESPACE.with(|cell| cell.get().expect("set when the library is initialised").as_sexp())
}

/// A variable of the namespace, looked up once. It is a lazy-load promise until R needs it, and R may jump
/// while it loads it: no stack is left, a limit of time is reached.
pub fn variable(name: &'static CStr) -> Result<Sexp<'static>, Unwind> {
    if let Some(known) = known(name) {
        return Ok(known);
    }
    let value = guard::evaluate(&Sexp::symbol(name).to_value(), namespace())?;
    let value = forever(value.as_sexp());
    VARIABLES.with_borrow_mut(|known| known.insert(name, value));
    Ok(value.as_sexp())
}

fn known(name: &CStr) -> Option<Sexp<'static>> {
    VARIABLES.with_borrow(|known| known.get(name).copied()).map(|value| value.as_sexp())
}

/// One of [`TABLES`].
#[expect(clippy::expect_used, reason = "looked up with the namespace")]
pub fn table(name: &'static CStr) -> Sexp<'static> {
    known(name).expect("one of TABLES")
}

fn forever(x: Sexp<'_>) -> &'static Preserved {
    Box::leak(Box::new(Preserved::new(x)))
}

/// Calls a function of the package. An error is returned as its condition.
pub fn call(function: &'static CStr, args: &[Sexp<'_>]) -> Result<Value, Unwind> {
    let args: Vec<_> = args.iter().map(|&arg| (None, arg)).collect();
    caught(variable(function)?, &args)
}

/// Calls a function of the package that prints nothing and may run at any moment: a progress line stays as
/// it is.
pub fn call_silent(function: &'static CStr) -> Result<Value, Unwind> {
    caught_as(Printing::Never, variable(function)?, &[])
}

/// Calls any R function under `run_callback()` (R/py-callback.R), which catches errors; any other exit of
/// the function is an `Unwind`.
pub fn caught(function: Sexp<'_>, args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Value, Unwind> {
    caught_as(Printing::Possible, function, args)
}

fn caught_as(
    printing: Printing,
    function: Sexp<'_>,
    args: &[(Option<Sexp<'_>>, Sexp<'_>)],
) -> Result<Value, Unwind> {
    let quoted = match args.iter().any(|(_, arg)| arg.is_language()) {
        true => Some(quoted(args)?),
        false => None,
    };
    // It would call `run_callback()`, which it is called from.
    let function = if function.is(variable(c"Recall")?) { variable(c"recall_nothing")? } else { function };
    let mut all = Vec::with_capacity(1 + args.len());
    all.push((Some(Sexp::symbol(c".function")), function));
    match &quoted {
        None => all.extend(args),
        Some(quoted) => {
            all.extend(args.iter().zip(quoted.as_sexp().elts()).map(|((tag, _), arg)| (*tag, arg)));
        }
    }
    let call = Value::call(Sexp::symbol(c"run_callback"), &all)?;
    let out = guard::evaluate_as(printing, &call, callbacks()?)?;
    // A list(value), or the condition, which has a class.
    match out.as_sexp().is_object() {
        true => Err(Unwind::Condition(Preserved::new(out.as_sexp()))),
        false => Ok(out.as_sexp().elt(0).to_value()),
    }
}

/// An environment with `run_callback()`, which is not byte-compiled.
fn callbacks() -> Result<Sexp<'static>, Unwind> {
    if let Some(env) = CALLBACKS.get() {
        return Ok(env.as_sexp());
    }
    let code = variable(c"callback_code")?.to_value();
    let function = guard::evaluate(&code, namespace())?;
    let env = Value::environment(namespace())?;
    env.as_sexp().set_var(Sexp::symbol(c"run_callback"), function.as_sexp());
    let env = forever(env.as_sexp());
    CALLBACKS.set(Some(env));
    Ok(env.as_sexp())
}

/// Quotes language objects, which would be evaluated as arguments of a call. They are in a list, because R
/// can protect only some ten thousand single values.
fn quoted(args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Value, Unwind> {
    Value::list_from(args.iter().map(|(_, arg)| match arg.is_language() {
        true => Value::call(Sexp::symbol(c"quote"), &[(None, *arg)]),
        false => Ok(arg.to_value()),
    }))
}
