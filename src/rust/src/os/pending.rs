//! Work that a call from R does besides its own, one bit for each kind. Whoever has such work sets the bit, on
//! any thread, in finalizers and signal handlers; `entry/attach.rs` does it. Usually all bits are zero, so that
//! a call only looks at them.
use std::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire},
};

static BITS: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Pending {
    /// R's collector sees Python's references, which R code must not see.
    Trial = 1,
    /// Other threads have dropped R values.
    DroppedValues = 1 << 1,
    /// A signal asked R to end.
    End = 1 << 2,
    /// R has written the bytes of a Python object to a file.
    SavedBytes = 1 << 3,
    /// R has collected references to Python objects.
    CollectedObjects = 1 << 4,
    /// Errors or interrupts were raised.
    Raised = 1 << 5,
    /// Python references many R objects.
    ManyProtected = 1 << 6,
    /// A search for cycles was requested.
    Cycles = 1 << 7,
    /// Python objects that a worker thread is to release, as soon as nothing else references them.
    KeptObjects = 1 << 8,
    /// There are references that the methods of this call share.
    RecentReferences = 1 << 9,
    /// An interrupt waits for the end of an import.
    HeldInterrupt = 1 << 10,
    /// R has left a call, and Python has not passed that on yet.
    UnfinishedJump = 1 << 11,
}

impl Pending {
    /// Returns whether it was set before.
    pub fn set(self) -> bool {
        self.is_set() || BITS.fetch_or(self as u32, AcqRel) & self as u32 != 0
    }

    pub fn is_set(self) -> bool {
        BITS.load(Acquire) & self as u32 != 0
    }

    /// Returns whether it was set, and clears it.
    pub fn take(self) -> bool {
        self.is_set() && BITS.fetch_and(!(self as u32), AcqRel) & self as u32 != 0
    }
}

pub fn is_any() -> bool {
    BITS.load(Acquire) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_set_and_taken_by_itself() {
        assert!(!is_any());
        assert!(!Pending::Raised.set() && !Pending::Trial.set());
        assert!(Pending::Raised.set());
        assert!(Pending::Raised.is_set() && !Pending::Cycles.is_set());
        assert!(Pending::Raised.take() && !Pending::Raised.take());
        assert!(Pending::Trial.is_set() && is_any());
        assert!(Pending::Trial.take() && !is_any());
    }
}
