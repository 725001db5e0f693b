//! Huge pages for large R vectors and for Python objects: the first access to a page costs more than
//! filling it, and a huge page replaces 512 pages. NumPy requests them itself. Linux only.
use std::ffi::c_void;

/// The size of huge pages on most machines; with another size the advice is only less precise.
const HUGE: usize = 1 << 21;

/// For memory of a vector that is about to be filled. There is no benefit below a few pages.
pub fn advise(address: *mut c_void, bytes: usize) {
    let start = (address as usize).next_multiple_of(HUGE);
    let end = (address as usize + bytes) / HUGE * HUGE;
    if end >= start + HUGE {
        linux::advise(start, end - start);
    }
}

/// Python allocates small objects in arenas, one by one. Must be called before Python starts.
pub fn serve_arenas() {
    linux::serve_arenas();
}

#[cfg(target_os = "linux")]
mod linux {
    use super::HUGE;
    use crate::os::symbol::lookup;
    use std::ffi::c_void;
    use std::ptr::null_mut;
    use std::sync::Mutex;

    pub fn advise(start: usize, length: usize) {
        // SAFETY: a hint that does not modify the memory, which this process owns; failure is harmless.
        unsafe { libc::madvise(start as *mut c_void, length, libc::MADV_HUGEPAGE) };
    }

    /// CPython's `PyObjectArenaAllocator`, of every version up to 3.14.
    #[repr(C)]
    struct Allocator {
        context: *mut c_void,
        allocate: extern "C" fn(*mut c_void, usize) -> *mut c_void,
        free: extern "C" fn(*mut c_void, *mut c_void, usize),
    }

    pub fn serve_arenas() {
        let Some(set) = lookup(c"PyObject_SetArenaAllocator") else { return };
        let allocator = Allocator { context: null_mut(), allocate, free };
        // SAFETY: the signature is that of CPython's header; Python copies the struct and does not run yet.
        unsafe {
            let set: extern "C" fn(*const Allocator) = std::mem::transmute(set);
            set(&allocator);
        }
    }

    /// The size of Python's arenas since 3.10.
    const ARENA: usize = 1 << 20;

    /// Free arenas: halves of huge pages, and some that Python returned, whose pages would otherwise have
    /// to be cleared again. At most 16 MB are kept.
    static SPARE: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    const MOST_SPARE: usize = 16;

    extern "C" fn allocate(_: *mut c_void, size: usize) -> *mut c_void {
        if size != ARENA {
            return map(size).map_or(null_mut(), |address| address as *mut c_void);
        }
        let Ok(mut spare) = SPARE.lock() else { return null_mut() };
        if spare.is_empty() {
            let Some(page) = map_huge() else { return null_mut() };
            spare.extend((page..page + HUGE).step_by(ARENA).rev());
        }
        spare.pop().map_or(null_mut(), |address| address as *mut c_void)
    }

    extern "C" fn free(_: *mut c_void, address: *mut c_void, size: usize) {
        if size == ARENA {
            if let Ok(mut spare) = SPARE.lock() {
                if spare.len() < MOST_SPARE {
                    return spare.push(address as usize);
                }
            }
        }
        unmap(address as usize, size);
    }

    fn map(size: usize) -> Option<usize> {
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new memory, wherever the system has room; no existing mapping is replaced.
        let address = unsafe { libc::mmap(null_mut(), size, access, kind, -1, 0) };
        (address != libc::MAP_FAILED).then_some(address as usize)
    }

    /// One huge page. Twice the size is mapped, so that it contains an aligned huge page.
    fn map_huge() -> Option<usize> {
        let start = map(2 * HUGE)?;
        let page = start.next_multiple_of(HUGE);
        unmap(start, page - start);
        unmap(page + HUGE, start + HUGE - page);
        advise(page, HUGE);
        Some(page)
    }

    fn unmap(address: usize, size: usize) {
        if size > 0 {
            // SAFETY: whole pages that came from `map` and that are no longer used.
            unsafe { libc::munmap(address as *mut c_void, size) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod linux {
    pub fn advise(_: usize, _: usize) {}
    pub fn serve_arenas() {}
}
