//! What reads R's memory and Python's at once.
//!
//! * [`mod@pointer`]: a Python object inside an R external pointer; [`capsule`]: the other way round
//! * [`scalar`], [`strings`], [`list`]: single values, strings and lists, straight across
//! * [`mod@array`], [`adopt`]: memory shared with NumPy; [`bulk`]: memory that R keeps elsewhere
//! * [`graph`]: which Python objects hold which; [`mirror`]: R's collector looks through them; [`address`]:
//!   tables by address
pub mod address;
pub mod adopt;
pub mod array;
pub mod bulk;
pub mod capsule;
pub mod graph;
pub mod list;
pub mod mirror;
pub mod pointer;
pub mod scalar;
pub mod strings;
