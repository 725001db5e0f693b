//! Which pages of other servers may read the answers, as browsers ask (Fetch Standard, "CORS protocol").
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ALLOW, HeaderMap, HeaderValue, ORIGIN,
    VARY,
};

/// Origins such as `https://example.org`, or `*` for all.
pub struct Origins(pub Vec<String>);

impl Origins {
    /// Adds what a browser asks for to the headers of the answer to a request.
    pub fn allow(&self, asked: &HeaderMap, answer: &mut HeaderMap) {
        if self.0.is_empty() {
            return;
        }
        let is_for_all = self.0.iter().any(|origin| origin == "*");
        if !is_for_all {
            // The answer to another origin is another one.
            answer.append(VARY, HeaderValue::from_static("Origin"));
        }
        let Some(origin) = asked.get(ORIGIN).filter(|origin| is_for_all || self.has(origin)) else { return };
        let allowed = if is_for_all { HeaderValue::from_static("*") } else { origin.clone() };
        answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        if !asked.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
            return;
        }
        // A browser asks before it posts JSON.
        if let Some(methods) = answer.get(ALLOW).cloned() {
            answer.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
        }
        if let Some(headers) = asked.get(ACCESS_CONTROL_REQUEST_HEADERS) {
            answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, headers.clone());
        }
    }

    fn has(&self, origin: &HeaderValue) -> bool {
        self.0.iter().any(|known| known.as_bytes() == origin.as_bytes())
    }
}
