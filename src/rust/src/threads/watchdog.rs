//! Warns about threads that wait for R without effect: the main thread cannot be reached, or it waits for a
//! thread that waits for the main thread, for example for a lock, or for a lock that was left taken.
//!
//! Python's own waits can be interrupted by a signal; waits in compiled code of a library cannot.
use super::r_thread::{self, Doing};
use super::{ask, blocking, queue};
use crate::os::files;
use crate::py::{interpreter, modules};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The maximum time to wait for Python.
const PATIENCE_WITH_PYTHON: Duration = Duration::from_secs(1);
/// The minimum waiting time before a warning.
const PATIENCE: Duration = Duration::from_secs(5);

/// The thread that the main thread waits for in the deadlock that was last reported.
static REPORTED_DEADLOCK: AtomicU64 = AtomicU64::new(0);

#[derive(Default)]
pub struct Watchdog {
    /// The thread that was last reported.
    reported: Option<u64>,
    unreachable: Since<(u64, Option<u128>)>,
    awaited: Since<u64>,
}

/// A value that has not changed, and the time since when.
struct Since<T>(Option<(T, Instant)>);

impl<T> Default for Since<T> {
    fn default() -> Self {
        Since(None)
    }
}

impl<T: PartialEq> Since<T> {
    /// True if `now` was unchanged for long enough; then the time starts again.
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
        // A library that computes is only slow.
        let idle = oldest.map(|(thread, _)| (thread, r_thread::cpu_time().map(roughly)));
        if self.unreachable.lasts(idle) && self.reported != oldest.map(|(thread, _)| thread) {
            self.reported = oldest.map(|(thread, _)| thread);
            if let Some((thread, waited)) = oldest {
                // On a new thread, because the main thread may hold the GIL.
                let _ = std::thread::Builder::new().spawn(move || report(thread, waited));
            }
        }
        let awaited = blocking::awaited_thread().filter(|_| doing == Doing::Serving);
        if awaited.is_none() {
            REPORTED_DEADLOCK.store(0, SeqCst);
        }
        let lasts = self.awaited.lasts(awaited);
        if let Some(thread) = awaited.filter(|&t| lasts && REPORTED_DEADLOCK.load(SeqCst) != t) {
            let _ = std::thread::Builder::new().spawn(move || report_deadlock(thread));
        }
    }
}

/// Rounds the time, because waking a thread takes some time. A thread that computes on a machine with much
/// more work than processors may get only a few per cent of one.
fn roughly(time: Duration) -> u128 {
    time.as_millis() / 100
}

fn report(thread: u64, waited: Duration) {
    let (sender, stacks) = mpsc::channel();
    // It may never return.
    let _ = std::thread::Builder::new().spawn(move || sender.send(stacks_of(thread)));
    let stacks = match stacks.recv_timeout(PATIENCE_WITH_PYTHON) {
        Ok(stacks) => stacks.unwrap_or_default(),
        Err(_) => "The library keeps Python's lock (the GIL), so the stacks cannot be shown.\n".into(),
    };
    // The main thread may have become idle meanwhile.
    if queue::oldest().is_some_and(|(oldest, _)| oldest == thread) {
        files::write_stderr(&format!(
            "\nrkeras: a Python thread has waited {} seconds to call R, but the main thread is inside a library \
             that cannot be interrupted. If that library waits for the Python thread in turn, neither \
             will ever go on: make the call with py_call_blocking().\n{stacks}",
            waited.as_secs(),
        ));
    }
}

/// Only Python's stacks: the main thread is busy, so R's stack cannot be read.
fn stacks_of(thread: u64) -> PyResult<String> {
    interpreter::attach(|py| modules::STACKS.get(py)?.call1((thread,))?.extract())
}

fn report_deadlock(thread: u64) {
    let report = || -> PyResult<String> {
        interpreter::attach(|py| modules::DEADLOCK.get(py)?.call1((thread, ask::threads()))?.extract())
    };
    let Ok(report) = report() else { return };
    if !report.is_empty() && blocking::awaited_thread() == Some(thread) {
        REPORTED_DEADLOCK.store(thread, SeqCst);
        files::write_stderr(&format!("\nrkeras: {report}"));
    }
}
