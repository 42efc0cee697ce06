//! Listening, accepting connections, and stopping gracefully.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;

use crate::app::SharedApp;
use crate::config::Config;
use crate::http::guard::Peer;
use crate::http::limits::AddressKey;
use crate::store::Store;
use crate::{App, http};

/// The most connections waiting to be accepted. Large, since all clients reconnect after a restart.
const LISTEN_BACKLOG: u32 = 4096;
/// The silence after which TCP keepalive probes a connection.
const KEEPALIVE_TIME: Duration = Duration::from_secs(45);
/// The pause between two keepalive probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// How long open requests may take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause after a connection could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// The longest header of a request.
const MAX_BUFFER_LEN: usize = 16 * 1024;

/// Why a server cannot run.
pub type ServeError = Box<dyn std::error::Error + Send + Sync>;

/// A server that listens but does not accept connections yet.
pub struct Server {
    /// The application state.
    pub app: SharedApp,
    listener: TcpListener,
}

/// Runs a server until a signal stops it. Blocks, on a runtime it builds.
///
/// `announce` is called with the address as soon as the server listens.
pub fn run(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(serve(config, announce));
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    done
}

/// Runs a server until a signal stops it.
async fn serve(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let server = Server::bind(config)?;
    let address = server.address()?;
    tracing::info!(%address, "listening");
    announce(address);
    server.run(stop_signal()).await;
    tracing::info!("stopped");
    Ok(())
}

/// Waits for an interrupt or a termination signal.
pub(crate) async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address).map_err(|error| format!("{address}: {error}"))?;
    Ok(socket.listen(LISTEN_BACKLOG)?)
}

impl Server {
    /// Opens the store and binds the address. Must be called inside an async runtime.
    pub fn bind(config: Config) -> Result<Self, ServeError> {
        let listener = listen(config.listen)?;
        Ok(Self { app: App::open(config)?, listener })
    }

    /// Binds the address for a store that is open. Must be called inside an async runtime.
    pub fn with_store(config: Config, store: Arc<dyn Store>) -> Result<Self, ServeError> {
        let listener = listen(config.listen)?;
        Ok(Self { app: App::with_store(config, store)?, listener })
    }

    /// The address it listens on.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is ready, then lets open requests finish and asks clients to reconnect.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { app, listener } = self;
        let router = http::router(Arc::clone(&app));
        let background = tokio::spawn(Arc::clone(&app).run_background());
        let (stopping, stopped) = watch::channel(());
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => accept(&app, &router, stream, peer, &stopped),
                    // Most likely out of file descriptors, so wait for connections to end.
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                    }
                },
            }
        }
        drop(listener);
        app.stop();
        drop(stopped);
        let _ = stopping.send(());
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, stopping.closed()).await;
        background.abort();
        let _ = background.await;
        if let Some(cluster) = &app.cluster
            && !matches!(tokio::time::timeout(SHUTDOWN_TIMEOUT, cluster.leave()).await, Ok(Ok(())))
        {
            tracing::warn!("the other servers notice only later that this one has stopped");
        }
        let closing = tokio::task::spawn_blocking(move || app.close());
        let _ = closing.await;
    }
}

/// Serves a connection, or drops it if there are too many.
fn accept(app: &SharedApp, router: &Router, stream: TcpStream, peer: SocketAddr, stopped: &watch::Receiver<()>) {
    // Behind a proxy every connection has the proxy's address, so only the total is limited.
    let address = (app.config.trusted_proxies == 0).then(|| AddressKey::from(peer.ip()));
    if !app.address_limits.connect(address) {
        app.metrics.connections_refused.fetch_add(1, Relaxed);
        return;
    }
    let _ = stream.set_nodelay(true);
    // The system detects clients that vanish, at no cost to the server.
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_TIME).with_interval(KEEPALIVE_INTERVAL);
    let _ = SockRef::from(&stream).set_tcp_keepalive(&keepalive);
    let (app, router, stopped) = (Arc::clone(app), router.clone(), stopped.clone());
    app.metrics.connections.fetch_add(1, Relaxed);
    tokio::spawn(async move {
        let guard = Arc::new(ConnectionGuard { app: Arc::clone(&app), address });
        let peer = Peer { address: peer.ip(), guard: Some(guard) };
        serve_connection(&app, router, stream, peer, stopped).await;
    });
}

/// Counts a connection as closed when dropped.
pub(crate) struct ConnectionGuard {
    app: SharedApp,
    address: Option<AddressKey>,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
        self.app.address_limits.disconnect(self.address);
    }
}

async fn serve_connection(
    app: &SharedApp,
    router: Router,
    stream: TcpStream,
    peer: Peer,
    mut stopped: watch::Receiver<()>,
) {
    let service = router.map_request(move |mut request: Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer.clone());
        request.map(Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.header_time)
        .max_buf_size(MAX_BUFFER_LEN)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
