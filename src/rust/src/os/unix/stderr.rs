//! The process's stderr, written to a file while a library that logs there is loaded.
//!
//! A crash of the process must not hide its own message: until the end, handlers of the signals of crashes
//! write the file to the real stderr and then leave the signal to the handler that was there before.
use libc::{c_char, c_int, sigaction};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::mem::zeroed;
use std::os::fd::{FromRawFd, IntoRawFd};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering::SeqCst};

const CRASHES: [c_int; 5] = [libc::SIGABRT, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGSEGV];
const NONE: c_int = -1;

/// The real stderr and the file, while stderr is diverted.
static REAL: AtomicI32 = AtomicI32::new(NONE);
static FILE: AtomicI32 = AtomicI32::new(NONE);
/// The former handlers of `CRASHES`.
static HANDLERS: [AtomicPtr<sigaction>; CRASHES.len()] =
    [const { AtomicPtr::new(null_mut()) }; CRASHES.len()];

/// False if stderr is already diverted.
pub fn divert() -> io::Result<bool> {
    if REAL.load(SeqCst) != NONE {
        return Ok(false);
    }
    let file = unnamed_file()?.into_raw_fd();
    // SAFETY: descriptors of this process.
    let real = checked(unsafe { libc::fcntl(2, libc::F_DUPFD_CLOEXEC, 3) })?;
    FILE.store(file, SeqCst);
    REAL.store(real, SeqCst);
    watch_crashes();
    // SAFETY: as above.
    checked(unsafe { libc::dup2(file, 2) })?;
    Ok(true)
}

/// Restores stderr and returns what was written to it meanwhile.
pub fn restore() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    put_back();
    forget_crashes();
    let file = FILE.swap(NONE, SeqCst);
    if file != NONE {
        // SAFETY: opened by `divert`, and owned by nothing else.
        let mut file = unsafe { File::from_raw_fd(file) };
        file.rewind()?;
        file.read_to_end(&mut text)?;
    }
    Ok(text)
}

fn unnamed_file() -> io::Result<File> {
    let path = std::env::temp_dir().join("rkeras-XXXXXX");
    let mut path: Vec<u8> = path.into_os_string().into_encoded_bytes();
    path.push(0);
    // SAFETY: a NUL-terminated path, which mkstemp completes in place; the descriptor is new.
    unsafe {
        let file = checked(libc::mkstemp(path.as_mut_ptr().cast::<c_char>()))?;
        libc::unlink(path.as_ptr().cast());
        libc::fcntl(file, libc::F_SETFD, libc::FD_CLOEXEC);
        Ok(File::from_raw_fd(file))
    }
}

fn checked(result: c_int) -> io::Result<c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn put_back() {
    let real = REAL.swap(NONE, SeqCst);
    if real != NONE {
        // SAFETY: descriptors of this process; both calls are allowed in a signal handler.
        unsafe {
            libc::dup2(real, 2);
            libc::close(real);
        }
    }
}

fn watch_crashes() {
    for (handler, signal) in HANDLERS.iter().zip(CRASHES) {
        // SAFETY: plain data, for which zeros are valid; the handler uses only what a signal handler may.
        let former = unsafe {
            let mut former: sigaction = zeroed();
            let mut ours: sigaction = zeroed();
            let on_crash: extern "C" fn(c_int) = on_crash;
            ours.sa_sigaction = on_crash as usize;
            // R handles stack overflows on a stack of their own.
            ours.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(signal, &ours, &mut former);
            former
        };
        handler.store(Box::into_raw(Box::new(former)), SeqCst);
    }
}

fn forget_crashes() {
    for (handler, signal) in HANDLERS.iter().zip(CRASHES) {
        let former = handler.swap(null_mut(), SeqCst);
        if !former.is_null() {
            // SAFETY: made by `watch_crashes`, and freed only here.
            unsafe {
                libc::sigaction(signal, former, null_mut());
                drop(Box::from_raw(former));
            }
        }
    }
}

/// The instruction that crashed runs again afterwards, and meets the former handler; `abort()` raises its
/// signal again by itself.
extern "C" fn on_crash(_signal: c_int) {
    put_back();
    copy_to_stderr(FILE.load(SeqCst));
    for (handler, signal) in HANDLERS.iter().zip(CRASHES) {
        // Leaked, because a signal handler must not free memory.
        let former = handler.swap(null_mut(), SeqCst);
        if !former.is_null() {
            // SAFETY: made by `watch_crashes`.
            unsafe { libc::sigaction(signal, former, null_mut()) };
        }
    }
}

fn copy_to_stderr(file: c_int) {
    let mut buffer = [0_u8; 4096];
    // SAFETY: the buffer's own length; all calls are allowed in a signal handler.
    unsafe {
        libc::lseek(file, 0, libc::SEEK_SET);
        loop {
            let length = libc::read(file, buffer.as_mut_ptr().cast(), buffer.len());
            if length <= 0 {
                break;
            }
            libc::write(2, buffer.as_ptr().cast(), length as usize);
        }
    }
}
