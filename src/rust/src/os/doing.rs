//! The current activity of the main thread (the thread that runs R), which determines how other threads can
//! get its attention.
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};

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

static DOING: AtomicU8 = AtomicU8::new(Doing::R as u8);

pub fn doing() -> Doing {
    match DOING.load(SeqCst) {
        0 => Doing::R,
        1 => Doing::Python,
        2 => Doing::Serving,
        _ => Doing::Signalled,
    }
}

/// Must be called on the main thread. Returns the previous activity.
pub fn change(to: Doing) -> Doing {
    loop {
        let from = doing();
        if from == Doing::Signalled {
            std::hint::spin_loop();
        } else if DOING.compare_exchange(from as u8, to as u8, SeqCst, SeqCst).is_ok() {
            return from;
        }
    }
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

/// Calls `signal` while the main thread is kept in Python; does nothing if it runs other code.
pub fn while_in_python(signal: impl FnOnce()) {
    let python = Doing::Python as u8;
    if DOING.compare_exchange(python, Doing::Signalled as u8, SeqCst, SeqCst).is_ok() {
        signal();
        DOING.store(python, SeqCst);
    }
}
