//! The activities of threads that would have to wait while the main thread serves another one, and whether
//! that is allowed.
use super::request;
use super::turn::{Look, Patience, State, Turn};
use crate::object::call::current_call;
use crate::py::import::import;
use crate::py::interpreter;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::ffi::c_ulong;
use std::time::Instant;

thread_local! {
    // The observations of the main thread, or of the thread for which R runs.
    static PATIENCE: RefCell<Patience> = RefCell::default();
    // The main thread is being observed, which runs Python code too.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

pub fn is_looking() -> bool {
    LOOKING.get()
}

/// While this exists, the main thread has a new activity without observations.
pub struct Level(Option<Patience>);

impl Level {
    pub fn enter() -> Self {
        Level(Some(PATIENCE.take()))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        if let Some(outer) = self.0.take() {
            PATIENCE.replace(outer);
        }
    }
}

/// Whether others may be served while the main thread runs Python code, `frame`.
pub fn turn_in_python(py: Python<'_>, frame: Option<&Bound<'_, PyAny>>) -> Option<Turn> {
    let look = look(py, interpreter::thread_ident(), frame);
    let is_turn = |patience: &mut Patience| patience.in_call(current_call()).is_turn(&look, Instant::now());
    PATIENCE.with_borrow_mut(is_turn).then_some(Turn { first: look.joins })
}

/// Whether others may be served while R code runs, which Python called if `call` is a call from R.
pub fn is_turn_in_r(call: u64) -> bool {
    let served = request::innermost_served();
    if served.is_none() && call == 0 {
        return true;
    }
    if !PATIENCE.with_borrow(|patience| patience.is_due(Instant::now())) {
        return false;
    }
    let caller = Python::attach(|py| look(py, served.unwrap_or_else(interpreter::thread_ident), None));
    let look = Look { state: caller.state.in_r(), ..caller };
    PATIENCE.with_borrow_mut(|patience| patience.in_call(call).is_turn(&look, Instant::now()))
}

/// As `turn_in_python`, while the main thread waits for a call on another thread.
pub fn turn_beside(thread: c_ulong, patience: &mut Patience) -> Option<Turn> {
    if !patience.is_due(Instant::now()) {
        return None;
    }
    let look = Python::attach(|py| look(py, thread, None));
    patience.is_turn(&look, Instant::now()).then_some(Turn { first: look.joins })
}

fn look(py: Python<'_>, thread: c_ulong, frame: Option<&Bound<'_, PyAny>>) -> Look {
    let seen = || -> PyResult<(u8, u64, c_ulong)> {
        let module = import(py, "rkeras.bridge.activity")?;
        module.call_method1("look", (thread, frame))?.extract()
    };
    LOOKING.set(true);
    // Frames that cannot be read give no information.
    let (state, place, joins) = seen().unwrap_or((State::HOLDING, 0, 0));
    LOOKING.set(false);
    Look { state: State::numbered(state), place, joins: Some(joins).filter(|&joins| joins != 0) }
}
