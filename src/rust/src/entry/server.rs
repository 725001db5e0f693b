//! HTTP servers for R functions.
use super::{flag, reply, reply_null, string};
use crate::error::{Error, Result};
use crate::os::mutex::Mutex;
use crate::os::{files, fork};
use crate::r::{Sexp, Value, later, r_code};
use crate::serve::access::Access;
use crate::serve::cors::Origins;
use crate::serve::exchange::{Answer, Exchange};
use crate::serve::limits::Limits;
use crate::serve::reply::Reply;
use crate::serve::route::Route;
use crate::serve::server::Server;
use crate::serve::to_r;
use extendr_api::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Used on the main thread only.
static SERVERS: Mutex<BTreeMap<i32, Server>> = Mutex::new(BTreeMap::new());

/// A server in a process that has its threads.
fn exchange(server: &Robj) -> Option<Arc<Exchange>> {
    let id = whole(server)?;
    (!fork::is_child()).then(|| SERVERS.lock().get(&id).map(|server| server.exchange.clone())).flatten()
}

fn whole(x: &Robj) -> Option<i32> {
    Sexp::of(x).integers().first().copied()
}

/// Starts a server that calls `take_requests()` when there are requests, and returns its number and port.
/// `paths` are those that are asked by GET, `posted` those by POST. `limits`: bytes of a body, values of a
/// body, bytes of all requests, and seconds. `origins` are those whose pages may read the answers. The package
/// later is loaded.
#[extendr]
fn rs_serve_start(
    host: Robj,
    port: Robj,
    paths: Robj,
    posted: Robj,
    limits: Robj,
    bounds: Robj,
    origins: Robj,
) -> Result<Robj> {
    later::set(take_requests);
    let limits = match *Sexp::of(&limits).doubles() {
        [size, values, held, seconds] => Limits {
            max_size: size as usize,
            max_values: values as usize,
            max_held: held as usize,
            connections: files::max_files().saturating_sub(FILES_OF_OTHERS).max(FILES_OF_OTHERS),
            patience: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        },
        _ => return Err(Error::argument("`limits` must be four numbers.")),
    };
    let texts = |x: &Robj| {
        let x = Sexp::of(x);
        (0..x.len()).filter_map(|i| Some(x.string(i)?.into_owned())).collect::<Vec<_>>()
    };
    let listed = |paths, has_body| texts(paths).into_iter().map(move |path| Route { path, has_body });
    let routes = listed(&paths, false).chain(listed(&posted, true)).collect();
    let origins = Origins(texts(&origins));
    let exchange = Exchange::new(limits, routes, origins, Sexp::of(&bounds).doubles(), later::call);
    let host = string(Sexp::of(&host), "host")?;
    let port = whole(&port).and_then(|port| u16::try_from(port).ok()).unwrap_or(0);
    let server = Server::start(&host, port, exchange)?;
    let mut servers = SERVERS.lock();
    let id = servers.last_key_value().map_or(0, |(id, _)| *id) + 1;
    let out = Value::integers_from([id, i32::from(server.port)].into_iter())?;
    servers.insert(id, server);
    reply(Ok(out))
}

/// R and its packages need files, too.
const FILES_OF_OTHERS: usize = 200;

/// In the event loop of R. The function catches its errors.
fn take_requests() {
    if !fork::is_child() {
        drop(r_code::call_silent(c"take_requests"));
    }
}

/// The requests that wait: a list of lists of a number, the number of the path (those of POST after those of
/// GET) and the body.
#[extendr]
fn rs_serve_take(server: Robj) -> Result<Robj> {
    let asked = exchange(&server).map_or_else(Vec::new, |exchange| exchange.take());
    reply(Value::list_from(asked.iter().map(|(id, route, body)| {
        let body = body.as_ref().map_or_else(|| Ok(Value::null()), to_r::object)?;
        Ok(Value::list_of(&[Value::integer(*id)?, Value::integer(*route as i32 + 1)?, body])?)
    })))
}

/// Answers a request with a string.
#[extendr]
fn rs_serve_answer(server: Robj, request: Robj, status: Robj, headers: Robj, body: Robj) -> Result<Robj> {
    let headers = Sexp::of(&headers);
    let names = headers.names();
    let header = |i| Some((names?.string(i)?.into_owned(), headers.string(i)?.into_owned()));
    let ready = Reply {
        status: whole(&status).and_then(|status| u16::try_from(status).ok()).unwrap_or(500),
        headers: (0..headers.len()).filter_map(header).collect(),
        body: string(Sexp::of(&body), "body")?.into_owned(),
    };
    answer(&server, &request, Answer::Ready(ready))
}

/// Answers a request with arrays, by rows or by the names of the arrays.
#[extendr]
fn rs_serve_values(server: Robj, request: Robj, key: Robj, by_row: Robj, outputs: Robj) -> Result<Robj> {
    let key = string(Sexp::of(&key), "key")?;
    let table = to_r::table(&key, flag(&by_row) == Some(true), Sexp::of(&outputs))?;
    answer(&server, &request, Answer::Values(table))
}

fn answer(server: &Robj, request: &Robj, answer: Answer) -> Result<Robj> {
    if let (Some(exchange), Some(id)) = (exchange(server), whole(request)) {
        exchange.answer(id, answer);
    }
    reply_null(Ok(()))
}

/// Statuses, the numbers of answers with them, the seconds of all, and the numbers of answers within `bounds`.
#[extendr]
fn rs_serve_counts(server: Robj) -> Result<Robj> {
    let Some(counts) = exchange(&server).map(|exchange| exchange.counts.lock().clone()) else {
        return reply_null(Ok(()));
    };
    reply(Ok(Value::list_of(&[
        Value::doubles_from(counts.by_status.keys().map(|&status| f64::from(status)))?,
        Value::doubles_from(counts.by_status.values().map(|&n| n as f64))?,
        Value::double(counts.seconds)?,
        Value::doubles_from(counts.buckets.iter().map(|&(_, n)| n as f64))?,
    ])?))
}

/// The requests that have been answered since the last call, which are kept from the first one on: a list of
/// vectors, and how many were too many to keep.
#[extendr]
fn rs_serve_log(server: Robj) -> Result<Robj> {
    let log = exchange(&server).map(|exchange| exchange.take_log()).unwrap_or_default();
    let entries = &log.entries;
    let texts = |text: fn(&Access) -> &str| Value::strings(&entries.iter().map(text).collect::<Vec<_>>());
    let numbers = |number: fn(&Access) -> f64| Value::doubles_from(entries.iter().map(number));
    reply(Ok(Value::list_of(&[
        numbers(|entry| entry.time)?,
        texts(|entry| &entry.address)?,
        texts(|entry| &entry.method)?,
        texts(|entry| &entry.path)?,
        texts(|entry| &entry.version)?,
        numbers(|entry| f64::from(entry.status))?,
        numbers(|entry| entry.size as f64)?,
        numbers(|entry| entry.seconds)?,
        Value::double(log.lost as f64)?,
    ])?))
}

/// Frees the port. In a forked process, where the threads of the server do not exist, it does nothing.
#[extendr]
fn rs_serve_stop(server: Robj) -> Result<Robj> {
    let stopped = whole(&server).and_then(|id| SERVERS.lock().remove(&id));
    match stopped {
        Some(server) if fork::is_child() => std::mem::forget(server),
        Some(server) => server.stop(),
        None => {}
    }
    reply_null(Ok(()))
}

extendr_module! {
    mod server;
    fn rs_serve_start;
    fn rs_serve_take;
    fn rs_serve_answer;
    fn rs_serve_values;
    fn rs_serve_counts;
    fn rs_serve_log;
    fn rs_serve_stop;
}
