//! The operating system: threads, forks, memory, symbols. It does not depend on R or Python.
//!
//! What differs between systems is in a folder for each, `unix/` and `windows/`, with the same modules and functions;
//! what differs between Unix systems is in `unix/linux/`, `unix/macos.rs` and `unix/other.rs`. `cfg` chooses here
//! and in `unix/mod.rs` only.
//!
//! * [`hook`]: calls of later modules
//! * [`thread`]: threads of the operating system; [`doing`]: the activity of the main thread
//! * [`event_loop`]: how other threads wake R's event loop
//! * [`fork`]: handlers of `fork()`
//! * [`mutex`]: a lock that cannot fail
//! * [`memory`]: allocation of vectors; [`headroom`]: checks for available memory; [`pages`]: huge pages
//! * [`pending`]: work for the next call from R
//! * [`signals`]: signals whose handlers in R jump
//! * [`files`]: standard files and sockets; [`stderr`]: stderr in a file for a while
//! * [`symbol`]: functions looked up by name; [`locale`]: the encoding of strings; [`wide`]: C's wide characters
pub mod doing;
pub mod headroom;
pub mod hook;
pub mod memory;
pub mod mutex;
pub mod pages;
pub mod pending;
pub mod thread;

#[cfg_attr(windows, path = "windows/mod.rs")]
#[cfg_attr(not(windows), path = "unix/mod.rs")]
mod system;
pub use system::{event_loop, files, fork, locale, signals, stderr, symbol, wide};
