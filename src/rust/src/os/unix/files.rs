//! Standard files and sockets.
use std::net::TcpListener;
use std::os::fd::{AsRawFd, RawFd};

/// A socket that listens.
pub struct Listening(RawFd);

impl Listening {
    pub fn of(listener: &TcpListener) -> Self {
        Listening(listener.as_raw_fd())
    }

    /// Stops it in all processes that have it, as those forked since. It must still be open.
    pub fn stop(self) {
        // SAFETY: an open socket of the caller.
        unsafe { libc::shutdown(self.0, libc::SHUT_RDWR) };
    }
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

/// Writes to the process's stderr without R's API, which only the main thread may use.
pub fn write_stderr(text: &str) {
    // SAFETY: bytes and length belong together.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}
