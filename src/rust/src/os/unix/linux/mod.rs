//! Linux.
pub mod pages;

use libc::pthread_t;
use std::time::Duration;

pub fn cpu_time(thread: pthread_t) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the main thread, which lasts as long as the process; both are written to.
    let known = unsafe {
        libc::pthread_getcpuclockid(thread, &mut clock) == 0 && libc::clock_gettime(clock, &mut time) == 0
    };
    let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    known.then(|| Duration::new(seconds, nanos))
}
