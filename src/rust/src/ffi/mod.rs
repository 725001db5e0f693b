//! The only rooms that may write `unsafe`. What leaves them is safe to use:
//!
//! * [`sexp`], [`value`]: R values, borrowed and owned; [`missing`]: their `NA`s
//! * [`text`], [`environment`], [`language`]: what else a borrowed value can be asked
//! * [`guard`]: what may jump in R, run so that it cannot
//! * [`preserve`]: R values kept for longer than a call
//! * [`pointer`]: a Python object inside an R external pointer; [`capsule`]: the other way round
//! * [`saved`]: what R writes of one into its files
//! * [`graph`]: which Python objects hold which; [`mirror`]: R's collector looks through them; [`address`]:
//!   tables by address
//! * [`interpreter`]: starting Python; [`posix`]: threads; [`session`]: R's event loop and interrupts
//! * [`fork`]: two processes out of one; [`stack`]: two stacks for one thread
//! * [`array`], [`adopt`]: memory shared with NumPy; [`bulk`]: memory that R keeps elsewhere
//! * [`headroom`]: is there memory left?
//! * [`scalar`], [`strings`], [`bytes`]: single values and strings, straight across; [`list`], [`dict`]: Python's
//!   containers, read and filled in place
//! * [`pages`]: large memory in huge pages
//! * [`piece`]: parts of vectors
//! * [`quick`]: the routines that are called most
pub mod address;
pub mod adopt;
pub mod array;
pub mod bulk;
pub mod bytes;
pub mod capsule;
pub mod dict;
mod environment;
pub mod fork;
pub mod graph;
pub mod guard;
pub mod headroom;
pub mod interpreter;
mod language;
pub mod list;
pub mod mirror;
pub mod missing;
pub mod pages;
mod piece;
pub mod pointer;
pub mod posix;
pub mod preserve;
pub mod quick;
mod r_api;
pub mod saved;
pub mod scalar;
pub mod session;
pub mod sexp;
pub mod stack;
pub mod strings;
mod text;
pub mod value;

pub use preserve::Preserved;
pub use sexp::{Sexp, Type};
pub use value::Value;
