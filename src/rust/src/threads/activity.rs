//! The activities of threads that would have to wait while the main thread serves another one, and whether
//! that is allowed.
use super::served;
use super::turn::{Look, Patience, State, Turn};
use crate::object::call::current_call;
use crate::py::{interpreter, modules};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::Instant;

thread_local! {
    // The main thread, or the thread for which R runs.
    static SUSPENDED: RefCell<Observed> = RefCell::default();
    // The main thread is being observed, which runs Python code too.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

pub fn is_looking() -> bool {
    LOOKING.get()
}

/// While this exists, the main thread has a new activity without observations.
pub struct Level(Option<Observed>);

impl Level {
    pub fn enter() -> Self {
        Level(Some(SUSPENDED.take()))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        if let Some(outer) = self.0.take() {
            SUSPENDED.replace(outer);
        }
    }
}

/// The observations of a thread.
#[derive(Default)]
pub struct Observed {
    patience: Patience,
    /// The last one, if the thread cannot go on meanwhile: another would be the same.
    fixed: Option<Look>,
}

impl Observed {
    pub fn is_due(&self) -> bool {
        self.patience.is_due(Instant::now())
    }

    /// Whether others may be served while the main thread waits for a call on `thread`.
    pub fn turn_beside(&mut self, thread: u64) -> Option<Turn> {
        let look = interpreter::attach(|py| look(py, thread, None, self.patience.places()));
        self.turn(look)
    }

    /// As `turn_beside`, for a thread that cannot go on before the others have been served.
    pub fn turn_above(&mut self, thread: u64) -> Option<Turn> {
        let look = self.look_once(thread);
        self.turn(look)
    }

    fn look_once(&mut self, thread: u64) -> Look {
        let places = self.patience.places();
        let look = self.fixed.unwrap_or_else(|| interpreter::attach(|py| look(py, thread, None, places)));
        // Where a thread runs, its locks are looked for only when it has been there before.
        let is_complete = look.state != State::Running || places.contains(&look.place);
        self.fixed = Some(look).filter(|_| is_complete);
        look
    }

    fn turn(&mut self, look: Look) -> Option<Turn> {
        self.patience.is_turn(&look, Instant::now()).then_some(Turn { first: look.joins })
    }
}

/// Whether others may be served while the main thread runs Python code, `frame`.
pub fn turn_in_python(py: Python<'_>, frame: Option<&Bound<'_, PyAny>>) -> Option<Turn> {
    while_observing(|suspended| {
        let places = suspended.patience.in_call(current_call()).places();
        let look = look(py, interpreter::thread_ident(), frame, places);
        suspended.turn(look)
    })
}

/// Whether others may be served while R code runs, which Python called if `call` is a call from R.
pub fn is_turn_in_r(call: u64) -> bool {
    let served = served::innermost();
    if served.is_none() && call == 0 {
        return true;
    }
    while_observing(|suspended| {
        if !suspended.is_due() {
            return false;
        }
        let look = match served {
            Some(thread) => suspended.look_once(thread),
            None => interpreter::attach(|py| {
                look(py, interpreter::thread_ident(), None, suspended.patience.in_call(call).places())
            }),
        };
        suspended.patience.in_call(call);
        suspended.turn(Look { state: look.state.in_r(), ..look }).is_some()
    })
}

/// Python code that runs meanwhile may get here again, and finds no observations.
fn while_observing<T>(f: impl FnOnce(&mut Observed) -> T) -> T {
    let mut suspended = SUSPENDED.take();
    let out = f(&mut suspended);
    SUSPENDED.replace(suspended);
    out
}

fn look(py: Python<'_>, thread: u64, frame: Option<&Bound<'_, PyAny>>, places: &[u64]) -> Look {
    let seen =
        || -> PyResult<(u8, u64, u64)> { modules::LOOK.get(py)?.call1((thread, frame, places))?.extract() };
    LOOKING.set(true);
    // Frames that cannot be read give no information.
    let (state, place, joins) = seen().unwrap_or((State::HOLDING, 0, 0));
    LOOKING.set(false);
    Look { state: State::numbered(state), place, joins: Some(joins).filter(|&joins| joins != 0) }
}
