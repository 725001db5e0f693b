//! The operating system: threads, forks, memory, symbols. It does not depend on R or Python.
//!
//! * [`hook`]: calls of later modules
//! * [`posix`]: threads of the operating system; [`doing`]: the activity of the main thread
//! * [`fork`]: handlers of `fork()`
//! * [`memory`]: allocation of vectors; [`headroom`]: checks for available memory; [`pages`]: huge pages
//! * [`pending`]: work for the next call from R
//! * [`pipe`]: writing to a closed pipe; [`size`]: writing beyond the limit for files
//! * [`symbol`]: functions looked up by name; [`stderr`]: stderr in a file for a while
pub mod doing;
pub mod fork;
pub mod headroom;
pub mod hook;
pub mod memory;
pub mod pages;
pub mod pending;
pub mod pipe;
pub mod posix;
pub mod size;
pub mod stderr;
pub mod symbol;
