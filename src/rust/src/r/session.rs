//! R's interrupts.
use super::r_api::{rkeras_is_interrupted, rkeras_set_interrupted};

/// Whether the user interrupted R, and R may be interrupted now. Any thread may call this.
pub fn is_interrupted() -> bool {
    // SAFETY: reads flags that R's own signal handler writes as well, as a hint.
    unsafe { rkeras_is_interrupted() != 0 }
}

/// Takes the interrupt from R, or returns it. On the main thread.
pub fn set_interrupted(interrupted: bool) {
    // SAFETY: sets such a flag.
    unsafe { rkeras_set_interrupted(interrupted.into()) }
}
