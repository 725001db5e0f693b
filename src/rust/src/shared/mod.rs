//! Code that accesses both R's and Python's memory.
//!
//! * [`mod@pointer`]: a Python object in an R external pointer; [`capsule`]: an R object in a Python
//!   capsule; [`mod@owner`]: what R frees with its own memory; [`collected`]: objects that R has freed
//! * [`scalar`], [`strings`], [`list`]: direct conversion of single values, strings and lists
//! * [`mod@array`], [`adopt`]: memory shared with NumPy; [`foreign`]: R vectors over memory outside R; [`bulk`]: how
//!   much of it R keeps alive
//! * [`graph`]: the references between Python objects; [`mirror`]: a copy of them for R's collector;
//!   [`address`]: tables keyed by address
pub mod address;
pub mod adopt;
pub mod array;
pub mod bulk;
pub mod capsule;
pub mod collected;
pub mod foreign;
pub mod graph;
pub mod list;
pub mod mirror;
mod owner;
pub mod pointer;
pub mod scalar;
pub mod strings;
