//! What the main thread (the thread that runs R) does, and how other threads get its attention.
//!
//! This file has the parts of the protocol that need neither R nor Python. `tests/model/` explores all interleavings
//! of its threads.
#[cfg(shuttle)]
use shuttle::{hint, sync::atomic};
#[cfg(not(shuttle))]
use std::{hint, sync::atomic};

use atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::SeqCst};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Doing {
    /// It runs R code, or waits at the prompt.
    R,
    /// It runs Python code, or code that Python called.
    Python,
    /// It waits for a call on a worker thread, and serves the queue meanwhile.
    Serving,
    /// As `Python`, while another thread sends it a signal: it must not return to R, because the signal
    /// could interrupt R's system calls.
    Signalled,
}

/// The shared state of the main thread and the threads that send it requests.
///
/// Invariant: a request that is in the queue when the main thread has nothing else to do is served. Who sends one
/// counts it and then looks what the main thread does; the main thread changes what it does and then looks at the
/// count.
pub struct Activity {
    doing: AtomicU8,
    /// The length of the queue of requests. Changes under the queue's lock.
    requests: AtomicUsize,
}

/// The ways to get the attention of the main thread.
pub trait Means {
    /// It parks while it is `Serving`.
    fn unpark(&self);
    /// Its event loop runs in `R`.
    fn poke(&self);
    /// Interrupts Python code; called while the main thread is kept there.
    fn signal(&self);
}

impl Activity {
    pub const fn new() -> Self {
        Activity { doing: AtomicU8::new(Doing::R as u8), requests: AtomicUsize::new(0) }
    }

    pub fn doing(&self) -> Doing {
        match self.doing.load(SeqCst) {
            0 => Doing::R,
            1 => Doing::Python,
            2 => Doing::Serving,
            _ => Doing::Signalled,
        }
    }

    /// Must be called on the main thread. Returns the previous activity.
    pub fn change(&self, to: Doing) -> Doing {
        loop {
            let from = self.doing();
            if from == Doing::Signalled {
                hint::spin_loop();
            } else if self.doing.compare_exchange(from as u8, to as u8, SeqCst, SeqCst).is_ok() {
                return from;
            }
        }
    }

    /// As `change`, at the end of what the main thread did: threads that sent requests while it served expect it
    /// to look at the queue.
    pub fn change_back(&self, to: Doing, means: &impl Means) {
        if self.change(to) == Doing::Serving && self.has_requests() {
            self.wake(means);
        }
    }

    pub fn has_requests(&self) -> bool {
        self.requests.load(SeqCst) != 0
    }

    pub fn set_requests(&self, count: usize) {
        self.requests.store(count, SeqCst);
    }

    /// A request for the main thread was queued, or has finished.
    pub fn wake(&self, means: &impl Means) {
        match self.doing() {
            Doing::Serving => means.unpark(),
            Doing::R => means.poke(),
            Doing::Python | Doing::Signalled => {
                self.signal(means);
                // The main thread may be about to return to R.
                means.poke();
            }
        }
    }

    /// Signals the main thread if it is in Python, and keeps it there meanwhile.
    pub fn signal(&self, means: &impl Means) {
        let python = Doing::Python as u8;
        if self.doing.compare_exchange(python, Doing::Signalled as u8, SeqCst, SeqCst).is_ok() {
            means.signal();
            self.doing.store(python, SeqCst);
        }
    }
}

/// A thread that sleeps while it is not needed.
///
/// Invariant: who needs it calls `wake` afterwards, and it looks whether it is needed after it has fallen asleep.
pub struct Sleeper {
    asleep: AtomicBool,
}

impl Sleeper {
    pub const fn new() -> Self {
        Sleeper { asleep: AtomicBool::new(true) }
    }

    /// Calls `start`, which starts or unparks the thread, if it sleeps.
    pub fn wake(&self, start: impl FnOnce()) {
        if self.asleep.load(SeqCst) && self.asleep.swap(false, SeqCst) {
            start();
        }
    }

    /// On the thread: sleeps until it is woken, unless it is needed.
    pub fn sleep(&self, is_needed: impl FnOnce() -> bool, park: impl Fn()) {
        self.asleep.store(true, SeqCst);
        if is_needed() && self.asleep.swap(false, SeqCst) {
            return;
        }
        while self.asleep.load(SeqCst) {
            park();
        }
    }

    /// The thread does not exist in a forked process.
    pub fn forget(&self) {
        self.asleep.store(true, SeqCst);
    }
}

pub static ACTIVITY: Activity = Activity::new();

pub fn doing() -> Doing {
    ACTIVITY.doing()
}

/// Must be called on the main thread. Returns the previous activity.
pub fn change(to: Doing) -> Doing {
    ACTIVITY.change(to)
}

/// While this exists, the main thread runs R code.
pub struct InR(Doing);

impl InR {
    pub fn enter() -> Self {
        InR(change(Doing::R))
    }
}

impl Drop for InR {
    fn drop(&mut self) {
        change(self.0);
    }
}
