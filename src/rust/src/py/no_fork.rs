//! Windows has no `fork()`, and Python no functions for it.
pub struct Forking;

impl Forking {
    pub fn begin() -> Self {
        Forking
    }

    pub fn end_in_parent(self) {}

    pub fn end_in_child(self) {}
}
