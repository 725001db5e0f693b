//! The process's memory.
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

unsafe extern "system" {
    fn VirtualAlloc(address: *mut c_void, size: usize, kind: u32, access: u32) -> *mut c_void;
    fn VirtualFree(address: *mut c_void, size: usize, kind: u32) -> c_int;
}

const MEM_COMMIT: u32 = 0x1000;
const MEM_RESERVE: u32 = 0x2000;
const MEM_RELEASE: u32 = 0x8000;
const PAGE_READWRITE: u32 = 4;

/// Commits memory without touching it: the system gives no more than it has, together with its page file.
pub fn can_map(bytes: usize) -> bool {
    // SAFETY: new memory of our own, given back at once.
    unsafe {
        let memory = VirtualAlloc(null_mut(), bytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
        !memory.is_null() && VirtualFree(memory, 0, MEM_RELEASE) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_memory_for_24_mb_and_not_for_all_addresses() {
        assert!(can_map(24 << 20));
        assert!(!can_map(1 << 60));
    }
}
