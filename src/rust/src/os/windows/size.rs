//! There is no SIGXFSZ, and no limit for files.
pub fn handle() {}
