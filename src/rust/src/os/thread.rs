//! Threads of the operating system.
pub use super::system::thread::*;
use std::cell::Cell;

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
