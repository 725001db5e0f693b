//! Functions and variables that are looked up by name, because not every version of R or Python has them.
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use windows_sys::Win32::Foundation::HMODULE;
use windows_sys::Win32::System::LibraryLoader::{
    GET_MODULE_HANDLE_EX_FLAG_PIN, GetModuleHandleExW, GetProcAddress,
};
use windows_sys::Win32::System::ProcessStatus::K32EnumProcessModules;
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// A library that the process has loaded, whose symbols others need not see.
pub struct Library(HMODULE);

impl Library {
    /// `None` if the library at `path` is not loaded. It stays loaded from here on.
    pub fn loaded(path: &CStr) -> Option<Self> {
        let wide = super::wide::path(path.to_str().ok()?);
        let mut module = null_mut();
        // SAFETY: a NUL-terminated path; nothing new is loaded, so no code runs. It stays loaded until the process
        // ends.
        let found =
            unsafe { GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN, wide.as_ptr(), &mut module) } != 0;
        found.then_some(Library(module))
    }

    pub fn find(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a NUL-terminated name in a library that is not unloaded.
        let found = unsafe { GetProcAddress(self.0, name.as_ptr().cast()) };
        found.map(|found| found as *mut c_void)
    }
}

/// In all loaded libraries, in the order in which they were loaded.
pub fn lookup(name: &CStr) -> Option<*mut c_void> {
    loaded().into_iter().find_map(|module| Library(module).find(name))
}

fn loaded() -> Vec<HMODULE> {
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
        let n = needed as usize / size_of::<HMODULE>();
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
