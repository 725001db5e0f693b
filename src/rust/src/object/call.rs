//! Numbers the active calls from R.
use std::cell::Cell;

thread_local! {
    // The innermost active call, and the last one that returned.
    static CALL: Cell<u64> = const { Cell::new(0) };
    static RETURNED: Cell<u64> = const { Cell::new(0) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The number of the innermost active call from R.
pub fn current_call() -> u64 {
    CALL.get()
}

/// The number of the call that is returning to R.
pub fn returned_call() -> u64 {
    RETURNED.get()
}

/// Begins a call. Returns the number of the enclosing call.
pub fn begin() -> u64 {
    COUNT.set(COUNT.get() + 1);
    CALL.replace(COUNT.get())
}

/// Ends the innermost call; `outer` is the enclosing call.
pub fn end(outer: u64) {
    RETURNED.set(CALL.replace(outer));
}
