//! CPython's side. It knows nothing of R's values.
//!
//! * [`interpreter`]: starting Python, and the GIL; [`fork`]: Python in two processes
//! * [`bytes`], [`dict`]: what PyO3 does not offer of Python's containers
//! * [`caller`]: the Python frame below a call from R; [`import`]: modules
pub mod bytes;
pub mod caller;
pub mod dict;
pub mod fork;
pub mod import;
pub mod interpreter;
