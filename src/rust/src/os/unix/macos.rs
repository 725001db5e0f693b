//! macOS.
use libc::{KERN_SUCCESS, THREAD_BASIC_INFO, THREAD_BASIC_INFO_COUNT, pthread_t, thread_basic_info};
use std::time::Duration;

pub fn cpu_time(thread: pthread_t) -> Option<Duration> {
    let mut count = THREAD_BASIC_INFO_COUNT;
    // SAFETY: the main thread, which lasts as long as the process; `count` is the size of `info` in integers.
    let (known, info) = unsafe {
        let mut info: thread_basic_info = std::mem::zeroed();
        let port = libc::pthread_mach_thread_np(thread);
        let at = (&raw mut info).cast();
        (libc::thread_info(port, THREAD_BASIC_INFO as u32, at, &mut count) == KERN_SUCCESS, info)
    };
    let time = |time: libc::time_value_t| {
        let (seconds, micros) = (u64::try_from(time.seconds).ok()?, u64::try_from(time.microseconds).ok()?);
        Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
    };
    known.then(|| Some(time(info.user_time)? + time(info.system_time)?)).flatten()
}

#[path = "../no_pages.rs"]
pub mod pages;
