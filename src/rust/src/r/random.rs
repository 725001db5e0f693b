//! Whether R code has drawn random numbers: R then stores its generator's state anew.
use super::{Sexp, Symbol, Type};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static LAST: Cell<State> = const { Cell::new((0, 0)) };
    static DREW: Cell<bool> = const { Cell::new(false) };
}

/// Of `.Random.seed`: its address, and its second number, which tells states at one address apart.
type State = (usize, i32);

/// Whether a library that makes graphs of R functions is there: others pay nothing for it.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

pub fn watch() {
    IS_WATCHED.store(true, Ordering::Relaxed);
}

fn state() -> State {
    if !IS_WATCHED.load(Ordering::Relaxed) {
        return (0, 0);
    }
    static SEED: Symbol = Symbol::new(c".Random.seed");
    let seed = Sexp::global_env().var(SEED.get()).filter(|seed| seed.kind() == Type::Integer);
    seed.map_or((0, 0), |seed| (seed.raw() as usize, seed.integers().get(1).copied().unwrap_or(0)))
}

/// While one R function runs, without those that it calls through Python. On the main thread.
pub struct Draws {
    outer: bool,
}

impl Draws {
    pub fn watch() -> Self {
        let state = state();
        let has_changed = LAST.replace(state) != state;
        Draws { outer: DREW.replace(false) || has_changed }
    }

    /// Whether the function, which has ended, drew any.
    pub fn any(&self) -> bool {
        DREW.get() || LAST.get() != state()
    }
}

impl Drop for Draws {
    fn drop(&mut self) {
        LAST.set(state());
        DREW.set(self.outer);
    }
}
