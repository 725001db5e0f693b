//! The system's side: threads, forks, memory, symbols. It knows neither R nor Python.
//!
//! * [`hook`]: how a room calls one that stands after it
//! * [`posix`]: threads as the system knows them; [`doing`]: what R's thread is doing
//! * [`fork`]: two processes out of one; [`stack`]: two stacks for one thread
//! * [`memory`]: vectors whose size is decided by data; [`headroom`]: is there memory left?; [`pages`]: large
//!   memory in huge pages
//! * [`symbol`]: functions that are looked up by name
pub mod doing;
pub mod fork;
pub mod headroom;
pub mod hook;
pub mod memory;
pub mod pages;
pub mod posix;
pub mod stack;
pub mod symbol;
