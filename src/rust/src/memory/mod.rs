//! Cycles of references through both languages, which neither collector finds alone.
//!
//! * [`cycles`]: when they are looked for; [`plan`]: what R's collector has to see; [`bag`]: Python's
//!   collector frees it
mod bag;
pub mod cycles;
mod plan;
