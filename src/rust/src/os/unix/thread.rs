//! Threads.
use super::kind;
use std::time::Duration;

/// A thread that can receive signals.
#[derive(Clone, Copy)]
pub struct ThreadId(libc::pthread_t);

impl ThreadId {
    pub fn is_this(self) -> bool {
        self.0 == this_thread().0
    }

    /// Sends a signal to the main thread, which lasts as long as the process.
    pub fn send(self, signal: i32) {
        // SAFETY: a thread that exists.
        unsafe { libc::pthread_kill(self.0, signal) };
    }
}

pub fn this_thread() -> ThreadId {
    // SAFETY: always defined.
    ThreadId(unsafe { libc::pthread_self() })
}

/// Interrupts system calls of the thread, and makes Python run its handler for this signal.
///
/// SIGURG is ignored by default, so other libraries do not use it.
pub fn signal(thread: ThreadId) {
    thread.send(WAKE_SIGNAL);
}

/// Keeps the signals of profilers, such as R's `Rprof()`, from this thread and from the threads that it
/// starts: they are for the main thread, and matrix products of TensorFlow (oneDNN) are not safe against
/// signals, which damage memory there.
pub fn refuse_profiling() {
    // SAFETY: `sigemptyset()` writes to the whole set before it is read.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGPROF);
        libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
    }
}

/// Keeps all signals from this thread and from the threads that it starts: they are for the main thread.
pub fn refuse_signals() {
    // SAFETY: `sigfillset()` writes to the whole set before it is read.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigfillset(&mut set);
        libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
    }
}

/// The CPU time of the thread, if the system provides it.
pub fn cpu_time(thread: ThreadId) -> Option<Duration> {
    kind::cpu_time(thread.0)
}

pub const WAKE_SIGNAL: i32 = libc::SIGURG;

/// Runs `install`, which gives the signal to Python.
pub fn keep_handler<T>(install: impl FnOnce() -> T) -> T {
    install()
}
