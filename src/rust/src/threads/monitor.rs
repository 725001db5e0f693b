//! A thread that monitors the main thread: while Python runs there, no other code detects an interrupt, or a
//! thread that waits for R.
use super::r_thread::{self, Doing};
use super::watchdog::Watchdog;
use super::{interrupt, queue, service};
use crate::os::posix;
use crate::r::session;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(20);
/// The monitor sleeps after this number of ticks without the main thread in Python.
const PATIENCE: u32 = 50;

/// The initial interval for checks of the main thread after it could not serve.
const QUICK: Duration = Duration::from_micros(500);

/// After this time in Python, R must check its time limits, which only R can do.
const LONG: Duration = Duration::from_millis(500);

static POLL: AtomicBool = AtomicBool::new(false);
static SOON: AtomicBool = AtomicBool::new(false);
static ASLEEP: AtomicBool = AtomicBool::new(true);
static THREAD: Mutex<Option<Thread>> = Mutex::new(None);

/// Called when the main thread enters Python.
pub fn watch() {
    if ASLEEP.load(SeqCst) && ASLEEP.swap(false, SeqCst) {
        let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
        match &*thread {
            Some(thread) => thread.unpark(),
            None => {
                // Without the monitor, interrupts take effect when Python returns.
                let spawned = std::thread::Builder::new().name("rkeras-monitor".into()).spawn(run);
                *thread = spawned.ok().map(|handle| handle.thread().clone());
            }
        }
    }
}

/// Whether the main thread has been in Python for long. True once.
pub fn is_time_to_poll() -> bool {
    POLL.swap(false, SeqCst)
}

/// The main thread was at a place where it must not serve, and will soon leave it.
pub fn look_soon() {
    SOON.store(true, SeqCst);
    if let Ok(Some(thread)) = THREAD.try_lock().as_deref() {
        thread.unpark();
    }
}

fn run() {
    posix::refuse_profiling();
    let mut monitor = Monitor::new();
    loop {
        monitor.pause();
        monitor.look();
        if monitor.is_idle() {
            sleep();
        }
    }
}

struct Monitor {
    /// The time until the next check after [`look_soon`].
    quick: Duration,
    /// The main thread has been in Python since then.
    since: Instant,
    /// The number of checks without the main thread in Python.
    idle: u32,
    watchdog: Watchdog,
}

impl Monitor {
    fn new() -> Self {
        Monitor { quick: QUICK, since: Instant::now(), idle: 0, watchdog: Watchdog::default() }
    }

    /// Sleeps until the next check.
    fn pause(&mut self) {
        if SOON.swap(false, SeqCst) {
            std::thread::sleep(self.quick);
            self.quick = (self.quick * 2).min(TICK);
        } else {
            self.quick = QUICK;
            std::thread::park_timeout(TICK);
        }
    }

    fn look(&mut self) {
        let in_python = r_thread::doing() == Doing::Python;
        if !in_python {
            self.since = Instant::now();
        } else if self.since.elapsed() >= LONG {
            self.since = Instant::now();
            POLL.store(true, SeqCst);
        }
        if in_python || r_thread::doing() == Doing::Serving {
            service::ask();
        }
        let is_asked = session::is_interrupted() || interrupt::is_held() || !queue::is_empty();
        if in_python && (is_asked || POLL.load(SeqCst)) {
            r_thread::signal();
        }
        if r_thread::doing() == Doing::R && !queue::is_empty() {
            session::poke();
        }
        self.watchdog.look();
        let is_needed = in_python || r_thread::doing() == Doing::Serving || !queue::is_empty();
        self.idle = if is_needed { 0 } else { self.idle + 1 };
    }

    /// Whether it has not been needed for long. True once.
    fn is_idle(&mut self) -> bool {
        let is_idle = self.idle > PATIENCE;
        if is_idle {
            self.idle = 0;
        }
        is_idle
    }
}

/// Until [`watch`] is called.
fn sleep() {
    ASLEEP.store(true, SeqCst);
    // The main thread may have entered Python just before, when the monitor was awake.
    if r_thread::doing() != Doing::R && ASLEEP.swap(false, SeqCst) {
        return;
    }
    while ASLEEP.load(SeqCst) {
        std::thread::park();
    }
}

/// The monitor cannot be started while this lock is held.
pub fn lock() -> impl Drop + 'static {
    THREAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The monitor does not exist in a forked process.
pub fn forget() {
    *THREAD.lock().unwrap_or_else(PoisonError::into_inner) = None;
    ASLEEP.store(true, SeqCst);
}
