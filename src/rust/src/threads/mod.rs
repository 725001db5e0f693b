//! R's thread and the others: who calls R, who waits for whom, who is interrupted.
//!
//! * [`callback`]: an R function called from Python; [`members`]: what Python asks of other R objects
//! * [`r_thread`]: what R's thread is doing; [`queue`]: what other threads ask of it
//! * [`turn`]: whom it serves when; [`activity`]: what the threads do that would wait meanwhile
//! * [`blocking`]: calls on a thread of ours, while R's serves; [`mailbox`]: how waiting threads are told
//! * [`interrupt`]: Ctrl-C; [`monitor`]: who notices it; [`watchdog`]: threads that wait for ever
//! * [`console`]: R's, written to by Python
//! * [`stack`]: how deep calls may nest; [`fork`]: two processes out of one
pub mod activity;
pub mod blocking;
pub mod callback;
pub mod console;
pub mod fork;
pub mod interrupt;
mod mailbox;
pub mod members;
pub mod monitor;
pub mod queue;
pub mod r_thread;
pub mod stack;
mod turn;
mod watchdog;
