//! Python inside R.
//!
//! ```text
//!            ┌───────────── entry ─────────────┐
//!  R call ──▶│ convert::to_py ─▶ Python ───────│
//!            │                     │           │
//!  R value ◀─│ convert::to_r  ◀────┘           │
//!            └─ object: what stays where it is ┘
//!
//!  Python ──▶ object::RFunction ──▶ threads::callback ──▶ an R function
//! ```
//!
//! The rooms are listed in their order: each uses only those before it. What one needs of a later one is an
//! `os::hook` that `entry` sets. `os`, `r`, `py` and `shared` alone may write `unsafe`.
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
// The #[extendr] macro itself calls `throw_r_error`, where an argument is no R object: never.
#[allow(clippy::disallowed_methods)]
mod entry;

use entry::{attr, batch, build, call, inspect, item, session};
use extendr_api::prelude::*;

extendr_module! {
    mod rkeras;
    use session;
    use attr;
    use item;
    use call;
    use build;
    use batch;
    use inspect;
}
