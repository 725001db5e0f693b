//! Python inside R.
//!
//! ```text
//!            ┌───────────── entry ─────────────┐
//!  R call ──▶│ convert::to_py ─▶ Python ───────│
//!            │                     │           │
//!  R value ◀─│ convert::to_r  ◀────┘           │
//!            └─ object: everything else ───────┘
//!
//!  Python ──▶ object::RFunction ──▶ threads::callback ──▶ an R function
//! ```
//!
//! The modules are listed in dependency order: each uses only those before it. To call a later module, it
//! uses an `os::hook` that `entry` sets. Only `os`, `r`, `py`, `shared` and `op::ffi` may contain `unsafe`.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod os;
#[allow(unsafe_code)]
mod r;
mod error;
#[allow(unsafe_code)]
mod py;
#[allow(unsafe_code)]
mod shared;
mod object;
mod convert;
mod threads;
mod memory;
mod op;
mod serve;
// The #[extendr] macro calls `throw_r_error` if an argument is not an R object, which cannot happen.
#[allow(clippy::disallowed_methods)]
mod entry;

use entry::{attr, build, call, classes, inspect, item, iterate, server, session};
use extendr_api::prelude::*;

extendr_module! {
    mod rkeras;
    use session;
    use attr;
    use item;
    use iterate;
    use call;
    use classes;
    use build;
    use inspect;
    use server;
}
