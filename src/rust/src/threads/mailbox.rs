//! Messages to a thread that waits for the main thread.
use crate::os::mutex::Mutex;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::Thread;
use std::time::{Duration, Instant};

pub enum Message {
    /// The result of the R function.
    Reply(PyResult<Py<PyAny>>),
    /// The end of work that has no Python value as its result.
    Done,
    /// A blocking call by the R function: it runs on the waiting thread, as if the main thread and this one
    /// were the same.
    Run(Box<dyn FnOnce() + Send>),
    /// Objects to release: sent only to worker threads.
    Release(Vec<Py<PyAny>>),
}

pub struct Mailbox {
    owner: Thread,
    messages: Mutex<VecDeque<Message>>,
    count: AtomicUsize,
}

/// Waking a thread takes longer than most callbacks.
pub const SPIN: Duration = Duration::from_micros(50);

impl Mailbox {
    /// The mailbox of the calling thread.
    pub fn new() -> Self {
        Mailbox { owner: std::thread::current(), messages: Mutex::default(), count: AtomicUsize::new(0) }
    }

    pub fn of(owner: Thread) -> Self {
        Mailbox { owner, messages: Mutex::default(), count: AtomicUsize::new(0) }
    }

    pub fn send(&self, message: Message) {
        {
            let mut messages = self.messages.lock();
            messages.push_back(message);
            self.count.fetch_add(1, SeqCst);
        }
        self.owner.unpark();
    }

    /// Called by the owner, detached.
    pub fn receive(&self) -> Message {
        let waits = || self.count.load(SeqCst) == 0;
        spin_while(waits);
        loop {
            if let Some(message) = self.messages.lock().pop_front() {
                self.count.fetch_sub(1, SeqCst);
                return message;
            }
            std::thread::park();
        }
    }
}

/// The awaited thread may need this core.
pub fn spin_while(waits: impl Fn() -> bool) {
    let start = Instant::now();
    while waits() && start.elapsed() < SPIN {
        std::thread::yield_now();
    }
}
