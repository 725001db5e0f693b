//! CPython's side. It does not depend on R values.
//!
//! * [`interpreter`]: starting Python, and the GIL; [`fork`]: Python in two processes
//! * [`bytes`], [`dict`]: functions for Python's containers that PyO3 does not have
//! * [`caller`]: the Python frame below a call from R; [`frames`]: those of other threads
//! * [`import`]: modules; [`modules`]: those of this package
pub mod bytes;
pub mod caller;
pub mod dict;
#[cfg_attr(windows, path = "no_fork.rs")]
pub mod fork;
pub mod frames;
pub mod import;
pub mod interpreter;
pub mod modules;
