//! Answers, and requests that are refused before R sees them.
use super::limits::Limits;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    /// Headers that HTTP does not allow are left out.
    pub fn into_response(self) -> Response<String> {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::try_from(value)) {
                headers.append(name, value);
            }
        }
        let mut response = Response::new(self.body);
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        *response.headers_mut() = headers;
        response
    }
}

/// Why a request is not answered by R.
#[derive(Debug)]
pub struct Refusal {
    status: u16,
    message: String,
    headers: Vec<(&'static str, String)>,
}

impl Refusal {
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Refusal { status, message: message.into(), headers: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The client must not use the connection again: what it still sends is not read.
    pub fn closing(self) -> Self {
        self.with(CONNECTION.as_str(), "close")
    }

    pub fn large(limits: &Limits) -> Self {
        Refusal::new(413, format!("The body has more than {} bytes.", limits.max_size))
    }

    pub fn many(limits: &Limits) -> Self {
        Refusal::new(
            413,
            format!(
                "The body has more than {} values. A string counts as 8 of them, and an object as 64.",
                limits.max_values
            ),
        )
    }

    pub fn slow() -> Self {
        Refusal::new(408, "The body did not arrive in time.")
    }

    pub fn busy() -> Self {
        Refusal::new(503, "Too many requests wait. Try again later.").with("Retry-After", "1")
    }

    pub fn stopped() -> Self {
        Refusal::new(503, "The server stops.")
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let json = |header: &'static str| (header.to_owned(), "application/json".to_owned());
        let own = refusal.headers.into_iter().map(|(name, value)| (name.to_owned(), value));
        let message = serde_json::to_string(&refusal.message).unwrap_or_default();
        let body = match refusal.message.is_empty() {
            true => String::new(),
            false => format!("{{\"error\":{message}}}"),
        };
        Reply {
            status: refusal.status,
            headers: std::iter::once(json(CONTENT_TYPE.as_str())).chain(own).collect(),
            body,
        }
    }
}
