//! The process's memory.
use std::ffi::c_void;
use std::ptr::null_mut;

/// Reserves addresses without touching them, which takes some microseconds.
pub fn can_map(bytes: usize) -> bool {
    map(bytes).is_some_and(|address| unmap(address, bytes))
}

pub fn map(size: usize) -> Option<usize> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: new memory, wherever the system has room; no existing mapping is replaced.
    let address = unsafe { libc::mmap(null_mut(), size, access, kind, -1, 0) };
    (address != libc::MAP_FAILED).then_some(address as usize)
}

/// False if it failed.
pub fn unmap(address: usize, size: usize) -> bool {
    // SAFETY: whole pages that came from `map` and that are no longer used.
    size == 0 || unsafe { libc::munmap(address as *mut c_void, size) } == 0
}
