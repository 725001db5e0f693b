//! Threads. There are no signals that reach a thread: Python runs its handler of a signal when its flag is set, which
//! its main thread looks at between bytecodes and in `time.sleep()`, in waits for locks from Python 3.14 on.
use super::symbol::lookup;
use std::ffi::c_int;
use std::time::Duration;
use windows_sys::Win32::Foundation::{CloseHandle, FILETIME, HANDLE};
use windows_sys::Win32::System::Threading::{
    GetCurrentThreadId, GetThreadTimes, OpenThread, SetEvent, THREAD_QUERY_LIMITED_INFORMATION,
};

#[derive(Clone, Copy)]
pub struct ThreadId(u32);

pub fn this_thread() -> ThreadId {
    // SAFETY: always defined.
    ThreadId(unsafe { GetCurrentThreadId() })
}

/// Makes Python run its handler for this signal on its main thread, and ends a `time.sleep()` there.
pub fn signal(_thread: ThreadId) {
    // SAFETY: the signatures are those of CPython's headers; both functions may be called without the GIL.
    unsafe {
        if let Some(trip) = lookup(c"PyErr_SetInterruptEx") {
            let trip: extern "C" fn(c_int) -> c_int = std::mem::transmute(trip);
            trip(WAKE_SIGNAL);
        }
        if let Some(event) = lookup(c"_PyOS_SigintEvent") {
            let event: extern "C" fn() -> HANDLE = std::mem::transmute(event);
            SetEvent(event());
        }
    }
}

/// R's profiler sends no signals.
pub fn refuse_profiling() {}

pub fn refuse_signals() {}

/// The CPU time of the thread, if the system provides it.
pub fn cpu_time(thread: ThreadId) -> Option<Duration> {
    let mut times: [FILETIME; 4] = Default::default();
    let [created, ended, kernel, user] = &mut times;
    // SAFETY: all are written to; the handle is closed.
    let known = unsafe {
        let handle = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, 0, thread.0);
        if handle.is_null() {
            return None;
        }
        let known = GetThreadTimes(handle, created, ended, kernel, user) != 0;
        CloseHandle(handle);
        known
    };
    let ticks = |time: &FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    known.then(|| Duration::from_nanos(100 * (ticks(kernel) + ticks(user))))
}

/// SIGBREAK: the only signal of Windows that Python has a handler for and R's prompt does not need.
pub const WAKE_SIGNAL: i32 = 21;

/// Runs `install`, which gives the signal to Python, and restores the handler that C had for it: Rterm has one for
/// Ctrl-Break. Python's flag needs none.
pub fn keep_handler<T>(install: impl FnOnce() -> T) -> T {
    // SAFETY: the default action is a valid handler, and so is the one before.
    let before = unsafe { libc::signal(WAKE_SIGNAL, libc::SIG_DFL) };
    let out = install();
    if before != FAILED {
        // SAFETY: as above.
        unsafe { libc::signal(WAKE_SIGNAL, before) };
    }
    out
}

/// `SIG_ERR`.
const FAILED: libc::sighandler_t = usize::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn cpu_time_of_another_thread_grows_while_it_computes() {
        let main = this_thread();
        let before = cpu_time(main).unwrap();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(300) {
            std::hint::spin_loop();
        }
        let after = std::thread::spawn(move || cpu_time(main)).join().unwrap().unwrap();
        assert!(after - before > Duration::from_millis(50), "{:?}", after - before);
    }

    #[test]
    fn the_handler_of_ctrl_break_stays() {
        extern "C" fn of_r(_: c_int) {}
        let of_r = of_r as extern "C" fn(c_int) as libc::sighandler_t;
        // SAFETY: functions that do nothing.
        unsafe {
            libc::signal(WAKE_SIGNAL, of_r);
            keep_handler(|| libc::signal(WAKE_SIGNAL, libc::SIG_IGN));
            assert_eq!(libc::signal(WAKE_SIGNAL, libc::SIG_DFL), of_r);
        }
    }

    #[test]
    fn there_is_no_signal_without_python() {
        signal(this_thread());
    }
}
