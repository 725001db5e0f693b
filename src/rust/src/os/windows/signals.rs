//! Windows has no signals that R handles by a jump.
use crate::os::pending::Pending;

#[expect(dead_code, reason = "as on Unix")]
pub struct OfR {
    pub is_held: fn() -> bool,
    pub set_interrupted: fn(bool),
    pub fail: fn(),
}

pub fn handle(_: OfR) {}

/// Nothing sets it.
pub fn end_if_asked() {
    Pending::End.take();
}
