//! Huge pages, and Python's arenas in them.
use crate::os::pages::HUGE;
use crate::os::symbol::lookup;
use crate::os::system::map::{map, unmap};
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

/// One huge page. Twice the size is mapped, so that it contains an aligned huge page.
fn map_huge() -> Option<usize> {
    let start = map(2 * HUGE)?;
    let page = start.next_multiple_of(HUGE);
    unmap(start, page - start);
    unmap(page + HUGE, start + HUGE - page);
    advise(page, HUGE);
    Some(page)
}
