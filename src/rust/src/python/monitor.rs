//! A thread that looks after R's: while Python runs there, nobody else sees an interrupt, or a thread
//! that waits for R in vain.
use super::r_thread::{self, Doing};
use super::{queue, watchdog};
use crate::ffi::session;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::Duration;

const TICK: Duration = Duration::from_millis(20);
/// So many ticks after R's thread left Python, it sleeps.
const PATIENCE: u32 = 50;

static ASLEEP: AtomicBool = AtomicBool::new(true);
static THREAD: Mutex<Option<Thread>> = Mutex::new(None);

/// R's thread goes into Python.
pub fn watch() {
    if ASLEEP.load(SeqCst) && ASLEEP.swap(false, SeqCst) {
        let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
        match &*thread {
            Some(thread) => thread.unpark(),
            None => {
                // Without it interrupts take effect when Python returns.
                let spawned = std::thread::Builder::new().name("rkeras-monitor".into()).spawn(run);
                *thread = spawned.ok().map(|handle| handle.thread().clone());
            }
        }
    }
}

fn run() {
    let mut idle = 0;
    let mut watchdog = watchdog::Watchdog::default();
    loop {
        std::thread::sleep(TICK);
        let in_python = r_thread::doing() == Doing::Python;
        if in_python && (session::is_interrupted() || !queue::is_empty()) {
            r_thread::signal();
        }
        watchdog.look();
        idle = if in_python || !queue::is_empty() { 0 } else { idle + 1 };
        if idle > PATIENCE {
            idle = 0;
            ASLEEP.store(true, SeqCst);
            if r_thread::doing() == Doing::Python && ASLEEP.swap(false, SeqCst) {
                continue;
            }
            while ASLEEP.load(SeqCst) {
                std::thread::park();
            }
        }
    }
}

/// Nobody starts it while this is held.
pub fn lock() -> impl Drop + 'static {
    THREAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// In a forked process it does not run.
pub fn forget() {
    *THREAD.lock().unwrap_or_else(PoisonError::into_inner) = None;
    ASLEEP.store(true, SeqCst);
}
