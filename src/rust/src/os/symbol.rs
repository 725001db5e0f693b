//! Functions and variables that are looked up by name, because not every version of R or Python has them.
use std::ffi::{CStr, c_char, c_void};

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
