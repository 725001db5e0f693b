//! How deep R and Python may call one another.
//!
//! R checks its C stack but Python's frames between R's are large, and an error that R raises when the
//! stack is nearly used up leaves no room to handle it. So callbacks go on in a second stack while there
//! is room, and are refused when there is none there either.
use crate::error::{Error, Result};
use crate::os::stack::Stack;
use once_cell::sync::OnceCell;
use std::cell::{Cell, OnceCell as LocalCell};

/// Where a stack begins, and how large it is.
#[derive(Clone, Copy)]
struct Extent {
    start: usize,
    size: usize,
}

static SYSTEM: OnceCell<Extent> = OnceCell::new();
/// May the second stack be used?
static MAY_GROW: OnceCell<bool> = OnceCell::new();

/// Room for some 500 levels of R and Python.
const SECOND_SIZE: usize = 48 << 20;

thread_local! {
    static SECOND: LocalCell<Option<Stack>> = const { LocalCell::new() };
    static ON_SECOND: Cell<bool> = const { Cell::new(false) };
}

/// `size` is what `Cstack_info()` says, in bytes; the stack is taken to start here.
pub fn set_size(size: usize) {
    SYSTEM.get_or_init(|| Extent { start: here(), size });
}

/// Python 3.14 and later look where on its thread's own stack they are.
pub fn set_python_version((major, minor): (u8, u8)) {
    MAY_GROW.get_or_init(|| cfg!(target_os = "linux") && (major, minor) < (3, 14));
}

/// Runs `f` where there is room for it.
pub fn with_room<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    let Some(&system) = SYSTEM.get() else { return f() };
    if !ON_SECOND.get() && has_room(system) {
        return f();
    }
    SECOND.with(|second| {
        let may_grow = MAY_GROW.get() == Some(&true);
        let second = second.get_or_init(|| may_grow.then(|| Stack::new(SECOND_SIZE)).flatten());
        match second {
            Some(stack) if !ON_SECOND.get() => {
                let _on_second = OnSecond::enter();
                stack.run(f)
            }
            Some(stack) if has_room(Extent { start: stack.start(), size: stack.size() }) => f(),
            _ => Err(too_deep()),
        }
    })
}

fn has_room(stack: Extent) -> bool {
    stack.start.abs_diff(here()) <= stack.size / 10 * 7
}

struct OnSecond;

impl OnSecond {
    fn enter() -> Self {
        ON_SECOND.set(true);
        OnSecond
    }
}

impl Drop for OnSecond {
    fn drop(&mut self) {
        ON_SECOND.set(false);
    }
}

fn too_deep() -> Error {
    Error::Own {
        kind: "nesting",
        message: "R and Python call each other too deeply: the C stack is nearly used up. \
                  Is there a recursion without end?"
            .into(),
    }
}

#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::hint::black_box(&raw const marker) as usize
}
