//! A thread that monitors the main thread: while Python runs there, no other code detects an interrupt, or a
//! thread that waits for R.
use super::r_thread::{self, Doing};
use super::watchdog::Watchdog;
use super::{alarm, interrupt, queue, service};
use crate::os::{event_loop, thread};
use crate::r::session;
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(20);
/// The monitor sleeps after this number of ticks without the main thread in Python.
const PATIENCE: u32 = 50;

/// The initial interval for checks of the main thread after it could not serve.
const QUICK: Duration = Duration::from_micros(500);

/// After this time in Python, R must check its time limits, which only R can do.
const LONG: Duration = Duration::from_millis(500);

/// The monitor's thread.
pub fn run() {
    // R's handler of an interrupt in Sys.sleep() jumps, on whatever thread it runs.
    thread::refuse_signals();
    let mut monitor = Monitor::new();
    loop {
        monitor.pause();
        monitor.look();
        if monitor.is_idle() {
            alarm::sleep();
        }
    }
}

struct Monitor {
    /// The time until the next check after [`alarm::look_soon`].
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
        if alarm::take_look() {
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
            alarm::poll_soon();
        }
        if in_python || r_thread::doing() == Doing::Serving {
            service::ask();
        }
        let is_asked = session::is_interrupted() || interrupt::is_held() || !queue::is_empty();
        if in_python && (is_asked || alarm::is_to_poll()) {
            r_thread::signal();
        }
        if r_thread::doing() == Doing::R && !queue::is_empty() {
            event_loop::poke();
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
