#[path = "../../../src/rust/src/os/mod.rs"]
pub mod os;
