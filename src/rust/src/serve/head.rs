//! Connections that end before the head of a request is whole. hyper itself answers heads that are not HTTP or too
//! large, but gives up those that do not arrive.
use super::exchange::Exchange;
use super::reply::{Refusal, Reply};
use hyper::StatusCode;
use hyper::body::Bytes;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The answer, if the client has sent a part of a head. A connection that only stays open is closed without one, as
/// the client would take it for the answer to its next request.
pub fn refusal(problem: &hyper::Error, sent: &Bytes) -> Option<Refusal> {
    match problem {
        _ if sent.is_empty() => None,
        _ if problem.is_timeout() => {
            Some(Refusal::new(408, "The head of the request did not arrive in time."))
        }
        _ if problem.is_incomplete_message() => {
            Some(Refusal::new(400, "The head of the request ends too early."))
        }
        _ => None,
    }
}

/// Writes the answer, which is short, as the last one of the connection.
pub fn write(refusal: Refusal, stream: &TcpStream, exchange: &Exchange) {
    let reply = Reply::from(refusal.closing());
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::BAD_REQUEST);
    exchange.counts.lock().add(reply.status, exchange.limits.patience);
    let mut text = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n", reply.body.len());
    for (name, value) in &reply.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    text.push_str(&reply.body);
    // The client may have gone.
    let _ = stream.try_write(text.as_bytes());
}

/// Reads for a moment what the client still sends: if the connection were closed at once, the client would get an
/// error of its system and not the answer.
pub async fn discard(stream: &TcpStream) {
    const PATIENCE: Duration = Duration::from_secs(1);
    let rest = async {
        let mut buffer = [0; 4096];
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut buffer) {
                Ok(0) => break,
                Err(problem) if problem.kind() != std::io::ErrorKind::WouldBlock => break,
                _ => {}
            }
        }
    };
    let _ = timeout(PATIENCE, rest).await;
}
