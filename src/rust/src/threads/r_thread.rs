//! What R's thread is doing, so that other threads know how to get its attention.
use super::queue::{self, Whose};
use super::{activity, monitor};
use crate::object::call::current_call;
use crate::os::doing::{self, change};
pub use crate::os::doing::{Doing, doing};
use crate::os::posix::{self, ThreadId};
use crate::r::session;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::Thread;
use std::time::Duration;

static R_THREAD: OnceLock<(Thread, ThreadId)> = OnceLock::new();
/// In a process forked by another thread R's thread does not exist.
static GONE: AtomicBool = AtomicBool::new(false);

/// Called once, on R's thread.
pub fn mark() {
    posix::mark_r_thread();
    R_THREAD.get_or_init(|| (std::thread::current(), posix::this_thread()));
}

pub fn is_gone() -> bool {
    GONE.load(SeqCst)
}

pub fn set_gone() {
    GONE.store(true, SeqCst);
}

/// Until this ends R's thread does something else.
pub struct Scope(Doing);

pub fn enter(doing: Doing) -> Scope {
    let scope = Scope(change(doing));
    if doing == Doing::Python {
        monitor::watch();
    }
    scope
}

impl Drop for Scope {
    fn drop(&mut self) {
        // Who asked while this thread served took it that the queue would be looked at.
        if change(self.0) == Doing::Serving && !queue::is_empty() {
            wake();
        }
    }
}

/// Something for R's thread is in the queue, or done.
pub fn wake() {
    match doing() {
        Doing::Serving => unpark(),
        Doing::R => session::poke(),
        Doing::Python | Doing::Signalled => {
            signal();
            // It may be on its way out.
            session::poke();
        }
    }
}

/// How long R's thread has computed, where the system tells.
pub fn cpu_time() -> Option<Duration> {
    R_THREAD.get().and_then(|(_, id)| posix::cpu_time(*id))
}

pub fn unpark() {
    if let Some((thread, _)) = R_THREAD.get() {
        thread.unpark();
    }
}

/// Where Python code runs or waits, has it run [`super::interrupt::on_signal`] soon.
pub fn signal() {
    if let Some((_, id)) = R_THREAD.get() {
        doing::while_in_python(|| posix::signal(*id));
    }
}

/// R's event loop has been woken.
pub fn on_event() {
    match activity::is_turn_in_r(current_call()) {
        true => drop(queue::serve_in_a_row(Whose::ALL)),
        // The monitor wakes it again.
        false => monitor::watch(),
    }
}
