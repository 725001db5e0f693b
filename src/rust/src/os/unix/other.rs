//! Other Unix systems.
use libc::pthread_t;
use std::time::Duration;

/// Not known.
pub fn cpu_time(_thread: pthread_t) -> Option<Duration> {
    None
}

#[path = "../no_pages.rs"]
pub mod pages;
