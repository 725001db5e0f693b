//! What R's thread is doing, so that other threads know how to get its attention.
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Doing {
    /// R code runs, or R waits at its prompt.
    R,
    /// Python code runs, or something that Python called.
    Python,
    /// It waits for a call on another thread, and serves the queue meanwhile.
    Serving,
    /// As `Python`, while another thread sends it a signal: it must not go on to R, whose system calls
    /// a signal may end.
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

/// On R's thread. What it did before.
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

/// While this lives R's thread runs R code.
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

/// Calls `signal` while R's thread is kept in Python; not at all if it is elsewhere.
pub fn while_in_python(signal: impl FnOnce()) {
    let python = Doing::Python as u8;
    if DOING.compare_exchange(python, Doing::Signalled as u8, SeqCst, SeqCst).is_ok() {
        signal();
        DOING.store(python, SeqCst);
    }
}
