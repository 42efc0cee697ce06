//! Listening, connections, and stopping in good order.

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
use crate::{App, http};

/// Connections that may wait to be accepted: many come back at once after a restart.
const BACKLOG: u32 = 4096;
/// Silence after which the system probes a connection, and how often then.
const PROBE_AFTER: Duration = Duration::from_secs(45);
const PROBE_EVERY: Duration = Duration::from_secs(10);
/// How long open requests may take when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// Why a server could not run.
pub type ServeError = Box<dyn std::error::Error + Send + Sync>;

/// A server that listens, but has not answered anybody yet.
pub struct Server {
    /// Its parts.
    pub app: SharedApp,
    listener: TcpListener,
}

/// Runs a server until it is told to stop by a signal. Blocks; builds its own runtime.
///
/// `announce` is told the address as soon as the server listens there.
pub fn run(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(serve(config, announce));
    runtime.shutdown_timeout(GRACE);
    done
}

/// Runs a server until it is told to stop by a signal.
pub async fn serve(config: Config, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let server = Server::bind(config)?;
    let address = server.address()?;
    tracing::info!(%address, "listening");
    announce(address);
    server.run(stop_signal()).await;
    tracing::info!("stopped");
    Ok(())
}

/// Waits for an interrupt or a request to end.
pub async fn stop_signal() {
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

impl Server {
    /// Opens the store and takes the address. Must be called inside a runtime.
    pub fn bind(config: Config) -> Result<Self, ServeError> {
        let socket = if config.listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(config.listen).map_err(|error| format!("{}: {error}", config.listen))?;
        let listener = socket.listen(BACKLOG)?;
        Ok(Self { app: App::open(config)?, listener })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is ready, then lets open requests end and tells sockets to come back.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { app, listener } = self;
        let router = http::router(Arc::clone(&app));
        let tending = tokio::spawn(Arc::clone(&app).tend());
        let (stopping, stopped) = watch::channel(());
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => admit(&app, &router, stream, peer, &stopped),
                    // Out of file handles, most likely: let some connections end first.
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
            }
        }
        drop(listener);
        app.stop();
        drop(stopped);
        let _ = stopping.send(());
        let _ = tokio::time::timeout(GRACE, stopping.closed()).await;
        tending.abort();
        let _ = tending.await;
        let closing = tokio::task::spawn_blocking(move || app.close());
        let _ = closing.await;
    }
}

/// Takes a connection in, or drops it at once if there are too many.
fn admit(
    app: &SharedApp,
    router: &Router,
    stream: TcpStream,
    peer: SocketAddr,
    stopped: &watch::Receiver<()>,
) {
    // Behind a proxy every connection has the proxy's address: only the total is counted then.
    let address = (app.config.trusted_proxies == 0).then(|| AddressKey::from(peer.ip()));
    if !app.addresses.connect(address) {
        app.metrics.connections_refused.fetch_add(1, Relaxed);
        return;
    }
    let _ = stream.set_nodelay(true);
    // Who vanishes without a word is found out by the system, at no cost to us.
    let probes = TcpKeepalive::new().with_time(PROBE_AFTER).with_interval(PROBE_EVERY);
    let _ = SockRef::from(&stream).set_tcp_keepalive(&probes);
    let (app, router, stopped) = (Arc::clone(app), router.clone(), stopped.clone());
    app.metrics.connections.fetch_add(1, Relaxed);
    tokio::spawn(async move {
        let counted = Arc::new(ConnectionGuard { app: Arc::clone(&app), address });
        let peer = Peer { address: peer.ip(), counted: Some(counted) };
        converse(&app, router, stream, peer, stopped).await;
    });
}

/// GameCounts its connection out, however it ends.
pub(crate) struct ConnectionGuard {
    app: SharedApp,
    address: Option<AddressKey>,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
        self.app.addresses.disconnect(self.address);
    }
}

async fn converse(
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
        .max_buf_size(16 * 1024)
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
