//! Python inside R.
//!
//! ```text
//!            ┌───────────── entry ─────────────┐
//!  R call ──▶│ convert::to_py ─▶ Python ───────│
//!            │                     │           │
//!  R value ◀─│ convert::to_r  ◀────┘           │
//!            └──── handle: what stays put ─────┘
//!
//!  Python ──▶ python::callback ──▶ r_code ──▶ an R function
//! ```
//!
//! The modules are listed in the order a value meets them.
#![deny(unsafe_code)]

// The #[extendr] macro itself calls `throw_r_error`, where an argument is no R object: never.
#[allow(clippy::disallowed_methods)]
mod entry;
mod convert;
mod handle;
mod python;
mod r_code;
mod error;
mod fault;
mod memory;
#[allow(unsafe_code)]
mod ffi;

use entry::{attr, build, call, inspect, item, session};
use extendr_api::prelude::*;

extendr_module! {
    mod rkeras;
    use session;
    use attr;
    use item;
    use call;
    use build;
    use inspect;
}
