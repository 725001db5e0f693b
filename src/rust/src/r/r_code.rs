//! The R functions that Rust calls, found by name in the package's namespace.
use super::guard::Printing;
use super::{Preserved, Sexp, Unwind, Value, guard, saved};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;

/// What is looked up once, at the start: later a jump would have nowhere to go, or a search would take as long
/// as what it is for.
#[derive(Clone, Copy)]
pub struct Fixed {
    pub namespace: Sexp<'static>,
    /// The S3 methods of the package's generics.
    pub s3_methods: Sexp<'static>,
    /// Those of reticulate's (R/py-neighbour.R).
    pub neighbour_methods: Sexp<'static>,
    recall: Sexp<'static>,
    /// An environment with `run_callback()`, which is not byte-compiled.
    callbacks: Sexp<'static>,
}

thread_local! {
    static FIXED: Cell<Option<Fixed>> = const { Cell::new(None) };
    static VARIABLES: RefCell<HashMap<&'static CStr, Sexp<'static>>> = RefCell::default();
}

/// Called once, on the main thread, before anything else.
pub fn set_namespace(env: Sexp<'_>) -> Result<(), Unwind> {
    if FIXED.get().is_none() {
        FIXED.set(Some(Fixed::in_namespace(forever(env))?));
    }
    saved::set_maker(c"saved_bytes", env)
}

impl Fixed {
    fn in_namespace(namespace: Sexp<'static>) -> Result<Self, Unwind> {
        let variable = |name| look_up(name, namespace);
        let run_callback = guard::evaluate(&variable(c"callback_code")?.to_value(), namespace)?;
        let callbacks = forever(Value::environment(namespace)?.as_sexp());
        callbacks.set_var(Sexp::symbol(c"run_callback"), run_callback.as_sexp());
        Ok(Fixed {
            namespace,
            s3_methods: variable(c".__S3MethodsTable__.")?,
            neighbour_methods: variable(c"neighbour_methods")?,
            recall: variable(c"Recall")?,
            callbacks,
        })
    }
}

#[expect(clippy::expect_used, reason = "set before anything else runs")]
pub fn fixed() -> Fixed {
    FIXED.get().expect("set when the library is initialised")
}

/// A variable of the namespace, looked up once. It is a lazy-load promise until R needs it, and R may jump
/// while it loads it: no stack is left, a limit of time is reached.
pub fn variable(name: &'static CStr) -> Result<Sexp<'static>, Unwind> {
    if let Some(known) = VARIABLES.with_borrow(|known| known.get(name).copied()) {
        return Ok(known);
    }
    let value = look_up(name, fixed().namespace)?;
    VARIABLES.with_borrow_mut(|known| known.insert(name, value));
    Ok(value)
}

fn look_up(name: &CStr, namespace: Sexp<'_>) -> Result<Sexp<'static>, Unwind> {
    Ok(forever(guard::evaluate(&Sexp::symbol(name).to_value(), namespace)?.as_sexp()))
}

fn forever(x: Sexp<'_>) -> Sexp<'static> {
    Box::leak(Box::new(Preserved::new(x))).as_sexp()
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
    let function = if function.is(fixed().recall) { variable(c"recall_nothing")? } else { function };
    let mut all = Vec::with_capacity(1 + args.len());
    all.push((Some(Sexp::symbol(c".function")), function));
    match &quoted {
        None => all.extend(args),
        Some(quoted) => {
            all.extend(args.iter().zip(quoted.as_sexp().elts()).map(|((tag, _), arg)| (*tag, arg)));
        }
    }
    let call = Value::call(Sexp::symbol(c"run_callback"), &all)?;
    let out = guard::evaluate_as(printing, &call, fixed().callbacks)?;
    // A list(value), or the condition, which has a class.
    match out.as_sexp().is_object() {
        true => Err(Unwind::Condition(Preserved::new(out.as_sexp()))),
        false => Ok(out.as_sexp().elt(0).to_value()),
    }
}

/// Quotes language objects, which would be evaluated as arguments of a call. They are in a list, because R
/// can protect only some ten thousand single values.
fn quoted(args: &[(Option<Sexp<'_>>, Sexp<'_>)]) -> Result<Value, Unwind> {
    Value::list_from(args.iter().map(|(_, arg)| match arg.is_language() {
        true => Value::call(Sexp::symbol(c"quote"), &[(None, *arg)]),
        false => Ok(arg.to_value()),
    }))
}
