//! The main thread and other threads: callbacks, blocking calls and interrupts.
//!
//! * [`callback`]: R functions called by Python; [`members`]: access to other R objects by Python
//! * [`r_thread`]: the activity of the main thread; [`request`]: what other threads ask of it; [`queue`]: the
//!   requests in order; [`asking`]: the threads that wait for an answer
//! * [`turn`]: when requests are served; [`activity`]: the activities of threads that would have to wait
//! * [`blocking`]: calls on a worker thread, while the main thread serves [`others`]; [`job`]: such a call;
//!   [`workers`]: the threads; [`mailbox`]: messages to waiting threads; [`kept`]: objects that are destroyed
//!   on a worker thread
//! * [`interrupt`]: Ctrl-C; [`monitor`]: a thread that detects it; [`watchdog`]: reports blocked threads
//! * [`service`]: requests to servers of this process, answered while the main thread waits
//! * [`console`]: Python output to R's console
//! * [`stack`]: the nesting depth of calls; [`fork`]: handlers of `fork()`
pub mod activity;
mod asking;
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
pub mod request;
pub mod service;
pub mod stack;
mod turn;
mod watchdog;
pub mod workers;
