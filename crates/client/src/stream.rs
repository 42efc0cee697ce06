//! Connections to a server: TCP, and TLS where the address asks for it.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use agon_core::Fault;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::{ServerAddress, faults};

/// The longest time to open a connection, and for a request on it.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection, with or without TLS.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Opens a connection.
pub(crate) async fn open(address: &ServerAddress) -> Result<Box<dyn Stream>, Fault> {
    let opened = tokio::time::timeout(REQUEST_TIMEOUT, open_untimed(address)).await;
    opened.unwrap_or_else(|_| Err(silent(address)))
}

/// The fault of a server that does not answer in time.
pub(crate) fn silent(address: &ServerAddress) -> Fault {
    faults::NO_SERVER.with("server", address).with("reason", "no answer")
}

async fn open_untimed(address: &ServerAddress) -> Result<Box<dyn Stream>, Fault> {
    let unreachable = |reason: &str| faults::NO_SERVER.with("server", address).with("reason", reason);
    let found = tokio::net::lookup_host((address.host(), address.port())).await;
    let found: Vec<_> = found.map_err(|_| unreachable("unknown host"))?.collect();
    let stream = TcpStream::connect(&*found).await.map_err(|error| match error.kind() {
        io::ErrorKind::ConnectionRefused => unreachable("connection refused"),
        io::ErrorKind::TimedOut => silent(address),
        _ => unreachable(&error.to_string()),
    })?;
    let _ = stream.set_nodelay(true);
    if !address.is_secure {
        return Ok(Box::new(stream));
    }
    let no_tls = |reason: &dyn std::fmt::Display| faults::NO_TLS.with("server", address).with("reason", reason);
    let name = ServerName::try_from(address.host().to_owned()).map_err(|error| no_tls(&error))?;
    let connector = TlsConnector::from(tls_config().map_err(|error| no_tls(&error))?);
    Ok(Box::new(connector.connect(name, stream).await.map_err(|error| no_tls(&error))?))
}

/// The versions and ciphers that rustls considers safe, and the certificates that this system trusts.
fn tls_config() -> Result<Arc<ClientConfig>, rustls::Error> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(Arc::clone(config));
    }
    let mut roots = RootCertStore::empty();
    // Certificates that cannot be read are not trusted; without any, the handshake says that the issuer is unknown.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::clone(CONFIG.get_or_init(|| Arc::new(config))))
}
