//! `TF_Status`: whether a call succeeded, and the message if not.
use super::api::{TF_Status, api};
use std::ffi::{CStr, CString};

pub struct Status(*mut TF_Status);

/// TensorFlow's code of an error without a more specific one.
const UNKNOWN: i32 = 2;

impl Status {
    pub fn new() -> Self {
        // SAFETY: makes an object of its own.
        Status(unsafe { (api().TF_NewStatus)() })
    }

    /// An error. A message ends at a NUL, which TensorFlow's strings cannot contain.
    pub fn error(message: &str) -> Self {
        let status = Status::new();
        let message = CString::new(message.replace('\0', "")).unwrap_or_default();
        // SAFETY: a status that lives and a NUL-terminated string, which is copied.
        unsafe { (api().TF_SetStatus)(status.0, UNKNOWN, message.as_ptr()) };
        status
    }

    pub fn raw(&self) -> *mut TF_Status {
        self.0
    }

    pub fn check(&self) -> Result<(), String> {
        // SAFETY: a status that lives; its message is copied at once.
        unsafe {
            match (api().TF_GetCode)(self.0) {
                0 => Ok(()),
                _ => Err(CStr::from_ptr((api().TF_Message)(self.0)).to_string_lossy().into_owned()),
            }
        }
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        // SAFETY: made by `new`, deleted once.
        unsafe { (api().TF_DeleteStatus)(self.0) };
    }
}
