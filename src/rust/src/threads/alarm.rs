//! The monitor's thread ([`super::monitor`]): it starts when the main thread first enters Python, and sleeps while
//! it has nothing to do.
use crate::os::doing::{Doing, Sleeper, doing};
use crate::os::hook::Hook;
use crate::os::mutex::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::Thread;

/// What the thread runs.
pub static RUN: Hook<fn()> = Hook::new();

/// The thread, once it has been started.
static THREAD: Mutex<Option<Thread>> = Mutex::new(None);
static SLEEPER: Sleeper = Sleeper::new();
/// The main thread was at a place where it must not serve: to be looked at sooner than usual.
static SOON: AtomicBool = AtomicBool::new(false);
/// R must check its time limits, which only R can do: the main thread has been in Python for long.
static POLL: AtomicBool = AtomicBool::new(false);

/// Called when the main thread enters Python.
pub fn watch() {
    SLEEPER.wake(|| {
        let mut thread = THREAD.lock();
        match &*thread {
            Some(thread) => thread.unpark(),
            None => {
                // Without the monitor, interrupts take effect when Python returns.
                let spawned = std::thread::Builder::new().name("rkeras-monitor".into()).spawn(RUN.get());
                *thread = spawned.ok().map(|handle| handle.thread().clone());
            }
        }
    });
}

/// Called by the monitor, until [`watch`] is called. The main thread may have entered Python just before.
pub fn sleep() {
    SLEEPER.sleep(|| doing() != Doing::R, std::thread::park);
}

/// The main thread was at a place where it must not serve, and will soon leave it.
pub fn look_soon() {
    SOON.store(true, SeqCst);
    if let Some(Some(thread)) = THREAD.try_lock().as_deref() {
        thread.unpark();
    }
}

/// Whether [`look_soon`] was called. True once.
pub fn take_look() -> bool {
    SOON.swap(false, SeqCst)
}

/// The main thread has been in Python for long.
pub fn poll_soon() {
    POLL.store(true, SeqCst);
}

pub fn is_to_poll() -> bool {
    POLL.load(SeqCst)
}

/// As `is_to_poll`. True once.
pub fn take_poll() -> bool {
    POLL.swap(false, SeqCst)
}

/// The monitor cannot be started while this lock is held.
pub fn lock() -> impl Drop + 'static {
    THREAD.lock()
}

/// The monitor does not exist in a forked process.
pub fn forget() {
    *THREAD.lock() = None;
    SLEEPER.forget();
}
