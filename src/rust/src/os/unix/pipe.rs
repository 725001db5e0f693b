//! SIGPIPE: Python code gets `EPIPE`, which it raises as BrokenPipeError; R code gets R's own handler.
//!
//! R's handler raises an R error, which must not jump over frames of Python, nor on another thread. CPython
//! ignores the signal only if it installs its own handlers.
use crate::os::doing::{Doing, doing};
use crate::os::pending::Pending;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The handler before ours.
static OTHER: AtomicUsize = AtomicUsize::new(libc::SIG_DFL);
static R_THREAD: AtomicUsize = AtomicUsize::new(0);

/// On the main thread, once.
pub fn handle() {
    R_THREAD.store(this_thread(), SeqCst);
    install();
}

/// R's handler installs itself again when it runs.
pub fn handle_again() {
    if Pending::PipeHandler.take() {
        install();
    }
}

fn install() {
    // SAFETY: both structures are valid; the handler calls only functions that are safe in handlers.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let mut before: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_broken_pipe as extern "C" fn(i32) as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGPIPE, &action, &mut before);
        OTHER.store(before.sa_sigaction, SeqCst);
    }
}

fn this_thread() -> usize {
    // SAFETY: always defined.
    (unsafe { libc::pthread_self() }) as usize
}

extern "C" fn on_broken_pipe(signal: i32) {
    if this_thread() != R_THREAD.load(SeqCst) || doing() != Doing::R {
        return;
    }
    match OTHER.load(SeqCst) {
        libc::SIG_IGN => (),
        libc::SIG_DFL => {
            // SAFETY: the default action ends the process, as it would have without this handler.
            unsafe {
                libc::signal(signal, libc::SIG_DFL);
                libc::raise(signal);
            }
        }
        other => {
            Pending::PipeHandler.set();
            // SAFETY: the handler that the system had for this signal.
            let other: extern "C" fn(i32) = unsafe { std::mem::transmute(other) };
            other(signal);
        }
    }
}
