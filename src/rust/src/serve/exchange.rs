//! Where requests wait for R: the server's threads add them, and the main thread takes and answers them.
use super::access::{Access, Log};
use super::cors::Origins;
use super::counts::Counts;
use super::json::Object;
use super::limits::{Held, Limits};
use super::reply::{Refusal, Reply};
use super::route::Route;
use super::write::Table;
use crate::os::mutex::Mutex;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use tokio::sync::oneshot;

/// What the threads of a server share.
pub struct Exchange {
    pub limits: Limits,
    pub routes: Vec<Route>,
    pub held: Arc<AtomicUsize>,
    pub counts: Mutex<Counts>,
    pub origins: Origins,
    waiting: Mutex<Waiting>,
    /// Called when there is a request, with the lock of `waiting`: never after `close()`.
    notify: fn(),
}

struct Waiting {
    is_open: bool,
    last: i32,
    asked: VecDeque<Asked>,
    /// Of the requests that R has taken.
    replies: HashMap<i32, oneshot::Sender<Answer>>,
    /// Nothing until R has asked for it.
    log: Option<Log>,
}

pub struct Asked {
    pub id: i32,
    pub route: usize,
    pub body: Option<Object>,
    reply: oneshot::Sender<Answer>,
    /// Counted until R takes the request.
    _held: Held,
}

pub enum Answer {
    Ready(Reply),
    /// To be written as JSON.
    Values(Table),
}

impl Exchange {
    pub fn new(limits: Limits, routes: Vec<Route>, origins: Origins, bounds: &[f64], notify: fn()) -> Self {
        let waiting =
            Waiting { is_open: true, last: 0, asked: VecDeque::new(), replies: HashMap::new(), log: None };
        Exchange {
            limits,
            routes,
            held: Arc::default(),
            counts: Mutex::new(Counts::new(bounds)),
            origins,
            waiting: Mutex::new(waiting),
            notify,
        }
    }

    /// The answer of R.
    pub async fn ask(&self, route: usize, body: Option<Object>, held: Held) -> Result<Answer, Refusal> {
        let (reply, answer) = oneshot::channel();
        {
            let mut waiting = self.waiting.lock();
            if !waiting.is_open {
                return Err(Refusal::stopped().closing());
            }
            waiting.last = waiting.last.wrapping_add(1);
            let id = waiting.last;
            waiting.asked.push_back(Asked { id, route, body, reply, _held: held });
            (self.notify)();
        }
        answer.await.map_err(|_| Refusal::stopped().closing())
    }

    /// The requests whose clients still wait. On the main thread.
    pub fn take(&self) -> Vec<(i32, usize, Option<Object>)> {
        let mut waiting = self.waiting.lock();
        let asked = std::mem::take(&mut waiting.asked);
        waiting.replies.retain(|_, reply| !reply.is_closed());
        let mut out = Vec::with_capacity(asked.len());
        for asked in asked.into_iter().filter(|asked| !asked.reply.is_closed()) {
            waiting.replies.insert(asked.id, asked.reply);
            out.push((asked.id, asked.route, asked.body));
        }
        out
    }

    /// Requests of clients that have gone hold no memory.
    pub fn forget_gone(&self) {
        self.waiting.lock().asked.retain(|asked| !asked.reply.is_closed());
    }

    pub fn answer(&self, id: i32, answer: Answer) {
        if let Some(reply) = self.waiting.lock().replies.remove(&id) {
            // The client may have gone.
            let _ = reply.send(answer);
        }
    }

    pub fn log(&self, access: impl FnOnce() -> Access) {
        let mut waiting = self.waiting.lock();
        let is_open = waiting.is_open;
        let Some(log) = &mut waiting.log else { return };
        log.add(access());
        if is_open {
            (self.notify)();
        }
    }

    /// What has been logged since the last call. On the main thread.
    pub fn take_log(&self) -> Log {
        self.waiting.lock().log.replace(Log::default()).unwrap_or_default()
    }

    /// From here on R is not asked. Requests that wait are refused.
    pub fn close(&self) {
        let mut waiting = self.waiting.lock();
        waiting.is_open = false;
        waiting.asked.clear();
        waiting.replies.clear();
    }
}
