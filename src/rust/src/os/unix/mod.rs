//! Unix: Linux, macOS and others.
pub mod event_loop;
pub mod files;
pub mod fork;
pub mod locale;
pub mod map;
pub mod signals;
pub mod stderr;
pub mod symbol;
pub mod thread;
pub mod wide;

#[cfg_attr(target_os = "linux", path = "linux/mod.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(not(any(target_os = "linux", target_os = "macos")), path = "other.rs")]
mod kind;
pub use kind::pages;
