//! Functions and variables that are looked up by name, because not every version of R or Python has them.
use std::ffi::{CStr, c_char, c_void};

/// A library that the process has loaded, whose symbols others need not see.
pub struct Library(*mut c_void);

impl Library {
    /// `None` if the library at `path` is not loaded. It stays loaded from here on.
    pub fn loaded(path: &CStr) -> Option<Self> {
        // SAFETY: a NUL-terminated path; nothing new is loaded, so no code runs.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
        (!handle.is_null()).then_some(Library(handle))
    }

    pub fn find(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a NUL-terminated name; the handle is never closed.
        let found = unsafe { dlsym(self.0, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }
}

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

pub fn lookup(name: &CStr) -> Option<*mut c_void> {
    // RTLD_DEFAULT: all loaded libraries.
    let everywhere = if cfg!(target_os = "macos") { -2_isize } else { 0 };
    // SAFETY: a NUL-terminated name; the handle is one of the platform's constants.
    let found = unsafe { dlsym(everywhere as *mut c_void, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}
