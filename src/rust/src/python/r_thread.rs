//! What R's thread is doing, so that other threads know how to get its attention.
use super::queue::{self, Whose};
use super::{activity, current_call, monitor};
use crate::ffi::posix::{self, ThreadId};
use crate::ffi::{preserve, session};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::thread::Thread;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Doing {
    /// R code runs, or R waits at its prompt.
    R,
    /// Python code runs, or something that Python called.
    Python,
    /// It waits for a call on another thread, and serves the queue meanwhile.
    Serving,
    /// As `Python`, while another thread sends it a signal: it must not go on to R, whose system calls
    /// a signal may end.
    Signalled,
}

static DOING: AtomicU8 = AtomicU8::new(Doing::R as u8);
static R_THREAD: OnceLock<(Thread, ThreadId)> = OnceLock::new();
/// In a process forked by another thread R's thread does not exist.
static GONE: AtomicBool = AtomicBool::new(false);

/// Called once, on R's thread.
pub fn mark() {
    preserve::mark_r_thread();
    R_THREAD.get_or_init(|| (std::thread::current(), posix::this_thread()));
}

pub fn is_gone() -> bool {
    GONE.load(SeqCst)
}

pub fn set_gone() {
    GONE.store(true, SeqCst);
}

pub fn doing() -> Doing {
    match DOING.load(SeqCst) {
        0 => Doing::R,
        1 => Doing::Python,
        2 => Doing::Serving,
        _ => Doing::Signalled,
    }
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

fn change(to: Doing) -> Doing {
    loop {
        let from = doing();
        if from == Doing::Signalled {
            std::hint::spin_loop();
        } else if DOING.compare_exchange(from as u8, to as u8, SeqCst, SeqCst).is_ok() {
            return from;
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
    let python = Doing::Python as u8;
    let Some((_, id)) = R_THREAD.get() else { return };
    if DOING.compare_exchange(python, Doing::Signalled as u8, SeqCst, SeqCst).is_ok() {
        posix::signal(*id);
        DOING.store(python, SeqCst);
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
