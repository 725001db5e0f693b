//! R's event loop, and the message-only window with which other threads wake it: R has no input handlers on
//! Windows, but its loop runs the procedures of all windows of its thread.
use crate::os::doing::{Doing, doing};
use std::ffi::c_void;
use std::io::{Error, Result};
use std::panic::catch_unwind;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::SeqCst};
use windows_sys::Win32::Foundation::{HWND, LPARAM, LRESULT, WPARAM};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    CreateWindowExW, DefWindowProcW, HWND_MESSAGE, PostMessageW, RegisterClassW, WM_USER, WNDCLASSW,
};

/// A message of our own: `WM_USER` and any number.
const POKE: u32 = WM_USER + 93;

static WINDOW: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
/// Whether a message is on its way.
static POKED: AtomicBool = AtomicBool::new(false);
static SERVE: OnceLock<fn()> = OnceLock::new();

/// Makes R's event loop call `serve` when another thread pokes it: at the prompt, and wherever R processes
/// events, as in `Sys.sleep()` and when it looks for interrupts.
pub fn listen(serve: fn()) -> Result<()> {
    if SERVE.set(serve).is_err() {
        return Ok(());
    }
    let window = window();
    if window.is_null() {
        return Err(Error::last_os_error());
    }
    WINDOW.store(window, SeqCst);
    Ok(())
}

fn window() -> HWND {
    let name: Vec<u16> = "rkeras".encode_utf16().chain([0]).collect();
    let class =
        WNDCLASSW { lpfnWndProc: Some(on_message), lpszClassName: name.as_ptr(), ..Default::default() };
    let none = null_mut();
    // SAFETY: the procedure is a function of this module, which is never unloaded. On the main thread, whose
    // messages R's loop dispatches.
    unsafe {
        RegisterClassW(&class);
        CreateWindowExW(0, name.as_ptr(), null(), 0, 0, 0, 0, 0, HWND_MESSAGE, none, none, none)
    }
}

/// There are no forked processes.
pub fn listen_in_fork() {}

/// Wakes R's event loop, from any thread.
pub fn poke() {
    let window = WINDOW.load(SeqCst);
    if !window.is_null() && !POKED.swap(true, SeqCst) {
        // SAFETY: a window that is never destroyed.
        if unsafe { PostMessageW(window, POKE, 0, 0) } == 0 {
            // The queue of messages is full; the next poke tries again.
            POKED.store(false, SeqCst);
        }
    }
}

/// Also called while Rust lets R look for interrupts, on behalf of Python code: nothing is served there. The monitor
/// pokes again as soon as R runs R code.
unsafe extern "system" fn on_message(window: HWND, message: u32, w: WPARAM, l: LPARAM) -> LRESULT {
    if message != POKE {
        // SAFETY: the arguments of the system.
        return unsafe { DefWindowProcW(window, message, w, l) };
    }
    POKED.store(false, SeqCst);
    if doing() == Doing::R {
        if let Some(serve) = SERVE.get() {
            // A panic must not unwind through R's frames; its message has been printed.
            let _ = catch_unwind(serve);
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::doing::change;
    use std::sync::atomic::AtomicUsize;
    use windows_sys::Win32::UI::WindowsAndMessaging::{DispatchMessageW, MSG, PM_REMOVE, PeekMessageW};

    static SERVED: AtomicUsize = AtomicUsize::new(0);

    /// As `R_ProcessEvents()`. Returns how often `serve` was called.
    fn process_events() -> usize {
        let before = SERVED.load(SeqCst);
        let mut message = MSG::default();
        // SAFETY: there is room for a message.
        unsafe {
            while PeekMessageW(&mut message, null_mut(), 0, 0, PM_REMOVE) != 0 {
                DispatchMessageW(&message);
            }
        }
        SERVED.load(SeqCst) - before
    }

    #[test]
    fn pokes_of_threads_are_served_on_the_main_thread_while_it_runs_r() {
        listen(|| _ = SERVED.fetch_add(1, SeqCst)).unwrap();
        assert_eq!(process_events(), 0);
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(poke)).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(process_events(), 1);

        change(Doing::Python);
        poke();
        assert_eq!(process_events(), 0);
        change(Doing::R);
        assert_eq!(process_events(), 0);
        poke();
        assert_eq!(process_events(), 1);
    }
}
