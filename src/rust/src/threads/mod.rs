//! The main thread and other threads: callbacks, blocking calls and interrupts.
//!
//! In layers, the lowest first. A file uses only those above it in this list, which `make house` checks.
//!
//! 1. What the threads share. [`alarm`]: the monitor's thread, started and woken; [`r_thread`]: how to get the
//!    attention of the main thread; [`mailbox`]: messages to waiting threads; [`served`]: the threads for which R
//!    runs; [`queue`]: requests to the main thread, in order; [`stack`]: the nesting depth of calls
//! 2. Those who ask. [`ask`]: requests that wait for the answer; [`callback`]: R functions called by Python;
//!    [`members`]: access to other R objects by Python; [`console`]: Python output to R's console
//! 3. The main thread serves. [`turn`]: the rules; [`activity`]: what the threads do that would have to wait;
//!    [`service`]: requests to HTTP servers; [`serve`]: the queue
//! 4. Interrupts. [`interrupt`]: Ctrl-C
//! 5. Calls on other threads. [`workers`]: the threads; [`kept`]: objects that are destroyed there; [`job`]: such a
//!    call; [`others`]: whom the main thread serves meanwhile; [`blocking`]: the call, while the main thread waits
//! 6. Supervision. [`watchdog`]: reports blocked threads; [`monitor`]: a thread that looks at the main thread;
//!    [`fork`]: handlers of `fork()`
//!
//! The states of the protocol, each with its invariant, are the statics of `os/doing.rs` (what the main thread
//! does, number of requests, sleep of the monitor), [`r_thread`] (gone), [`alarm`] (the monitor), [`served`] and
//! [`ask`] (for whom R runs, who waits), `Done` in [`job`] (a call on another thread) and [`interrupt`] (held, sent).
pub mod activity;
pub mod alarm;
pub mod ask;
pub mod blocking;
pub mod callback;
pub mod console;
pub mod fork;
pub mod interrupt;
mod job;
pub mod kept;
mod mailbox;
pub mod members;
pub mod monitor;
mod others;
pub mod queue;
pub mod r_thread;
pub mod serve;
pub mod served;
pub mod service;
pub mod stack;
mod turn;
mod watchdog;
pub mod workers;
