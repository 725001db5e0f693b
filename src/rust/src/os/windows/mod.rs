//! Windows. None of this has run in a real R there yet: `tools/cross.sh` links it, and runs its tests under Wine.
pub mod event_loop;
pub mod files;
pub mod fork;
pub mod locale;
pub mod map;
#[path = "../no_pages.rs"]
pub mod pages;
pub mod signals;
pub mod stderr;
pub mod symbol;
pub mod thread;
pub mod wide;
