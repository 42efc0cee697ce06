//! Connections to `PostgreSQL`: the URL, TLS, and what is said about failures.

use std::error::Error as _;
use std::fmt;
use std::future::poll_fn;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio::sync::mpsc::UnboundedSender;
use tokio_postgres::config::Host;
use tokio_postgres::error::{DbError, Severity, SqlState};
use tokio_postgres::{AsyncMessage, Client, Config, Notification};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// The longest time to establish a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long sent data may remain unacknowledged before the connection counts as broken.
const USER_TIMEOUT: Duration = Duration::from_secs(10);
/// The silence after which TCP keepalive probes a connection, and the pause between two probes.
const KEEPALIVE: Duration = Duration::from_secs(5);

/// A failure of `PostgreSQL` or of the connection to it.
#[derive(Debug)]
pub(super) enum PgError {
    /// The server refused a statement or a connection: nothing was stored.
    Refused(String),
    /// Statements of others were in the way; the same statement may succeed now. Nothing was stored.
    Again(String),
    /// The connection broke, or its state is unknown. What was sent may have been stored or not.
    Broken(String),
}

impl fmt::Display for PgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) | Self::Again(text) | Self::Broken(text) => f.write_str(text),
        }
    }
}

impl From<PgError> for StoreError {
    fn from(error: PgError) -> Self {
        Self(error.to_string())
    }
}

impl From<tokio_postgres::Error> for PgError {
    fn from(error: tokio_postgres::Error) -> Self {
        let text = chain(&error);
        match error.as_db_error() {
            Some(refused) if is_again(refused.code()) => Self::Again(text),
            // Class 57 ends connections: what they were doing is unknown.
            Some(refused) if !refused.code().code().starts_with("57P") => Self::Refused(text),
            _ => Self::Broken(text),
        }
    }
}

fn is_again(code: &SqlState) -> bool {
    *code == SqlState::T_R_DEADLOCK_DETECTED || *code == SqlState::T_R_SERIALIZATION_FAILURE
}

/// An error with its causes.
fn chain(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = match inner.downcast_ref::<DbError>() {
            Some(refused) => refused.message().to_owned(),
            None => format!("{text}: {inner}"),
        };
        cause = inner.source();
    }
    text
}

/// A database and how to connect to it. `Debug` shows no password.
#[derive(Clone)]
pub(super) struct Target {
    config: Config,
    tls: MakeRustlsConnect,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// How the server's certificate is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    Nothing,
    /// The chain and the host name.
    Full,
}

impl Target {
    /// Parses a URL: that of `PostgreSQL`'s own clients, with `sslmode=disable|prefer|require|verify-full` and
    /// `sslrootcert=FILE`.
    pub(super) fn parse(url: &str) -> Result<Self, StoreError> {
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let mut check = Check::Nothing;
        let mut roots = None;
        let mut rest: Vec<String> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", "verify-full")) => {
                    check = Check::Full;
                    rest.push("sslmode=require".to_owned());
                }
                Some(("sslmode", "disable" | "prefer" | "require")) => rest.push(pair.to_owned()),
                Some(("sslmode", other)) => {
                    return Err(StoreError(format!(
                        "sslmode={other} is not supported; write disable, prefer, require or verify-full"
                    )));
                }
                Some(("sslrootcert", file)) => roots = Some(file.to_owned()),
                _ => rest.push(pair.to_owned()),
            }
        }
        let plain = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
        let wrong = |error: tokio_postgres::Error| {
            StoreError(format!("{}; write postgres://USER:PASSWORD@HOST:PORT/DATABASE", chain(&error)))
        };
        let mut config = Config::from_str(&plain).map_err(wrong)?;
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        config.tcp_user_timeout(USER_TIMEOUT).keepalives_idle(KEEPALIVE).keepalives_interval(KEEPALIVE);
        config.keepalives_retries(2);
        if config.get_application_name().is_none() {
            config.application_name("agon");
        }
        let tls = MakeRustlsConnect::new(tls_config(check, roots.as_deref())?);
        Ok(Self { config, tls })
    }

    /// Host, port and database, for messages.
    pub(super) fn name(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(host)) => host.clone(),
            #[cfg(unix)]
            Some(Host::Unix(path)) => path.display().to_string(),
            _ => "localhost".to_owned(),
        };
        let port = self.config.get_ports().first().copied().unwrap_or(5432);
        format!("PostgreSQL at {host}:{port}, database {}", self.database())
    }

    fn database(&self) -> &str {
        self.config.get_dbname().or(self.config.get_user()).unwrap_or("postgres")
    }

    /// What is wrong, and what an operator can do about it.
    fn explain(&self, error: &tokio_postgres::Error) -> PgError {
        let user = self.config.get_user().unwrap_or_default();
        let place = self.name();
        match error.code() {
            Some(code) if *code == SqlState::INVALID_PASSWORD => {
                PgError::Refused(format!("{place}: the password of {user} was refused"))
            }
            Some(code) if *code == SqlState::INVALID_CATALOG_NAME => {
                let database = self.database();
                PgError::Refused(format!("{place}: there is no such database; make it with: createdb {database}"))
            }
            Some(code) if code.code().starts_with("28") => PgError::Refused(format!("{place}: {}", chain(error))),
            Some(_) => PgError::Broken(format!("{place}: {}", chain(error))),
            None if self.config.get_password().is_none() && chain(error).contains("password") => {
                PgError::Refused(format!("{place}: a password is needed; write postgres://{user}:PASSWORD@..."))
            }
            None => PgError::Broken(format!("{place} cannot be reached: {}", chain(error))),
        }
    }
}

/// A connection, driven by a task of its own.
pub(super) struct Link {
    pub(super) client: Client,
    warnings: Arc<AtomicU64>,
}

impl Link {
    /// Connects. Notifications go to `notified`.
    pub(super) async fn open(
        target: &Target,
        notified: Option<UnboundedSender<Notification>>,
    ) -> Result<Self, PgError> {
        let connected = target.config.connect(target.tls.clone()).await;
        let (client, mut connection) = connected.map_err(|error| target.explain(&error))?;
        let warnings = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&warnings);
        tokio::spawn(async move {
            loop {
                match poll_fn(|context| connection.poll_message(context)).await {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        if let Some(notified) = &notified {
                            // The receiver may be gone when the server stops.
                            let _ = notified.send(notification);
                        }
                    }
                    Some(Ok(AsyncMessage::Notice(notice))) if notice.parsed_severity() == Some(Severity::Warning) => {
                        tracing::warn!(warning = notice.message(), "a warning of PostgreSQL");
                        counter.fetch_add(1, Relaxed);
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => break,
                }
            }
        });
        // An operator's default for all sessions may not weaken durability.
        client
            .batch_execute(
                "SELECT set_config('synchronous_commit', 'on', false)
                     WHERE current_setting('synchronous_commit') IN ('off', 'local')",
            )
            .await?;
        Ok(Self { client, warnings })
    }

    /// How many warnings the server has sent. One during a commit may say that a synchronous replica does not have it.
    pub(super) fn warnings(&self) -> u64 {
        self.warnings.load(Relaxed)
    }
}

fn tls_config(check: Check, roots: Option<&str>) -> Result<ClientConfig, StoreError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError(error.to_string()))?;
    if check == Check::Nothing {
        let verifier = Arc::new(AnyCertificate(provider));
        return Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth());
    }
    let mut trusted = RootCertStore::empty();
    match roots {
        None => {
            trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Some(file) => {
            let failed = |error: &dyn fmt::Display| StoreError(format!("sslrootcert={file}: {error}"));
            let certificates = CertificateDer::pem_file_iter(file).map_err(|error| failed(&error))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| failed(&error))?;
                trusted.add(certificate).map_err(|error| failed(&error))?;
            }
        }
    }
    Ok(builder.with_root_certificates(trusted).with_no_client_auth())
}

/// `sslmode=require` encrypts and accepts any certificate, as with `PostgreSQL`'s own clients.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, dss, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
