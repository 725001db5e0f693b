//! Threads as the system knows them.
use std::ffi::c_ulong;

/// A thread that can be sent a signal.
#[derive(Clone, Copy)]
pub struct ThreadId(libc::pthread_t);

pub fn this_thread() -> ThreadId {
    // SAFETY: always defined.
    ThreadId(unsafe { libc::pthread_self() })
}

/// Interrupts what the thread waits for in the system, and has Python's handler for this signal run.
///
/// By default SIGURG is ignored, so that no other library uses it for itself.
pub fn signal(thread: ThreadId) {
    // SAFETY: R's thread, which lasts as long as the process.
    unsafe { libc::pthread_kill(thread.0, WAKE_SIGNAL) };
}

pub const WAKE_SIGNAL: i32 = libc::SIGURG;

/// Writes to the process's stderr, past R, which only its own thread may use.
pub fn write_stderr(text: &str) {
    // SAFETY: bytes and length belong together.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

/// The number by which Python knows the thread that asks.
pub fn python_ident() -> c_ulong {
    // SAFETY: always defined.
    unsafe { PyThread_get_thread_ident() }
}

unsafe extern "C" {
    fn PyThread_get_thread_ident() -> c_ulong;
}
