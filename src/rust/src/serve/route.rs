//! The paths that a server answers.
use hyper::Method;

/// A path, in which `*` stands for digits, and how it may be asked.
pub struct Route {
    pub path: String,
    /// With a body of JSON, by POST; without one, by GET.
    pub has_body: bool,
}

impl Route {
    pub fn matches(&self, path: &str) -> bool {
        match self.path.split_once('*') {
            None => self.path == path,
            Some((start, end)) => path
                .strip_prefix(start)
                .and_then(|rest| rest.strip_suffix(end))
                .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())),
        }
    }

    pub fn methods(&self) -> &'static str {
        match self.has_body {
            true => "POST, OPTIONS",
            false => "GET, HEAD, OPTIONS",
        }
    }

    pub fn allows(&self, method: &Method) -> bool {
        match self.has_body {
            true => method == Method::POST,
            false => method == Method::GET || method == Method::HEAD,
        }
    }
}
