//! The routines that are called most often, without extendr's wrappers: 0.2 µs for each argument is half of
//! the time of an attribute access. `entry/quick.rs` implements them.
use super::{Sexp, Value};
use crate::os::hook::Hook;
use libR_sys::SEXP;

/// One line for each routine: its name, and that of the symbol for `src/entrypoint.c`.
macro_rules! routines {
    ($($(#[$doc:meta])* $name:ident as $symbol:ident($($arg:ident),*);)*) => {
        /// The implementations; none of them panics.
        #[derive(Clone, Copy)]
        pub struct Routines {
            $($(#[$doc])* pub $name: fn($($arg: Sexp<'_>),*) -> Value,)*
        }

        $(
            #[unsafe(no_mangle)]
            extern "C" fn $symbol($($arg: SEXP),*) -> SEXP {
                // SAFETY: R protects the arguments of a routine while it runs, on the main thread, and what it
                // returns.
                unsafe { (ROUTINES.get().$name)($(Sexp::borrow($arg)),*).raw() }
            }
        )*
    };
}

pub static ROUTINES: Hook<Routines> = Hook::new();

routines! {
    /// `x$name`
    get_attr as quick_get_attr(x, name);
    /// The R object in the instance `x` under `name`.
    get_kept as quick_get_kept(x, name);
    /// `callable(...)`, with the arguments in a list, whose names are keyword arguments.
    call as quick_call(callable, args, convert);
    /// As `call`; the result is converted if that of all arguments would be.
    call_alike as quick_call_alike(callable, args);
    /// `callable(...)`, with the arguments of the call `written`, evaluated in `env`.
    call_as_written as quick_call_as_written(callable, written, env);
    /// Whether no argument is a function, a list, or a double other than a single number.
    are_plain as quick_are_plain(args);
    /// Whether the call `written` may have `!!!` or `:=` among its arguments.
    /// `r_to_py(x, convert)`
    to_py as quick_to_py(x, convert);
    /// `py_to_r(x)`
    to_r as quick_to_r(x);
}
