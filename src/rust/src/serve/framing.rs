//! Which headers of each request say how long its body is, as the client has sent them. hyper removes `Content-Length`
//! beside `Transfer-Encoding` before the server sees a request. A proxy in front may follow the other one of the two,
//! and take a part of the body for the next request (request smuggling, RFC 9112, 11.2).
use std::collections::VecDeque;

/// Follows the bytes that hyper reads of a connection. It need not know which heads hyper refuses, because these end
/// the connection.
#[derive(Default)]
pub struct Framing {
    /// What has arrived of a line of a head.
    line: Vec<u8>,
    /// The head so far, from the line of the request on.
    head: Option<Head>,
    /// Bytes of a body that have not arrived.
    left: u64,
    /// The end of a body in chunks is not followed: it is the last one of its connection.
    is_last: bool,
    heads: VecDeque<Head>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Head {
    pub has_length: bool,
    /// `Transfer-Encoding`, of which hyper knows chunks only.
    pub has_encoding: bool,
    length: u64,
}

impl Framing {
    pub fn follow(&mut self, mut bytes: &[u8]) {
        while !self.is_last && !bytes.is_empty() {
            bytes = if self.left > 0 { self.skip(bytes) } else { self.read(bytes) };
        }
    }

    /// The head of the request that hyper has read last; none if it is not known where that began.
    pub fn next(&mut self) -> Option<Head> {
        self.heads.pop_front()
    }

    fn skip<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let n = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
        self.left -= n as u64;
        bytes.get(n..).unwrap_or_default()
    }

    /// Lines may end without a carriage return.
    fn read<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
        self.line.extend_from_slice(parts.next().unwrap_or_default());
        let Some(rest) = parts.next() else { return &[] };
        let line = std::mem::take(&mut self.line);
        self.take(line.strip_suffix(b"\r").unwrap_or(&line));
        rest
    }

    fn take(&mut self, line: &[u8]) {
        match &mut self.head {
            // Empty lines before a request mean nothing.
            None => self.head = (!line.is_empty()).then(Head::default),
            Some(head) if !line.is_empty() => head.take(line),
            Some(head) => {
                self.left = head.length;
                self.is_last = head.has_encoding;
                self.heads.extend(self.head.take());
            }
        }
    }
}

impl Head {
    fn take(&mut self, line: &[u8]) {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = parts.next().unwrap_or_default();
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.has_encoding = true;
        }
        if name.eq_ignore_ascii_case(b"content-length") {
            self.has_length = true;
            let value = parts.next().unwrap_or_default().trim_ascii();
            // hyper refuses what is no number, and two that differ.
            self.length = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok()).unwrap_or(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known of each head: whether it has a length, and an encoding.
    fn heads(text: &str, step: usize) -> Vec<(bool, bool)> {
        let mut framing = Framing::default();
        text.as_bytes().chunks(step).for_each(|bytes| framing.follow(bytes));
        std::iter::from_fn(|| framing.next()).map(|head| (head.has_length, head.has_encoding)).collect()
    }

    #[test]
    fn heads_are_found_however_they_arrive() {
        let cases: &[(&str, &[(bool, bool)])] = &[
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", &[(false, false)]),
            ("GET / HTTP/1.1\r\nHost: a\r\n", &[]),
            ("\r\n\n\r\nGET / HTTP/1.1\n\nGET / HTTP/1.1\r\n\n", &[(false, false), (false, false)]),
            (
                "POST / HTTP/1.1\r\ncontent-LENGTH:\t 5 \r\n\r\n\r\n\r\nxPOST / HTTP/1.1\r\nContent-Length:0\r\n\r\n\
                 GET / HTTP/1.1\r\n\r\n",
                &[(true, false), (true, false), (false, false)],
            ),
            (
                "P / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
                &[(true, true)],
            ),
            ("P / HTTP/1.1\r\nTransfer-Encoding:chunked\r\nContent-Length: x\r\n\r\n", &[(true, true)]),
            ("P / HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\n\r\nG / HTTP/1.1\r\n\r\n", &[(false, true)]),
            ("P / HTTP/1.1\r\nX: Content-Length: 3\r\nX-Content-Length: 3\r\n\r\n", &[(false, false)]),
        ];
        for (text, expected) in cases {
            for step in [1, 2, 3, 7, 1000] {
                assert_eq!(heads(text, step), *expected, "{text:?} in steps of {step}");
            }
        }
    }
}
