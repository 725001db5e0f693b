//! The process's memory.
use std::ptr::null;
use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc, VirtualFree,
};

/// Commits memory without touching it: the system gives no more than it has, together with its page file.
pub fn can_map(bytes: usize) -> bool {
    // SAFETY: new memory of our own, given back at once.
    unsafe {
        let memory = VirtualAlloc(null(), bytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
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
