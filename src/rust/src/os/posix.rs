//! Threads of the operating system.
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static ON_R_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Marks this thread as R's. Called once, when the library is initialised.
pub fn mark_r_thread() {
    ON_R_THREAD.set(true);
}

pub fn on_r_thread() -> bool {
    ON_R_THREAD.get()
}

/// A thread that can receive signals.
#[derive(Clone, Copy)]
pub struct ThreadId(libc::pthread_t);

pub fn this_thread() -> ThreadId {
    // SAFETY: always defined.
    ThreadId(unsafe { libc::pthread_self() })
}

/// Interrupts system calls of the thread, and makes Python run its handler for this signal.
///
/// SIGURG is ignored by default, so other libraries do not use it.
pub fn signal(thread: ThreadId) {
    // SAFETY: the main thread, which lasts as long as the process.
    unsafe { libc::pthread_kill(thread.0, WAKE_SIGNAL) };
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

/// Stops a socket from listening in all processes that have it, as those forked since.
pub fn stop_listening(socket: i32) {
    // SAFETY: an open socket of the caller.
    unsafe { libc::shutdown(socket, libc::SHUT_RDWR) };
}

/// Opens `/dev/null` as stdin, stdout and stderr if they are closed, as in a daemon: the next file that is
/// opened would take their place, and what is printed would be written to it.
pub fn open_standard_files() {
    loop {
        // SAFETY: a NUL-terminated path; the lowest number that is free.
        let file = unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) };
        if file > 2 {
            // SAFETY: just opened, and not used.
            unsafe { libc::close(file) };
        }
        if !(0..=2).contains(&file) {
            return;
        }
    }
}

/// How many files the process may have open.
pub fn max_files() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is written to.
    match unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } {
        0 => usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX).min(1 << 14),
        _ => 0,
    }
}

/// The CPU time of the thread, if the system provides it.
pub fn cpu_time(thread: ThreadId) -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let mut clock = 0;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the main thread, which lasts as long as the process; both are written to.
        let known = unsafe {
            libc::pthread_getcpuclockid(thread.0, &mut clock) == 0
                && libc::clock_gettime(clock, &mut time) == 0
        };
        let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
        known.then(|| Duration::new(seconds, nanos))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = thread;
        None
    }
}

pub const WAKE_SIGNAL: i32 = libc::SIGURG;

/// Writes to the process's stderr without R's API, which only the main thread may use.
pub fn write_stderr(text: &str) {
    // SAFETY: bytes and length belong together.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}
