//! The calls from R that are under way are numbered.
use std::cell::Cell;

thread_local! {
    // The innermost and the last to return.
    static CALL: Cell<u64> = const { Cell::new(0) };
    static RETURNED: Cell<u64> = const { Cell::new(0) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The number of the innermost call from R that is under way.
pub fn current_call() -> u64 {
    CALL.get()
}

/// The number of the call that is on its way back to R.
pub fn returned_call() -> u64 {
    RETURNED.get()
}

/// A call begins. The number of the one around it.
pub fn begin() -> u64 {
    COUNT.set(COUNT.get() + 1);
    CALL.replace(COUNT.get())
}

/// The innermost call ends, which `outer` is around.
pub fn end(outer: u64) {
    RETURNED.set(CALL.replace(outer));
}
