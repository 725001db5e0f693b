//! The event loop of R's package later, which any thread may ask to call a function on the main thread: at
//! the prompt, in `later::run_now()`, and where [`crate::threads`] runs it.
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::catch_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

type Later = unsafe extern "C" fn(extern "C" fn(*mut c_void), *mut c_void, f64, c_int) -> u64;

unsafe extern "C" {
    fn R_GetCCallable(package: *const c_char, name: *const c_char) -> *mut c_void;
}

static LATER: OnceLock<(Later, fn())> = OnceLock::new();
/// Whether the call is due.
static IS_DUE: AtomicBool = AtomicBool::new(false);

/// On the main thread, when the package is loaded, in version 1.1 or later.
pub fn set(f: fn()) {
    LATER.get_or_init(|| {
        const NAME: &CStr = c"execLaterNative2";
        // SAFETY: later registers the function when it is loaded, with this signature since version 1.1.
        let later: Later = unsafe { std::mem::transmute(R_GetCCallable(c"later".as_ptr(), NAME.as_ptr())) };
        (later, f)
    });
}

/// Makes the event loop call the function soon. From any thread.
pub fn call() {
    let Some((later, _)) = LATER.get() else { return };
    if !IS_DUE.swap(true, SeqCst) {
        // SAFETY: a function of this module, which is never unloaded; 0 is the number of the global loop.
        unsafe { later(called, std::ptr::null_mut(), 0.0, 0) };
    }
}

extern "C" fn called(_: *mut c_void) {
    IS_DUE.store(false, SeqCst);
    if let Some((_, f)) = LATER.get() {
        // A panic must not unwind through frames of later; its message has been printed.
        let _ = catch_unwind(f);
    }
}
