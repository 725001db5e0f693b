//! The requests that the main thread serves while it waits for a call on another thread: those of that
//! thread and of libraries at once, those of others by the rules of [`super::turn`].
use super::activity::Observed;
use super::queue::{self, Whose};
use super::served;
use super::turn::Turn;
use crate::py::interpreter;
use std::time::Duration;

/// What waits on the main thread's stack below the call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    R,
    /// Python code on the main thread, which may hold locks.
    Python,
}

pub struct Others {
    /// The observations of the awaited thread.
    awaited: Observed,
    /// The observations of the Python code that waits for the call.
    caller: Option<Observed>,
    /// The time until the next observation.
    pause: Option<Duration>,
}

impl Others {
    pub fn new(caller: Caller) -> Self {
        let caller = (caller == Caller::Python).then(Observed::default);
        Others { awaited: Observed::default(), caller, pause: None }
    }

    /// `own` is the awaited thread.
    pub fn whose(&mut self, own: Option<u64>) -> Whose {
        let whose = Whose::own(own).and_native();
        // Only R code is below on the stack.
        if !served::is_serving() && self.caller.is_none() {
            return whose.and_others(None);
        }
        if !queue::has_others(own) {
            self.pause = None;
            return whose;
        }
        match self.turn(own) {
            Some(turn) => {
                self.pause = None;
                whose.and_others(turn.first)
            }
            None => {
                // Requests wake this thread any number of times in between.
                let longer = |pause: Duration| pause.saturating_mul(2);
                self.pause = Some(self.pause.map_or(Duration::from_millis(1), longer));
                whose
            }
        }
    }

    /// Whether others than the awaited thread, `own`, may be served.
    fn turn(&mut self, own: Option<u64>) -> Option<Turn> {
        if let Some(caller) = &mut self.caller {
            caller.is_due().then(|| caller.turn_above(interpreter::thread_ident()))??;
        }
        match (served::is_serving(), own) {
            (false, _) => Some(Turn { first: None }),
            (true, Some(own)) if self.awaited.is_due() => self.awaited.turn_beside(own),
            _ => None,
        }
    }

    pub fn pause(&self, most: Duration) -> Duration {
        self.pause.map_or(most, |pause| pause.min(most))
    }
}
