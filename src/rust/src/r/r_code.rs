//! The R functions that Rust calls, found by name in the package's namespace.
use super::guard::Printing;
use super::{Preserved, Sexp, Unwind, Value, guard, saved};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;

thread_local! {
    static NAMESPACE: OnceCell<&'static Preserved> = const { OnceCell::new() };
    static RECALL: OnceCell<Sexp<'static>> = const { OnceCell::new() };
    static CALLBACKS: OnceCell<&'static Preserved> = const { OnceCell::new() };
    static VARIABLES: RefCell<HashMap<&'static CStr, &'static Preserved>> = RefCell::default();
}

/// Called once, on the main thread, before anything else.
pub fn set_namespace(env: Sexp<'_>) -> Result<(), Unwind> {
    NAMESPACE.with(|cell| {
        cell.get_or_init(|| forever(env));
    });
    saved::set_maker(c"saved_bytes", env)
}

#[expect(clippy::expect_used, reason = "set before anything else runs")]
pub fn namespace() -> Sexp<'static> {
    NAMESPACE.with(|cell| cell.get().expect("set when the library is initialised").as_sexp())
}

/// A variable of the namespace, looked up once. It is a lazy-load promise until R needs it.
#[expect(clippy::expect_used, reason = "names of this package's own functions")]
pub fn variable(name: &'static CStr) -> Sexp<'static> {
    if let Some(known) = VARIABLES.with_borrow(|known| known.get(name).copied()) {
        return known.as_sexp();
    }
    let value =
        guard::evaluate(&Sexp::symbol(name).to_value(), namespace()).expect("a variable of the package");
    let value = forever(value.as_sexp());
    VARIABLES.with_borrow_mut(|known| known.insert(name, value));
    value.as_sexp()
}

fn forever(x: Sexp<'_>) -> &'static Preserved {
    Box::leak(Box::new(Preserved::new(x)))
}

/// Calls a function of the package. An error is returned as its condition.
pub fn call(function: &'static CStr, args: &[Sexp<'_>]) -> Result<Value, Unwind> {
    let args: Vec<_> = args.iter().map(|&arg| (None, arg)).collect();
    caught(variable(function), &args)
}

/// Calls a function of the package that prints nothing and may run at any moment: a progress line stays as
/// it is.
pub fn call_silent(function: &'static CStr) -> Result<Value, Unwind> {
    caught_as(Printing::Never, variable(function), &[])
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
    let recall = RECALL.with(|cell| *cell.get_or_init(|| variable(c"Recall")));
    let function = if function.is(recall) { variable(c"recall_nothing") } else { function };
    let mut all = Vec::with_capacity(1 + args.len());
    all.push((Some(Sexp::symbol(c".function")), function));
    match &quoted {
        None => all.extend(args),
        Some(quoted) => {
            all.extend(args.iter().zip(quoted.as_sexp().elts()).map(|((tag, _), arg)| (*tag, arg)));
        }
    }
    let call = Value::call(Sexp::symbol(c"run_callback"), &all)?;
    let out = guard::evaluate_as(printing, &call, callbacks())?;
    // A list(value), or the condition, which has a class.
    match out.as_sexp().is_object() {
        true => Err(Unwind::Condition(Preserved::new(out.as_sexp()))),
        false => Ok(out.as_sexp().elt(0).to_value()),
    }
}

/// An environment with `run_callback()`, which is not byte-compiled.
#[expect(clippy::expect_used, reason = "code of this package's own")]
fn callbacks() -> Sexp<'static> {
    let made = || {
        let code = variable(c"callback_code").to_value();
        let function = guard::evaluate(&code, namespace()).expect("code of a function");
        let env = Value::environment(namespace()).expect("a small environment");
        env.as_sexp().set_var(Sexp::symbol(c"run_callback"), function.as_sexp());
        forever(env.as_sexp())
    };
    CALLBACKS.with(|cell| *cell.get_or_init(made)).as_sexp()
}

/// Quotes language objects, which would be evaluated as arguments of a call. They are in a list, because R
/// can protect only some ten thousand single values.
fn quoted(args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Value, Unwind> {
    Value::list_from(args.iter().map(|(_, arg)| match arg.is_language() {
        true => Value::call(Sexp::symbol(c"quote"), &[(None, *arg)]),
        false => Ok(arg.to_value()),
    }))
}
