//! Huge pages for large R vectors and for Python objects: the first access to a page costs more than
//! filling it, and a huge page replaces 512 pages. NumPy requests them itself. Linux only.
use super::system::pages as system;
use std::ffi::c_void;

/// The size of huge pages on most machines; with another size the advice is only less precise.
pub const HUGE: usize = 1 << 21;

/// For memory of a vector that is about to be filled. There is no benefit below a few pages.
pub fn advise(address: *mut c_void, bytes: usize) {
    let start = (address as usize).next_multiple_of(HUGE);
    let end = (address as usize + bytes) / HUGE * HUGE;
    if end >= start + HUGE {
        system::advise(start, end - start);
    }
}

/// Python allocates small objects in arenas, one by one. Must be called before Python starts.
pub fn serve_arenas() {
    system::serve_arenas();
}
