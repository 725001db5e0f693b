//! Functions and variables that are looked up by name, because not every version of R or Python has them.
use std::ffi::{CStr, c_void};

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
        let found = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }
}

/// In all loaded libraries.
pub fn lookup(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a NUL-terminated name; the handle is one of the system's constants.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}
