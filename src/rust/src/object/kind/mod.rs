//! The kind of an R or Python value. All other code asks this module.
mod py;
mod r;

pub use py::PyKind;
pub use r::RKind;
