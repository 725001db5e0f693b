//! An HTTP server for R functions: its own threads read whole requests, check them and parse their JSON; R
//! code on the main thread answers them. It knows HTTP and JSON only.
//!
//! * [`json`]: JSON to arrays, with limits; [`write`](mod@write): arrays to JSON
//! * [`limits`]: how much a client may send, and how slowly; [`body`]: what is read under them
//! * [`head`]: answers to heads that never become whole; [`framing`]: what they say about the length of a body
//! * [`reply`]: answers; [`counts`]: how many there were
//! * [`route`]: paths; [`exchange`]: the requests that wait for R; [`http`]: from a request to its answer
//! * [`cors`]: which pages of other servers may read the answers; [`access`]: what a log says of requests
//! * [`server`]: threads, connections, the start and the end
//! * [`to_r`]: requests as R values, and R values as answers
pub mod access;
pub mod body;
pub mod cors;
pub mod counts;
pub mod exchange;
pub mod framing;
pub mod head;
pub mod http;
pub mod json;
pub mod limits;
pub mod reply;
pub mod route;
pub mod server;
pub mod to_r;
pub mod write;
