//! A hook through which a module calls a later one. The function is set when Python starts
//! (`entry/hooks.rs`), before the first call.
use once_cell::sync::OnceCell;

pub struct Hook<F>(OnceCell<F>);

impl<F: Copy> Hook<F> {
    pub const fn new() -> Self {
        Hook(OnceCell::new())
    }

    /// Sets the function. Later calls have no effect.
    pub fn set(&self, f: F) {
        self.0.get_or_init(|| f);
    }

    #[expect(clippy::expect_used, reason = "set before anything else runs")]
    pub fn get(&self) -> F {
        *self.0.get().expect("set when Python starts")
    }
}
