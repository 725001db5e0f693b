//! Standard files and sockets.
use std::io::Write;
use std::net::TcpListener;

/// A socket that listens. No other process has it.
pub struct Listening;

impl Listening {
    pub fn of(_listener: &TcpListener) -> Self {
        Listening
    }

    /// It ends when the listener is dropped.
    pub fn stop(self) {}
}

/// Files do not take the place of standard files there.
pub fn open_standard_files() {}

/// How many connections the process may have open: sockets are not files, and have no limit of their own.
pub fn max_files() -> usize {
    1 << 14
}

/// Writes to the process's stderr without R's API, which only the main thread may use. RGui has none.
pub fn write_stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
