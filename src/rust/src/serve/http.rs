//! From a request to its answer: what is wrong with it, or what R says.
use super::access::Access;
use super::body;
use super::exchange::{Answer, Exchange};
use super::framing::Head;
use super::json::{self, Object, Problem};
use super::limits::Held;
use super::reply::{Refusal, Reply};
use super::write;
use hyper::body::{Body, Incoming};
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, EXPECT, HeaderMap, HeaderName, HeaderValue,
    TRANSFER_ENCODING, UPGRADE,
};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

/// `sent` is the head as the client has sent it.
pub async fn serve(
    exchange: Arc<Exchange>,
    sent: Option<Head>,
    client: IpAddr,
    request: Request<Incoming>,
) -> Result<Response<String>, Infallible> {
    let began = Instant::now();
    let (head, body) = request.into_parts();
    let reply = match answer(&exchange, &head, sent, body).await {
        Ok(answer) => written(answer).await,
        Err(refusal) => refusal.into(),
    };
    let took = began.elapsed();
    exchange.counts.lock().add(reply.status, took);
    exchange.log(|| Access::new(client, &head, &reply, took));
    let mut response = reply.into_response();
    exchange.origins.allow(&head.headers, response.headers_mut());
    if sent.is_none_or(|sent| sent.has_encoding) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

async fn answer(
    exchange: &Arc<Exchange>,
    head: &Parts,
    sent: Option<Head>,
    body: Incoming,
) -> Result<Answer, Refusal> {
    match check_length(sent, &head.headers).and_then(|()| checked(exchange, head)) {
        Ok((route, true)) => {
            let mut held = Held::new(exchange.held.clone(), exchange.limits.max_held);
            let object = object(exchange, body, &mut held).await?;
            exchange.ask(route, Some(object), held).await
        }
        Ok((route, false)) => {
            let held = Held::new(exchange.held.clone(), exchange.limits.max_held);
            exchange.ask(route, None, held).await
        }
        // A client that waits for leave to send its body gets the answer instead.
        Err(refusal) if body.is_end_stream() || head.headers.contains_key(EXPECT) => Err(refusal),
        Err(refusal) => {
            body::discard(body).await;
            Err(refusal.closing())
        }
    }
}

/// A body that a proxy may take to end elsewhere is refused.
fn check_length(sent: Option<Head>, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(sent) = sent else {
        return Err(Refusal::new(400, "The request does not begin where the one before ends.").closing());
    };
    if sent.has_length && sent.has_encoding {
        let message = "The request has Content-Length and Transfer-Encoding. Send one of them.";
        return Err(Refusal::new(400, message).closing());
    }
    if has(headers, &TRANSFER_ENCODING, |coding| !coding.eq_ignore_ascii_case("chunked")) {
        return Err(Refusal::new(501, "The only Transfer-Encoding is \"chunked\".").closing());
    }
    match parts(headers, &TRANSFER_ENCODING).count() > 1 {
        true => Err(Refusal::new(400, "The request has \"chunked\" twice. Send it once.").closing()),
        false => Ok(()),
    }
}

/// The route, and whether it has a body. Nothing of the body has been read.
fn checked(exchange: &Exchange, head: &Parts) -> Result<(usize, bool), Refusal> {
    if has(&head.headers, &UPGRADE, |value| value.eq_ignore_ascii_case("websocket")) {
        return Err(Refusal::new(501, "The server has no websockets.").closing());
    }
    if head.method == Method::CONNECT {
        return Err(Refusal::new(501, "The server is not a proxy.").closing());
    }
    if head.method == Method::OPTIONS && head.uri.path() == "*" {
        return Err(Refusal::new(204, "").with(ALLOW.as_str(), "GET, HEAD, POST, OPTIONS"));
    }
    let path = decoded(head.uri.path());
    let path = path.strip_suffix('/').unwrap_or(&path);
    let known = exchange.routes.iter().enumerate().find(|(_, route)| route.matches(path));
    let Some((at, route)) = known else {
        let model = exchange.routes.first().map_or("", |route| &route.path);
        return Err(Refusal::new(404, format!("There is no '{path}'. The model is at '{model}'.")));
    };
    if head.method == Method::OPTIONS {
        return Err(Refusal::new(204, "").with(ALLOW.as_str(), route.methods()));
    }
    if !route.allows(&head.method) {
        let message = format!("Use {}, not {}.", if route.has_body { "POST" } else { "GET" }, head.method);
        let allowed = if route.has_body { "POST" } else { "GET, HEAD" };
        return Err(Refusal::new(405, message).with(ALLOW.as_str(), allowed));
    }
    if route.has_body {
        check_body(exchange, &head.headers)?;
    }
    Ok((at, route.has_body))
}

fn check_body(exchange: &Exchange, headers: &HeaderMap) -> Result<(), Refusal> {
    if has(headers, &CONTENT_ENCODING, |value| !value.eq_ignore_ascii_case("identity")) {
        let message = "The body must not be compressed: send it without Content-Encoding.";
        return Err(Refusal::new(415, message).with("Accept-Encoding", "identity"));
    }
    let size = headers.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse::<usize>().ok());
    match size.is_some_and(|size| size > exchange.limits.max_size) {
        true => Err(Refusal::large(&exchange.limits)),
        false => Ok(()),
    }
}

/// Whether a part of a list of values is so.
fn has(headers: &HeaderMap, name: &HeaderName, is_so: impl Fn(&str) -> bool) -> bool {
    parts(headers, name).any(is_so)
}

/// The parts of a list of values, of all headers of this name. One that is not text is empty.
fn parts<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    values.flat_map(|value| value.split(',').map(str::trim))
}

/// The path without percent-encoding: some clients encode the colon.
fn decoded(path: &str) -> String {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = (byte == b'%').then(|| after.get(..2)).flatten();
        let code = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        out.push(code.unwrap_or(byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&out).into_owned()
}

async fn object(exchange: &Exchange, body: Incoming, held: &mut Held) -> Result<Object, Refusal> {
    let limits = exchange.limits;
    let bytes = match body::read(body, &limits, held).await {
        Ok(bytes) => bytes,
        Err(refusal) => {
            exchange.forget_gone();
            return Err(refusal.closing());
        }
    };
    let parsed = elsewhere(move || json::parse(&bytes, limits.max_values)).await?;
    let (object, size) = parsed.map_err(|problem| match problem {
        Problem::Large => Refusal::many(&limits),
        Problem::Wrong(message) => Refusal::new(400, message),
    })?;
    match held.set(size) {
        true => Ok(object),
        false => Err(Refusal::busy()),
    }
}

async fn written(answer: Answer) -> Reply {
    match answer {
        Answer::Ready(reply) => reply,
        Answer::Values(table) => match elsewhere(move || write::json(&table)).await {
            Ok(body) => {
                Reply { status: 200, headers: vec![("Content-Type".into(), "application/json".into())], body }
            }
            Err(refusal) => refusal.into(),
        },
    }
}

/// On a thread for computations, so that no connection waits.
async fn elsewhere<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Refusal::new(500, "The request could not be computed."))
}
