//! The main thread serves the requests in the queue.
use super::activity::{self, Level};
use super::mailbox::{self, Message};
use super::queue::{self, Call, Request, Whose, Work};
use super::r_thread::{self, Doing};
use super::served::Served;
use super::{alarm, console, service};
use crate::error::fault;
use crate::object::call::current_call;
use crate::py::interpreter;
use crate::r::guard::Uninterrupted;
use crate::r::{preserve, session};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// R's event loop was woken, at the prompt or by R code that waits.
pub fn on_event() {
    preserve::release_dropped();
    if !activity::is_turn_in_r(current_call()) {
        // The monitor will wake it again.
        alarm::watch();
    } else if serve_in_a_row(Whose::ALL) {
        session::set_interrupted(true);
    }
}

/// As [`serve`], after another thread has signalled the main thread. It waits briefly for further requests,
/// so that a thread with many calls does not need a signal for each.
pub fn serve_in_a_row(whose: Whose) -> bool {
    let _doing = r_thread::enter(Doing::Serving);
    let mut interrupted = false;
    while queue::has_any(whose) {
        interrupted |= serve(whose);
        mailbox::spin_while(queue::is_empty);
    }
    interrupted
}

/// Serves requests until the queue is empty. On the main thread.
///
/// True if the user interrupted an R function that another thread had called: the caller must be
/// interrupted too.
pub fn serve(whose: Whose) -> bool {
    if !queue::has_any(whose) {
        return false;
    }
    let _uninterrupted = Uninterrupted::new();
    let mut interrupted = false;
    while let Some(request) = queue::next(whose) {
        match request {
            Request::Call(call) => {
                let is_own = whose.is_own(call.thread);
                interrupted |= answer(call) && !is_own;
            }
            Request::Later(f) => call_later(f),
            Request::Service => interrupted |= service::run(),
            // If output to a connection fails, there is no caller to get the error.
            Request::Print { text, is_error } => drop(console::print(&text, is_error)),
            Request::Line { text, kind } => drop(console::line(&text, kind)),
        }
    }
    interrupted
}

/// True if the user interrupted it.
fn answer(call: Call) -> bool {
    let Call { work, from, thread, .. } = call;
    let (answer, interrupted) = {
        let _served = Served::enter(thread, from.clone());
        let _level = Level::enter();
        run(work)
    };
    from.send(answer);
    interrupted
}

fn run(work: Work) -> (Message, bool) {
    match work {
        Work::Python(work) => {
            let _doing = r_thread::enter(Doing::Python);
            interpreter::attach(|py| {
                let reply =
                    catch_unwind(AssertUnwindSafe(|| work(py))).unwrap_or_else(|_| Err(fault::raised()));
                let error = reply.as_ref().err();
                let interrupted = error.is_some_and(|err| err.is_instance_of::<PyKeyboardInterrupt>(py));
                (Message::Reply(reply), interrupted)
            })
        }
        Work::Native(work) => {
            let _doing = r_thread::enter(Doing::R);
            (Message::Done, catch_unwind(AssertUnwindSafe(work)).unwrap_or(false))
        }
    }
}

/// An exception is only reported.
fn call_later(f: Py<PyAny>) {
    let _doing = r_thread::enter(Doing::Python);
    interpreter::attach(|py| {
        if let Err(err) = f.call0(py) {
            err.write_unraisable(py, Some(f.bind(py)));
        }
        drop(f);
    });
}
