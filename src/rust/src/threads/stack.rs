//! How deep R and Python may call one another.
//!
//! R checks its C stack, but Python's frames between R's are large, and an error that R raises when the stack is
//! nearly used up leaves no room to handle it. So callbacks are refused before that.
use crate::error::{Error, Result};
use std::sync::OnceLock;

/// Where the C stack begins, and how large it is.
struct Extent {
    start: usize,
    size: usize,
}

static STACK: OnceLock<Extent> = OnceLock::new();

/// `size` is what `Cstack_info()` says, in bytes; the stack is taken to start here.
pub fn set_size(size: usize) {
    STACK.get_or_init(|| Extent { start: here(), size });
}

/// An error where there is no room for another callback: three tenths are left to what it would call.
pub fn check_room() -> Result<()> {
    match STACK.get() {
        Some(stack) if stack.start.abs_diff(here()) > stack.size / 10 * 7 => Err(too_deep()),
        _ => Ok(()),
    }
}

fn too_deep() -> Error {
    Error::Own {
        kind: "nesting",
        message: "R and Python call each other too deeply: the C stack is nearly used up. \
                  Is there a recursion without end? If not, start R with a larger stack: in a shell, \
                  `ulimit -s 65536` before `R`."
            .into(),
    }
}

#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::hint::black_box(&raw const marker) as usize
}
