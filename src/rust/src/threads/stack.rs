//! The nesting depth of calls between R and Python.
//!
//! R checks its C stack, but Python's frames between R's are large, and when the stack is nearly used up
//! there is no space to handle R's error. So callbacks are refused earlier.
use crate::error::{Error, Result};
use std::sync::OnceLock;

/// The start and the size of the C stack.
struct Extent {
    start: usize,
    size: usize,
}

static STACK: OnceLock<Extent> = OnceLock::new();

/// `size` is from `Cstack_info()`, in bytes; the stack is assumed to start here.
pub fn set_size(size: usize) {
    STACK.get_or_init(|| Extent { start: here(), size });
}

/// An error if there is no space for another callback: three tenths are reserved for the calls that it
/// makes.
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
