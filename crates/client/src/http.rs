//! Requests over HTTP.

use agon_core::Fault;
use agon_wire::ErrorBody;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::http::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;

use crate::stream::{self, REQUEST_TIMEOUT};
use crate::{ClientError, ServerAddress, faults};

/// The longest answer that is read.
const MAX_ANSWER_LEN: usize = 4 << 20;

/// A request to a server.
pub(crate) struct ApiRequest<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    /// JSON; empty for none.
    pub(crate) body: String,
}

impl<'a> ApiRequest<'a> {
    pub(crate) fn get(path: &'a str) -> Self {
        Self { method: Method::GET, path, body: String::new() }
    }

    pub(crate) fn post(path: &'a str, body: String) -> Self {
        Self { method: Method::POST, path, body }
    }

    /// Sends the request and reads the answer as JSON.
    pub(crate) async fn json<T: DeserializeOwned>(self, server: &ServerAddress) -> Result<T, ClientError> {
        let text = self.text(server).await?;
        serde_json::from_str(&text).map_err(|_| not_agon(server).into())
    }

    /// Sends the request and reads the answer as text.
    pub(crate) async fn text(self, server: &ServerAddress) -> Result<String, ClientError> {
        let answer = tokio::time::timeout(REQUEST_TIMEOUT, self.send(server)).await;
        let (is_success, body) = answer.unwrap_or_else(|_| Err(stream::silent(server)))?;
        let text = String::from_utf8(body.into()).map_err(|_| not_agon(server))?;
        if is_success {
            return Ok(text);
        }
        // Whatever is no server of ours answers in another form.
        let refused: ErrorBody = serde_json::from_str(&text).map_err(|_| not_agon(server))?;
        Err(ClientError::Refused(refused.error))
    }

    async fn send(self, server: &ServerAddress) -> Result<(bool, Bytes), Fault> {
        let request = Request::builder()
            .method(self.method)
            .uri(self.path)
            .header(header::HOST, server.authority())
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::<Bytes>::from(self.body))
            .map_err(|_| not_agon(server))?;
        let stream = TokioIo::new(stream::open(server).await?);
        let (mut sender, connection) = http1::handshake(stream).await.map_err(|_| not_agon(server))?;
        // Moves the bytes until the sender is dropped; errors arrive at the exchange.
        tokio::spawn(connection);
        let answer = sender.send_request(request).await.map_err(|_| not_agon(server))?;
        let is_success = answer.status().is_success();
        let body = Limited::new(answer.into_body(), MAX_ANSWER_LEN).collect().await;
        Ok((is_success, body.map_err(|_| not_agon(server))?.to_bytes()))
    }
}

fn not_agon(server: &ServerAddress) -> Fault {
    faults::NOT_AGON.with("server", server)
}
