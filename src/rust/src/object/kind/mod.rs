//! The kind of an R or Python value. All other code asks this module.
mod py;
mod r;

pub use py::{Mark, PyKind};
pub use r::RKind;
