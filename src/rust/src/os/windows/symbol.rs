//! Functions and variables that are looked up by name, because not every version of R or Python has them.
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;

unsafe extern "system" {
    fn GetModuleHandleExW(flags: u32, name: *const u16, module: *mut *mut c_void) -> c_int;
    fn GetProcAddress(module: *mut c_void, name: *const c_char) -> *mut c_void;
    fn GetCurrentProcess() -> *mut c_void;
    fn K32EnumProcessModules(
        process: *mut c_void,
        modules: *mut *mut c_void,
        bytes: u32,
        needed: *mut u32,
    ) -> c_int;
}

/// `GET_MODULE_HANDLE_EX_FLAG_PIN`: it stays loaded until the process ends.
const PIN: u32 = 1;

/// A library that the process has loaded, whose symbols others need not see.
pub struct Library(*mut c_void);

impl Library {
    /// `None` if the library at `path` is not loaded. It stays loaded from here on.
    pub fn loaded(path: &CStr) -> Option<Self> {
        let wide = super::wide::path(path.to_str().ok()?);
        let mut module = null_mut();
        // SAFETY: a NUL-terminated path; nothing new is loaded, so no code runs.
        let found = unsafe { GetModuleHandleExW(PIN, wide.as_ptr(), &mut module) } != 0;
        found.then_some(Library(module))
    }

    pub fn find(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a NUL-terminated name in a library that is not unloaded.
        let found = unsafe { GetProcAddress(self.0, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }
}

/// In all loaded libraries, in the order in which they were loaded.
pub fn lookup(name: &CStr) -> Option<*mut c_void> {
    loaded().into_iter().find_map(|module| Library(module).find(name))
}

fn loaded() -> Vec<*mut c_void> {
    let mut modules = vec![null_mut(); 256];
    loop {
        let bytes = size_of_val(modules.as_slice()) as u32;
        let mut needed = 0;
        // SAFETY: the size is that of the vector.
        if unsafe { K32EnumProcessModules(GetCurrentProcess(), modules.as_mut_ptr(), bytes, &mut needed) }
            == 0
        {
            return Vec::new();
        }
        let n = needed as usize / size_of::<*mut c_void>();
        let fits = n <= modules.len();
        modules.resize(n, null_mut());
        if fits {
            return modules;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_functions_of_loaded_libraries() {
        let kernel = Library::loaded(c"kernel32.dll").unwrap();
        let (there, not_there) = (c"GetModuleHandleExW", c"no_such_function");
        assert!(kernel.find(c"GetCurrentThreadId").is_some() && kernel.find(not_there).is_none());
        assert_eq!(lookup(there), kernel.find(there));
        assert!(lookup(not_there).is_none());
        assert!(Library::loaded(c"no_such_library.dll").is_none());
    }
}
