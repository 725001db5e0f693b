//! What an access log says of requests.
use super::reply::Reply;
use hyper::http::request::Parts;
use std::net::IpAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug)]
pub struct Access {
    /// Seconds since 1970 when the request arrived.
    pub time: f64,
    pub address: String,
    pub method: String,
    pub path: String,
    pub version: String,
    pub status: u16,
    /// Bytes of the body of the answer.
    pub size: usize,
    pub seconds: f64,
}

impl Access {
    pub fn new(client: IpAddr, head: &Parts, reply: &Reply, took: Duration) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Access {
            time: now.saturating_sub(took).as_secs_f64(),
            address: client.to_string(),
            method: head.method.to_string(),
            path: head.uri.to_string(),
            version: format!("{:?}", head.version),
            status: reply.status,
            size: reply.body.len(),
            seconds: took.as_secs_f64(),
        }
    }
}

/// Those that R has not taken yet. A flood of requests must not fill the memory: `lost` are not kept.
#[derive(Debug, Default)]
pub struct Log {
    pub entries: Vec<Access>,
    pub lost: usize,
}

impl Log {
    const MOST: usize = 100_000;

    pub fn add(&mut self, entry: Access) {
        match self.entries.len() < Self::MOST {
            true => self.entries.push(entry),
            false => self.lost += 1,
        }
    }
}
