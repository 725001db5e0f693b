//! The threads for which R runs: the main thread serves their requests, the innermost last.
use super::mailbox::Mailbox;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    // Of the main thread. The main thread pushes a thread before its R function runs, and pops it before that
    // thread gets the answer.
    static SERVED: RefCell<Vec<(u64, Arc<Mailbox>)>> = const { RefCell::new(Vec::new()) };
}

/// While this exists, R runs for a thread.
pub struct Served;

impl Served {
    pub fn enter(thread: u64, mailbox: Arc<Mailbox>) -> Self {
        SERVED.with_borrow_mut(|served| served.push((thread, mailbox)));
        Served
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        SERVED.with_borrow_mut(Vec::pop);
    }
}

/// Whether the current R code runs for another thread.
pub fn is_serving() -> bool {
    SERVED.with_borrow(|served| !served.is_empty())
}

/// The thread that waits for the current R code, if it is not the main thread.
pub fn innermost_waiting() -> Option<Arc<Mailbox>> {
    SERVED.with_borrow(|served| served.last().map(|(_, mailbox)| mailbox.clone()))
}

/// Its Python identifier.
pub fn innermost() -> Option<u64> {
    SERVED.with_borrow(|served| served.last().map(|(thread, _)| *thread))
}

/// In a forked process no thread waits.
pub fn forget() {
    SERVED.with_borrow_mut(Vec::clear);
}
