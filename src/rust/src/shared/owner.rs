//! What keeps a Python object or memory outside R alive for R: a raw vector that releases it when R frees the vector.
//!
//! R frees memory after it has chosen the finalizers to run, and frees nothing that one of them can reach. So what a
//! finalizer reads, or brings back, still has its memory. A finalizer in place of this vector would not do: R runs
//! the newest first, and those of other objects that reach this one may be older.
use crate::r::r_api::{Allocator, rkeras_allocate_by};
use libR_sys::{R_xlen_t, RAW, SEXP, SEXPTYPE};
use std::ffi::c_void;

/// What an owner releases, as a pointer.
pub trait Owned {
    /// Called on the main thread while R collects, so it must not use R.
    ///
    /// # Safety
    /// Called once for each owner, with its `data`.
    unsafe fn release(data: *mut c_void);
}

/// For an owner of `data`.
pub fn allocator<T: Owned>(data: *mut c_void) -> Allocator {
    Allocator { allocate, free: free::<T>, reserved: std::ptr::null_mut(), data }
}

/// The owner, whose elements are the bytes of `data`, not protected yet. If R jumps, there is none and nothing is released.
///
/// # Safety
/// On the main thread, under a guard.
pub unsafe fn new(allocator: &Allocator) -> SEXP {
    // SAFETY: the caller's promise; R copies the allocator, but does not use it for a vector without elements.
    unsafe {
        let copied = (&raw const *allocator).cast_mut();
        let owner = rkeras_allocate_by(SEXPTYPE::RAWSXP as u32, size_of::<usize>() as R_xlen_t, copied);
        RAW(owner).cast::<usize>().write_unaligned(allocator.data as usize);
        owner
    }
}

/// The `data` of an owner.
///
/// # Safety
/// `owner` is a result of [`new`], or of reading it from a file.
pub unsafe fn data(owner: SEXP) -> usize {
    // SAFETY: its elements are the bytes of a pointer.
    unsafe { RAW(owner).cast::<usize>().read_unaligned() }
}

unsafe extern "C" fn allocate(_: *mut Allocator, size: usize) -> *mut c_void {
    // SAFETY: R checks for NULL.
    unsafe { libc::malloc(size) }
}

unsafe extern "C" fn free<T: Owned>(allocator: *mut Allocator, memory: *mut c_void) {
    // SAFETY: R calls this once, with what `allocate` returned. The allocator is in that memory, so it is read first.
    unsafe {
        let data = (*allocator).data;
        libc::free(memory);
        T::release(data);
    }
}
