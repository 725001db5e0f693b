//! SIGXFSZ: a write beyond the process's limit for files (`ulimit -f`) fails with `EFBIG`, which Python raises as
//! OSError, instead of ending the process.
//!
//! CPython ignores the signal, but only if it installs its own handlers.
use libc::{SIG_DFL, SIGXFSZ, c_int, sigaction, sighandler_t};

/// Unless others handle the signal.
pub fn handle() {
    // SAFETY: an empty action is valid, and written to; the handler does nothing and is never unloaded. Unlike an
    // ignored signal, it is not inherited by programs that R starts.
    unsafe {
        let mut action: sigaction = std::mem::zeroed();
        sigaction(SIGXFSZ, std::ptr::null(), &mut action);
        if action.sa_sigaction == SIG_DFL {
            let ignore: extern "C" fn(c_int) = ignore;
            action.sa_sigaction = ignore as sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            sigaction(SIGXFSZ, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn ignore(_: c_int) {}
