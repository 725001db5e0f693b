//! Windows has no signals that R handles by a jump.
pub struct OfR {
    pub is_held: fn() -> bool,
    pub set_interrupted: fn(bool),
    pub fail: fn(),
}

pub fn handle(_: OfR) {}

pub fn end_if_asked() {}
