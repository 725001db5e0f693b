//! Says so when threads wait for R in vain: R's thread is where nobody can reach it, or it waits for a thread
//! that waits, for a lock say, for R's.
//!
//! Python waits for its threads in ways that a signal interrupts; a library's own code does not.
use super::r_thread::{self, Doing};
use super::{blocking, queue};
use crate::os::posix;
use pyo3::prelude::*;
use std::ffi::c_ulong;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// So long Python is waited for.
const PATIENCE_WITH_PYTHON: Duration = Duration::from_secs(1);
/// A thread is waited for so long before anything is said.
const PATIENCE: Duration = Duration::from_secs(5);

/// The thread that R's waits for in the circle last reported on.
static REPORTED_CYCLE: AtomicU64 = AtomicU64::new(0);

#[derive(Default)]
pub struct Watchdog {
    /// The thread last reported on.
    reported: Option<c_ulong>,
    unreachable: Since<(c_ulong, Option<u128>)>,
    awaited: Since<c_ulong>,
}

/// What has stayed the same, and since when.
struct Since<T>(Option<(T, Instant)>);

impl<T> Default for Since<T> {
    fn default() -> Self {
        Since(None)
    }
}

impl<T: PartialEq> Since<T> {
    /// True where `now` has been seen for long enough, from which on that is counted anew.
    fn lasts(&mut self, now: Option<T>) -> bool {
        let Some(now) = now else {
            self.0 = None;
            return false;
        };
        match &mut self.0 {
            Some((before, since)) if *before == now => {
                let lasts = since.elapsed() > PATIENCE;
                if lasts {
                    *since = Instant::now();
                }
                lasts
            }
            other => {
                *other = Some((now, Instant::now()));
                false
            }
        }
    }
}

impl Watchdog {
    pub fn look(&mut self) {
        let doing = r_thread::doing();
        let oldest = queue::oldest().filter(|_| doing == Doing::Python);
        if queue::is_empty() {
            self.reported = None;
        }
        // A library that computes is slow, and no more.
        let idle = oldest.map(|(thread, _)| (thread, r_thread::cpu_time().map(roughly)));
        if self.unreachable.lasts(idle) && self.reported != oldest.map(|(thread, _)| thread) {
            self.reported = oldest.map(|(thread, _)| thread);
            if let Some((thread, waited)) = oldest {
                // A thread of its own: R's may hold the GIL and keep it.
                let _ = std::thread::Builder::new().spawn(move || report(thread, waited));
            }
        }
        let awaited = blocking::awaited_thread().filter(|_| doing == Doing::Serving);
        if awaited.is_none() {
            REPORTED_CYCLE.store(0, SeqCst);
        }
        let lasts = self.awaited.lasts(awaited);
        if let Some(thread) = awaited.filter(|&t| lasts && REPORTED_CYCLE.load(SeqCst) != t) {
            let _ = std::thread::Builder::new().spawn(move || report_cycle(thread));
        }
    }
}

/// To be woken takes a thread some time.
fn roughly(time: Duration) -> u128 {
    time.as_millis() / 500
}

fn report(thread: c_ulong, waited: Duration) {
    let (sender, stacks) = mpsc::channel();
    // It may wait for ever.
    let _ = std::thread::Builder::new().spawn(move || sender.send(stacks_of(thread)));
    let stacks = match stacks.recv_timeout(PATIENCE_WITH_PYTHON) {
        Ok(stacks) => stacks.unwrap_or_default(),
        Err(_) => "The library keeps Python's lock (the GIL), so the stacks cannot be shown.\n".into(),
    };
    // R's thread may have become free meanwhile.
    if queue::oldest().is_some_and(|(oldest, _)| oldest == thread) {
        posix::write_stderr(&format!(
            "\nrkeras: a Python thread has waited {} seconds to call R, whose thread is inside a library \
             that cannot be interrupted. If that library waits for the Python thread in turn, neither \
             will ever go on: make the call with py_call_blocking().\n{stacks}",
            waited.as_secs(),
        ));
    }
}

/// Python's only: R is not asked, as its thread is elsewhere.
fn stacks_of(thread: c_ulong) -> PyResult<String> {
    Python::attach(|py| py.import("rkeras.worker")?.call_method1("stacks", (thread,))?.extract())
}

fn report_cycle(thread: c_ulong) {
    let cycle = || -> PyResult<String> {
        Python::attach(|py| {
            let asking = queue::asking_threads();
            py.import("rkeras.deadlock")?.call_method1("cycle", (thread, asking))?.extract()
        })
    };
    let Ok(cycle) = cycle() else { return };
    if !cycle.is_empty() && blocking::awaited_thread() == Some(thread) {
        REPORTED_CYCLE.store(thread, SeqCst);
        posix::write_stderr(&format!(
            "\nrkeras: these threads wait for one another and will never go on. Release a lock before you \
             call an R function, or wait for a thread that calls one. An interrupt (Ctrl-C) twice gives up \
             the call.\n{cycle}",
        ));
    }
}
