//! Reference cycles across both languages, which neither collector finds alone.
//!
//! * [`cycles`]: when to search; [`plan`]: the object graph for R's collector; [`bag`]: frees cycles with
//!   Python's collector
mod bag;
pub mod cycles;
mod plan;
