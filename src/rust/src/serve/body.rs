//! Bodies of requests, read under the limits.
use super::limits::{Held, Limits};
use super::reply::Refusal;
use hyper::body::{Body, Bytes, Frame, Incoming};
use std::future::poll_fn;
use std::pin::Pin;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The whole body.
pub async fn read(mut body: Incoming, limits: &Limits, held: &mut Held) -> Result<Vec<u8>, Refusal> {
    let began = Instant::now();
    let mut bytes = Vec::new();
    loop {
        let left = limits.time_for(bytes.len()).saturating_sub(began.elapsed());
        let Ok(frame) = timeout(left, next(&mut body)).await else { return Err(Refusal::slow()) };
        let Some(frame) = frame else { return Ok(bytes) };
        let frame =
            frame.map_err(|_| Refusal::new(400, "The body ends too early, or its chunks are wrong."))?;
        // Trailers mean nothing here.
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limits.max_size {
            return Err(Refusal::large(limits));
        }
        if !held.set(bytes.len() + data.len()) {
            return Err(Refusal::busy());
        }
        bytes.extend_from_slice(&data);
    }
}

/// Reads for a moment what a client still sends that was refused: if the connection were closed at once,
/// the client would get an error of its system and not the answer.
pub async fn discard(mut body: Incoming) {
    const PATIENCE: Duration = Duration::from_secs(1);
    let rest = async { while let Some(Ok(_)) = next(&mut body).await {} };
    let _ = timeout(PATIENCE, rest).await;
}

async fn next(body: &mut Incoming) -> Option<hyper::Result<Frame<Bytes>>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}
