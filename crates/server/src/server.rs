//! The socket: connections, their limits, and a clean end.

use crate::app::{App, router};
use crate::config::{Config, ConfigError};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::store::{FileStore, SystemEntropy};
use axum::Router;
use facedown_service::tables::StoreError;
use facedown_service::{MemoryStore, Service, Store};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// The time that connections have to end after the last work.
const GRACE: Duration = Duration::from_secs(5);

/// Why a server cannot run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// The configuration is refused.
    Config(ConfigError),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The file of tables cannot be opened.
    Store(StoreError),
    /// Threads or the runtime cannot be started.
    Start(io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Listen(address, error) => write!(f, "{address}: {error}"),
            Self::Store(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServerError {}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    router: Router,
    listener: TcpListener,
    runtime: tokio::runtime::Runtime,
}

impl Server {
    /// Opens the store and listens.
    pub fn bind(config: Config) -> Result<Self, ServerError> {
        config.check().map_err(ServerError::Config)?;
        let store: Arc<dyn Store> = match &config.data {
            Some(path) => Arc::new(FileStore::open(path).map_err(ServerError::Store)?),
            None => Arc::new(MemoryStore::default()),
        };
        let service = Arc::new(Service::new(config.limits, store, Arc::new(SystemEntropy)));
        let metrics = Arc::new(Metrics::default());
        let pool =
            Pool::new(Arc::clone(&service), Arc::clone(&metrics), config.workers(), config.queue());
        let pool = pool.map_err(ServerError::Start)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(ServerError::Start)?;
        let address = config.listen;
        let listener = runtime.block_on(TcpListener::bind(address));
        let listener = listener.map_err(|error| ServerError::Listen(address, error))?;
        let app = Arc::new(App { config, service, metrics, pool });
        let router = router(&app);
        Ok(Self { app, router, listener, runtime })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process is asked to end; then finishes what is in work.
    pub fn run(self) -> io::Result<()> {
        self.run_until(signal())
    }

    /// Serves until a future is ready; then finishes what is in work.
    pub fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let Self { app, router, listener, runtime } = self;
        runtime.block_on(async {
            let graceful = GracefulShutdown::new();
            tokio::pin!(end);
            loop {
                tokio::select! {
                    biased;
                    () = &mut end => break,
                    accepted = listener.accept() => match accepted {
                        Ok((stream, _)) => accept(&app, &router, &graceful, stream),
                        // Too many open files, a client that has gone: the next may be better.
                        Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                    },
                }
            }
            drop(listener);
            let closing = Arc::clone(&app);
            let closed = tokio::task::spawn_blocking(move || closing.pool.close());
            let _ = tokio::time::timeout(GRACE, async {
                let _ = closed.await;
                graceful.shutdown().await;
            })
            .await;
        });
        runtime.shutdown_timeout(GRACE);
        Ok(())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address().ok()).finish_non_exhaustive()
    }
}

/// Serves a connection, if there is room.
fn accept(app: &Arc<App>, router: &Router, graceful: &GracefulShutdown, stream: TcpStream) {
    let open = app.metrics.connections.fetch_add(1, Ordering::Relaxed);
    let counted = Connection(Arc::clone(app));
    if open >= app.config.connections as u64 {
        return;
    }
    // Answers are whole: there is nothing to collect before sending.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.clone());
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.read_timeout)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks off concerns its client alone.
        let _ = connection.await;
        drop(counted);
    });
}

/// An open connection, counted until it is dropped.
struct Connection(Arc<App>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until the process is asked to end.
async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
