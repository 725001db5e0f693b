//! There is no SIGPIPE: writing to a closed pipe is an error.
use crate::os::pending::Pending;

pub fn handle() {}

/// Nothing sets it.
pub fn handle_again() {
    Pending::PipeHandler.take();
}
