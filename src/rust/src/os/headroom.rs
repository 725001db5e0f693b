//! Is there memory left? Small objects, R's above all, are allocated where nothing can tell of failure: R
//! would jump, and Rust abort. So loops that make many of them ask beforehand, now and then.
use super::memory::{self, Result};

/// How many elements are made between two questions.
const OFTEN: usize = 1 << 15;
const LAST: usize = OFTEN - 1;
/// What so many small objects take at most, with the tables that R keeps of its strings.
const ENOUGH: usize = 24 << 20;

/// For element `i` of many.
#[inline]
pub fn check(i: usize) -> Result<()> {
    match i % OFTEN {
        LAST => check_now(i),
        _ => Ok(()),
    }
}

/// The tables grow with the elements.
#[cold]
fn check_now(i: usize) -> Result<()> {
    let bytes = ENOUGH + 16 * i;
    if can_map(bytes) { Ok(()) } else { Err(memory::shortage::<u8>(bytes)) }
}

/// Addresses that nobody touches: this takes some microseconds.
#[cfg(unix)]
fn can_map(bytes: usize) -> bool {
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: new memory of our own, given back at once.
    unsafe {
        let memory = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, kind, -1, 0);
        memory != libc::MAP_FAILED && libc::munmap(memory, bytes) == 0
    }
}

#[cfg(not(unix))]
fn can_map(_: usize) -> bool {
    true
}
