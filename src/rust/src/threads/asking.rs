//! The Python threads that wait for R, including those being served.
use super::mailbox::{Mailbox, Message};
use std::any::Any;
use std::ffi::c_ulong;
use std::sync::{Mutex, MutexGuard, PoisonError};

static ASKING: Mutex<Vec<c_ulong>> = Mutex::new(Vec::new());

/// Waits for a message. Meanwhile `thread`, the caller, is in the list.
pub fn receive(thread: c_ulong, mailbox: &Mailbox) -> Message {
    asking().push(thread);
    let message = mailbox.receive();
    let mut asking = asking();
    if let Some(at) = asking.iter().rposition(|&one| one == thread) {
        asking.swap_remove(at);
    }
    message
}

pub fn threads() -> Vec<c_ulong> {
    asking().clone()
}

/// No thread begins to wait while this lock is held.
pub fn lock() -> impl Any + 'static {
    asking()
}

/// In a forked process no thread waits.
pub fn forget() {
    asking().clear();
}

fn asking() -> MutexGuard<'static, Vec<c_ulong>> {
    ASKING.lock().unwrap_or_else(PoisonError::into_inner)
}
