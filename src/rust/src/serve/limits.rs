//! How much clients may send, and how slowly.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one body.
    pub max_size: usize,
    /// Values of one body, see [`super::json`].
    pub max_values: usize,
    /// Bytes of all requests that R has not taken yet.
    pub max_held: usize,
    /// Connections at a time.
    pub connections: usize,
    /// The time for the head of a request, for a connection without one, and until an answer is read.
    pub patience: Duration,
}

/// Bytes per second that a body must have after the first [`Limits::patience`].
const RATE: f64 = 65_536.0;

impl Limits {
    /// The time in which a body must arrive of which `size` bytes have.
    pub fn time_for(&self, size: usize) -> Duration {
        self.patience + Duration::from_secs_f64(size as f64 / RATE)
    }
}

/// The share of one request in [`Limits::max_held`], returned when it is dropped.
#[derive(Debug)]
pub struct Held {
    all: Arc<AtomicUsize>,
    own: usize,
    max: usize,
}

impl Held {
    pub fn new(all: Arc<AtomicUsize>, max: usize) -> Self {
        Held { all, own: 0, max }
    }

    /// Whether there is room for this number of bytes in all.
    pub fn set(&mut self, own: usize) -> bool {
        let all = self.all.fetch_add(own, SeqCst) + own - self.own;
        self.all.fetch_sub(self.own, SeqCst);
        self.own = own;
        all <= self.max
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.fetch_sub(self.own, SeqCst);
    }
}
