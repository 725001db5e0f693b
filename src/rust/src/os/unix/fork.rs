//! `fork()`, as called by `parallel::mclapply()`: handlers before it, and after it in both processes.
use crate::os::hook::Hook;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

#[derive(Clone, Copy)]
pub struct Handlers {
    pub before: fn(),
    pub in_parent: fn(),
    pub in_child: fn(),
}

static HANDLERS: Hook<Handlers> = Hook::new();
static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// Whether this process was forked from the one in which Python was started.
pub fn is_child() -> bool {
    IS_CHILD.load(SeqCst)
}

pub fn register(handlers: Handlers) {
    HANDLERS.set(handlers);
    // SAFETY: functions of this module, which are never unloaded.
    unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
}

unsafe extern "C" fn before() {
    (HANDLERS.get().before)();
}

unsafe extern "C" fn in_parent() {
    (HANDLERS.get().in_parent)();
}

unsafe extern "C" fn in_child() {
    IS_CHILD.store(true, SeqCst);
    (HANDLERS.get().in_child)();
}
