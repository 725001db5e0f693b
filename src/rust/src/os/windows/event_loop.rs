//! R's event loop, and the message-only window with which other threads wake it: R has no input handlers on
//! Windows, but its loop runs the procedures of all windows of its thread.
use crate::os::doing::{Doing, doing};
use std::ffi::{c_int, c_void};
use std::io::{Error, Result};
use std::panic::catch_unwind;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::SeqCst};

type Procedure = unsafe extern "system" fn(*mut c_void, u32, usize, isize) -> isize;

/// `WNDCLASSW`.
#[repr(C)]
struct WindowClass {
    style: u32,
    procedure: Procedure,
    class_extra: c_int,
    window_extra: c_int,
    instance: *mut c_void,
    icon: *mut c_void,
    cursor: *mut c_void,
    background: *mut c_void,
    menu: *const u16,
    name: *const u16,
}

#[link(name = "user32")]
unsafe extern "system" {
    fn RegisterClassW(class: *const WindowClass) -> u16;
    fn CreateWindowExW(
        extended: u32,
        class: *const u16,
        name: *const u16,
        style: u32,
        x: c_int,
        y: c_int,
        width: c_int,
        height: c_int,
        parent: *mut c_void,
        menu: *mut c_void,
        instance: *mut c_void,
        data: *mut c_void,
    ) -> *mut c_void;
    fn DefWindowProcW(window: *mut c_void, message: u32, w: usize, l: isize) -> isize;
    fn PostMessageW(window: *mut c_void, message: u32, w: usize, l: isize) -> c_int;
}

/// `HWND_MESSAGE`: the parent of windows that are not shown.
const MESSAGE_ONLY: isize = -3;
/// A message of our own: `WM_USER` and any number.
const POKE: u32 = 0x0400 + 93;

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

fn window() -> *mut c_void {
    let name: Vec<u16> = "rkeras".encode_utf16().chain([0]).collect();
    let class = WindowClass {
        style: 0,
        procedure: on_message,
        class_extra: 0,
        window_extra: 0,
        instance: null_mut(),
        icon: null_mut(),
        cursor: null_mut(),
        background: null_mut(),
        menu: null(),
        name: name.as_ptr(),
    };
    let (parent, none) = (MESSAGE_ONLY as *mut c_void, null_mut());
    // SAFETY: the signatures are those of the system's header; the procedure is a function of this module, which
    // is never unloaded. On the main thread, whose messages R's loop dispatches.
    unsafe {
        RegisterClassW(&class);
        CreateWindowExW(0, class.name, null(), 0, 0, 0, 0, 0, parent, none, none, none)
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
unsafe extern "system" fn on_message(window: *mut c_void, message: u32, w: usize, l: isize) -> isize {
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

    #[repr(C)]
    #[derive(Default)]
    struct Message([u64; 8]);

    #[link(name = "user32")]
    unsafe extern "system" {
        fn PeekMessageW(to: *mut Message, window: *mut c_void, from: u32, till: u32, remove: u32) -> c_int;
        fn DispatchMessageW(message: *const Message) -> isize;
    }

    static SERVED: AtomicUsize = AtomicUsize::new(0);

    /// As `R_ProcessEvents()`. Returns how often `serve` was called.
    fn process_events() -> usize {
        let before = SERVED.load(SeqCst);
        let mut message = Message::default();
        // SAFETY: there is room for a message.
        unsafe {
            while PeekMessageW(&mut message, null_mut(), 0, 0, 1) != 0 {
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
