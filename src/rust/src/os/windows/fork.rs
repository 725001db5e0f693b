//! There is no `fork()`.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "never called")]
pub struct Handlers {
    pub before: fn(),
    pub in_parent: fn(),
    pub in_child: fn(),
}

pub fn is_child() -> bool {
    false
}

pub fn register(_handlers: Handlers) {}
