//! Signals whose handlers in R jump, or end the session, wherever they arrive.
//!
//! * SIGPIPE: a write to a closed pipe fails with `EPIPE`, which Python raises as BrokenPipeError. R's handler raises an
//!   error. Out of the printing of R code that would leave the lock of stdout taken, for which Python's threads then wait
//!   with the GIL. Writes of R code to other closed pipes are R's errors as before.
//! * SIGXFSZ: a write beyond the process's limit for files (`ulimit -f`) fails with `EFBIG`, instead of ending the process.
//! * SIGUSR1, SIGUSR2: R saves the workspace and ends. It ignores them while interrupts are suspended, as
//!   they are in calls into Python: the call is interrupted, and R gets the signal at its end.
//!
//! CPython ignores the first two, but only if it installs its own handlers. These handlers are not inherited by programs
//! that R starts, unlike ignored signals.
use crate::os::pending::Pending;
use crate::os::thread::{self, ThreadId};
use libc::{SA_NODEFER, SA_RESTART, SA_SIGINFO, SIG_DFL, SIGPIPE, SIGUSR1, SIGUSR2, SIGXFSZ};
use libc::{c_int, c_void, sigaction, sighandler_t, siginfo_t};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};

/// What the handlers need of R. All are safe in handlers, on the main thread.
#[derive(Clone, Copy)]
pub struct OfR {
    /// Whether code runs that R's handlers must not leave.
    pub is_held: fn() -> bool,
    pub set_interrupted: fn(bool),
    /// Raises R's error.
    pub fail: fn(),
}

static OF_R: OnceLock<(ThreadId, OfR)> = OnceLock::new();
/// R's own handlers of the signals that end it.
static ENDS: OnceLock<[(c_int, sighandler_t); 2]> = OnceLock::new();
/// The signal with which R is to end.
static END: AtomicI32 = AtomicI32::new(0);

/// On the main thread, once.
pub fn handle(of_r: OfR) {
    OF_R.get_or_init(|| (thread::this_thread(), of_r));
    if current(SIGPIPE) != libc::SIG_IGN {
        install(SIGPIPE, on_broken_pipe);
    }
    if current(SIGXFSZ) == SIG_DFL {
        install(SIGXFSZ, on_nothing);
    }
    ENDS.get_or_init(|| [SIGUSR1, SIGUSR2].map(|signal| (signal, current(signal))));
    for (signal, handler) in ENDS.get().into_iter().flatten() {
        if !matches!(*handler, SIG_DFL | libc::SIG_IGN) {
            install(*signal, on_end);
        }
    }
}

/// At the end of a call into Python: R ends if a signal asked for it.
pub fn end_if_asked() {
    if !Pending::End.is_set() {
        return;
    }
    let Some((_, of_r)) = OF_R.get().filter(|(_, of_r)| !(of_r.is_held)()) else { return };
    Pending::End.take();
    (of_r.set_interrupted)(false);
    // SAFETY: its handler is `on_end`.
    unsafe { libc::raise(END.load(SeqCst)) };
}

type Handler = extern "C" fn(c_int, *const siginfo_t, *mut c_void);

fn install(signal: c_int, handler: Handler) {
    // SAFETY: the structure is valid; the handlers call only functions that are safe in handlers, and are never unloaded.
    // One of them does not return.
    unsafe {
        let mut action: sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as sighandler_t;
        action.sa_flags = SA_RESTART | SA_SIGINFO | SA_NODEFER;
        sigaction(signal, &action, std::ptr::null_mut());
    }
}

fn current(signal: c_int) -> sighandler_t {
    // SAFETY: an empty structure is valid, and written to.
    unsafe {
        let mut action: sigaction = std::mem::zeroed();
        sigaction(signal, std::ptr::null(), &mut action);
        action.sa_sigaction
    }
}

extern "C" fn on_nothing(_: c_int, _: *const siginfo_t, _: *mut c_void) {}

extern "C" fn on_broken_pipe(_: c_int, info: *const siginfo_t, _: *mut c_void) {
    let Some((_, of_r)) = OF_R.get().filter(|(main, of_r)| main.is_this() && !(of_r.is_held)()) else {
        return;
    };
    if is_own(info) && !prints_into_nothing() {
        (of_r.fail)();
    }
}

/// Whether a write of this process sent the signal.
fn is_own(info: *const siginfo_t) -> bool {
    // SAFETY: the system gives it, with the sender, to handlers that ask for it.
    unsafe { !info.is_null() && (*info).si_pid() == libc::getpid() }
}

/// Whether stdout or stderr is a pipe that nobody reads.
fn prints_into_nothing() -> bool {
    [1, 2].into_iter().any(|fd| {
        let mut state = libc::pollfd { fd, events: 0, revents: 0 };
        // SAFETY: one structure, which is written to.
        unsafe { libc::poll(&mut state, 1, 0) };
        state.revents & libc::POLLERR != 0
    })
}

extern "C" fn on_end(signal: c_int, _: *const siginfo_t, _: *mut c_void) {
    let Some((main, of_r)) = OF_R.get() else { return };
    if !main.is_this() {
        return main.send(signal);
    }
    if (of_r.is_held)() {
        END.store(signal, SeqCst);
        Pending::End.set();
        return (of_r.set_interrupted)(true);
    }
    let known = ENDS.get().into_iter().flatten().find(|(known, _)| *known == signal);
    if let Some((_, handler)) = known {
        // SAFETY: R's handler of this signal, which takes the place of ours when it runs.
        unsafe { std::mem::transmute::<sighandler_t, extern "C" fn(c_int)>(*handler)(signal) };
    }
}
