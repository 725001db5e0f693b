//! Checks for available memory. Small objects, mainly in R, are allocated without error handling: R would
//! jump, and Rust abort. So loops that create many of them check regularly.
use super::memory::{self, Result};
use super::system::map::can_map;

/// The number of elements between two checks.
const OFTEN: usize = 1 << 15;
const LAST: usize = OFTEN - 1;
/// The maximum size of this number of small objects, including R's string tables.
const ENOUGH: usize = 24 << 20;

/// Called for element `i` of many.
#[inline]
pub fn check(i: usize) -> Result<()> {
    match i % OFTEN {
        LAST => check_now(i),
        _ => Ok(()),
    }
}

/// The string tables grow with the number of elements.
#[cold]
fn check_now(i: usize) -> Result<()> {
    let bytes = ENOUGH + 16 * i;
    if can_map(bytes) { Ok(()) } else { Err(memory::shortage::<u8>(bytes)) }
}
