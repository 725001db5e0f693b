//! R's event loop, and the pipe with which other threads wake it.
use super::symbol::lookup;
use std::ffi::{c_int, c_void};
use std::panic::catch_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// R's `addInputHandler()`, from its interface for embedding programs.
type AddInputHandler = extern "C" fn(*mut c_void, c_int, extern "C" fn(*mut c_void), c_int) -> *mut c_void;

static READ_END: AtomicI32 = AtomicI32::new(-1);
static WRITE_END: AtomicI32 = AtomicI32::new(-1);
/// Whether the pipe contains a byte.
static POKED: AtomicBool = AtomicBool::new(false);
static SERVE: OnceLock<fn()> = OnceLock::new();

/// Makes R's event loop call `serve` when another thread pokes it: at the prompt, and wherever R waits for
/// input, as in `Sys.sleep()`.
pub fn listen(serve: fn()) -> std::io::Result<()> {
    if SERVE.set(serve).is_err() {
        return Ok(());
    }
    let (read, write) = pipe()?;
    READ_END.store(read, Ordering::SeqCst);
    WRITE_END.store(write, Ordering::SeqCst);
    // R numbers its activities from 1, and packages choose their own numbers.
    const ACTIVITY: c_int = 93;
    // If R has no such interface, requests of other threads are served at the next call into Python.
    let (Some(add), Some(handlers)) = (lookup(c"addInputHandler"), lookup(c"R_InputHandlers")) else {
        return Ok(());
    };
    // SAFETY: on the main thread; the signature and the variable are those of R's header, and the handler
    // is a function of this module, which is never unloaded.
    unsafe {
        let add: AddInputHandler = std::mem::transmute(add);
        add(*handlers.cast::<*mut c_void>(), read, on_input, ACTIVITY);
    }
    Ok(())
}

/// A forked process shares the pipe with its parent. A new pipe replaces it, with the same file
/// descriptors.
pub fn listen_in_fork() {
    let Ok((read, write)) = pipe() else { return };
    for (new, old) in [(read, &READ_END), (write, &WRITE_END)] {
        // SAFETY: files of our own.
        unsafe {
            libc::dup2(new, old.load(Ordering::SeqCst));
            libc::close(new);
        }
    }
    POKED.store(false, Ordering::SeqCst);
}

fn pipe() -> std::io::Result<(c_int, c_int)> {
    let mut ends = [0; 2];
    // SAFETY: fills an array of two.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } != 0 {
        return Err(std::io::Error::last_os_error());
    }
    for end in ends {
        // SAFETY: flags of a file just opened.
        unsafe {
            libc::fcntl(end, libc::F_SETFL, libc::O_NONBLOCK);
            libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
    Ok((ends[0], ends[1]))
}

/// Wakes R's event loop, from any thread.
pub fn poke() {
    if !POKED.swap(true, Ordering::SeqCst) {
        // SAFETY: one byte; a pipe that is full has been noticed anyway.
        unsafe { libc::write(WRITE_END.load(Ordering::SeqCst), [0_u8].as_ptr().cast(), 1) };
    }
}

extern "C" fn on_input(_: *mut c_void) {
    let mut bytes = [0_u8; 64];
    // SAFETY: reads what there is into a buffer of that size.
    unsafe { libc::read(READ_END.load(Ordering::SeqCst), bytes.as_mut_ptr().cast(), bytes.len()) };
    POKED.store(false, Ordering::SeqCst);
    if let Some(serve) = SERVE.get() {
        // A panic must not unwind through R's frames; its message has been printed.
        let _ = catch_unwind(serve);
    }
}
