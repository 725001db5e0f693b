//! The current activity of the main thread (the thread that runs R), which determines how other threads can
//! get its attention.
use super::alarm;
use crate::os::doing::{ACTIVITY, Means, change};
pub use crate::os::doing::{Doing, doing};
use crate::os::event_loop;
use crate::os::thread::{self, ThreadId};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::Thread;
use std::time::Duration;

static R_THREAD: OnceLock<(Thread, ThreadId)> = OnceLock::new();
/// The main thread does not exist in a process that another thread forked.
static GONE: AtomicBool = AtomicBool::new(false);

/// Called once, on the main thread.
pub fn mark() {
    thread::mark_r_thread();
    R_THREAD.get_or_init(|| (std::thread::current(), thread::this_thread()));
}

pub fn is_gone() -> bool {
    GONE.load(SeqCst)
}

pub fn set_gone() {
    GONE.store(true, SeqCst);
}

/// Until this is dropped, the main thread has another activity.
pub struct Scope(Doing);

pub fn enter(doing: Doing) -> Scope {
    let scope = Scope(change(doing));
    if doing == Doing::Python {
        alarm::watch();
    }
    scope
}

impl Drop for Scope {
    fn drop(&mut self) {
        ACTIVITY.change_back(self.0, &Ways);
    }
}

/// A request for the main thread was queued, or has finished.
pub fn wake() {
    ACTIVITY.wake(&Ways);
}

/// If the main thread runs Python code or waits in it, makes it run [`super::interrupt::on_signal`] soon.
pub fn signal() {
    ACTIVITY.signal(&Ways);
}

struct Ways;

impl Means for Ways {
    fn unpark(&self) {
        unpark();
    }

    fn poke(&self) {
        event_loop::poke();
    }

    fn signal(&self) {
        if let Some((_, id)) = R_THREAD.get() {
            thread::signal(*id);
        }
    }
}

/// The CPU time of the main thread, if the system provides it.
pub fn cpu_time() -> Option<Duration> {
    R_THREAD.get().and_then(|(_, id)| thread::cpu_time(*id))
}

pub fn unpark() {
    if let Some((thread, _)) = R_THREAD.get() {
        thread.unpark();
    }
}
