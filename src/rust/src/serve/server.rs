//! The threads of a server: one for all connections, two for computations. Connections cost memory, not
//! threads, and end when they are idle for too long.
use super::exchange::Exchange;
use super::framing::Framing;
use super::{head, http};
use crate::error;
use crate::os::mutex::Mutex;
use crate::os::{files::Listening, thread};
use hyper::body::Bytes;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{Error, ErrorKind, Result};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Sleep, sleep};

pub struct Server {
    pub exchange: Arc<Exchange>,
    pub port: u16,
    listener: Listening,
    stop: oneshot::Sender<()>,
    closed: mpsc::Receiver<()>,
}

impl Server {
    pub fn start(host: &str, port: u16, exchange: Exchange) -> error::Result<Server> {
        let cannot_listen = |problem| {
            error::Error::argument(format!("The server cannot listen on {host}:{port}: {problem}."))
        };
        let listener = listen(host, port).map_err(cannot_listen)?;
        let exchange = Arc::new(exchange);
        let (stop, stopped) = oneshot::channel();
        let (closed_in, closed) = mpsc::channel();
        let server = Server {
            exchange: exchange.clone(),
            port: listener.local_addr().map_err(cannot_listen)?.port(),
            listener: Listening::of(&listener),
            stop,
            closed,
        };
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(2)
            .thread_name("rkeras-serve")
            .build()
            .map_err(cannot_listen)?;
        let started = std::thread::Builder::new().name("rkeras-serve".into()).spawn(move || {
            thread::refuse_signals();
            run(runtime, listener, exchange, stopped, &closed_in);
        });
        started.map(|_| server).map_err(|problem| error::Error::thread(&problem))
    }

    /// The port is free when this returns. Answers on their way have a moment.
    pub fn stop(self) {
        self.exchange.close();
        // Forked processes have the listener, too.
        self.listener.stop();
        let _ = self.stop.send(());
        let _ = self.closed.recv_timeout(Duration::from_secs(2));
    }
}

fn listen(host: &str, port: u16) -> Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    let listener = TcpListener::bind(addresses.as_slice())?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn run(
    runtime: Runtime,
    listener: TcpListener,
    exchange: Arc<Exchange>,
    stopped: oneshot::Receiver<()>,
    closed: &mpsc::Sender<()>,
) {
    const LAST_MOMENT: Duration = Duration::from_secs(1);
    runtime.block_on(async {
        let accepting = tokio::spawn(accept(listener, exchange));
        let _ = stopped.await;
        accepting.abort();
        let _ = accepting.await;
        let _ = closed.send(());
        sleep(LAST_MOMENT).await;
    });
    runtime.shutdown_background();
}

async fn accept(listener: TcpListener, exchange: Arc<Exchange>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let places = Arc::new(Semaphore::new(exchange.limits.connections));
    loop {
        let (stream, client) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The process has no file descriptor left, for example.
            Err(_) => {
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            let _ = stream.try_write(FULL);
            continue;
        };
        let exchange = exchange.clone();
        tokio::spawn(async move {
            connection(stream, client, exchange).await;
            drop(place);
        });
    }
}

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\
                      Connection: close\r\n\r\n";

async fn connection(stream: TcpStream, client: SocketAddr, exchange: Arc<Exchange>) {
    // Answers are written in one piece.
    let _ = stream.set_nodelay(true);
    let patience = exchange.limits.patience;
    let framing = Arc::new(Mutex::new(Framing::default()));
    let (shared, heads) = (exchange.clone(), framing.clone());
    let service =
        service_fn(move |request| http::serve(shared.clone(), heads.lock().next(), client.ip(), request));
    let mut connection = http1::Builder::new()
        .title_case_headers(true)
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(Patient::new(stream, framing, patience), service);
    // Errors are those of the client: it has gone, or sent what is not HTTP, or not all of it.
    if let Err(problem) = (&mut connection).await {
        let parts = connection.into_parts();
        parts.io.end_after(&problem, &parts.read_buf, &exchange).await;
    }
}

thread_local! {
    /// What is read at once, of any connection.
    static PIECE: RefCell<Vec<u8>> = RefCell::new(vec![0; 1 << 18]);
}

/// A connection that ends when the client reads nothing for too long.
struct Patient {
    stream: TokioIo<TcpStream>,
    framing: Arc<Mutex<Framing>>,
    patience: Duration,
    end: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, framing: Arc<Mutex<Framing>>, patience: Duration) -> Self {
        Patient { stream: TokioIo::new(stream), framing, patience, end: None }
    }

    async fn end_after(mut self, problem: &hyper::Error, sent: &Bytes, exchange: &Exchange) {
        // Where an answer is still being written, another one would become a part of it.
        if let (Some(refusal), None) = (head::refusal(problem, sent), &self.end) {
            head::write(refusal, self.stream.inner(), exchange);
        }
        let _ = poll_fn(|context| Pin::new(&mut self.stream).poll_shutdown(context)).await;
        head::discard(self.stream.inner()).await;
    }

    fn written(&mut self, context: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if written.is_ready() {
            self.end = None;
            return written;
        }
        let patience = self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(Error::from(ErrorKind::TimedOut)))
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut into: ReadBufCursor<'_>,
    ) -> Poll<Result<()>> {
        PIECE.with_borrow_mut(|bytes| {
            let size = into.remaining().min(bytes.len());
            let mut piece = ReadBuf::new(bytes.get_mut(..size).unwrap_or_default());
            ready!(Pin::new(self.stream.inner_mut()).poll_read(context, &mut piece))?;
            self.framing.lock().follow(piece.filled());
            into.put_slice(piece.filled());
            Poll::Ready(Ok(()))
        })
    }
}

impl Write for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.written(context, written)
    }
}
