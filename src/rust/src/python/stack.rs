//! How deep R and Python may call one another.
//!
//! R checks its C stack but Python's frames between R's are large, and an error that R raises when the
//! stack is nearly used up leaves no room to handle it. So a callback is refused while there is room.
use crate::error::{Error, Result};
use once_cell::sync::OnceCell;

struct Stack {
    start: usize,
    size: usize,
}

static STACK: OnceCell<Stack> = OnceCell::new();

/// `size` is what `Cstack_info()` says, in bytes; the stack is taken to start here.
pub fn set_size(size: usize) {
    STACK.get_or_init(|| Stack { start: here(), size });
}

pub fn check() -> Result<()> {
    match STACK.get() {
        Some(stack) if stack.start.abs_diff(here()) > stack.size / 10 * 7 => Err(Error::Own {
            kind: "nesting",
            message: "R and Python call each other too deeply: the C stack is nearly used up. \
                      Is there a recursion without end?"
                .into(),
        }),
        _ => Ok(()),
    }
}

#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::hint::black_box(&raw const marker) as usize
}
