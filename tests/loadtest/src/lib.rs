//! Load and crash tests of the server: a lean client, and the game it plays.

use std::net::{Ipv4Addr, SocketAddr};

use agon_wire::{ClientMessage, CreateRequest, Created, SeatRequest, Takebacks, to_json};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Any error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Asks for a new game over a new connection.
async fn post_game(address: SocketAddr, request: &CreateRequest) -> Result<Created, BoxError> {
    let mut stream = TcpStream::connect(address).await?;
    let body = to_json(request);
    let head = format!(
        "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    let (head, body) = response.split_once("\r\n\r\n").ok_or("no response")?;
    if !head.starts_with("HTTP/1.1 20") {
        return Err(format!("no game: {head}").into());
    }
    Ok(serde_json::from_str(body)?)
}

/// Creates a game with both seats taken. Returns its id and both tokens.
pub async fn create(address: SocketAddr, spec: &str) -> Result<(String, [String; 2]), BoxError> {
    let seats = [(); 2].map(|()| SeatRequest::Human { name: String::new() });
    let request =
        CreateRequest { takebacks: Some(Takebacks::None), ..CreateRequest::new(spec.to_owned(), None, None, seats) };
    let created = post_game(address, &request).await?;
    let token = |seat| created.tokens.get(seat).cloned().ok_or("no token");
    Ok((created.id.clone(), [token("p1")?, token("p2")?]))
}

/// A socket of a game.
#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a socket from one of several local addresses, since one address has too few ports.
    pub async fn open(server: SocketAddr, game: &str, from: u8) -> Result<Self, BoxError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 1 + from), 0)))?;
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{server}/api/games/{game}/live").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{server}").parse()?);
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self(socket))
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), BoxError> {
        Ok(self.0.send(Message::text(to_json(message))).await?)
    }

    /// Greets and returns the state as text, since parsing it is not the server's work.
    pub async fn hello(&mut self, token: &str, view: bool) -> Result<String, BoxError> {
        self.send(&ClientMessage::Hello { tokens: vec![token.to_owned()], seq: None, view }).await?;
        self.until(|text| text.starts_with("{\"t\":\"state\"")).await
    }

    /// Sends a turn.
    pub async fn play(&mut self, id: &str, ply: usize, turn: &str) -> Result<(), BoxError> {
        let (id, notation) = (id.to_owned(), turn.to_owned());
        self.send(&ClientMessage::Turn { id, ply, seq: None, notation, seat: None }).await
    }

    /// The next text message.
    pub async fn receive(&mut self) -> Result<String, BoxError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(_))) | None => return Err("closed".into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Receives until a message satisfies the condition.
    pub async fn until(&mut self, is: impl Fn(&str) -> bool) -> Result<String, BoxError> {
        loop {
            let text = self.receive().await?;
            if is(&text) {
                return Ok(text);
            }
        }
    }
}

/// The turns of one whole game.
pub fn turns() -> Vec<String> {
    let mut table = agon_games::open(SPEC).expect("a game");
    let mut rng = agon_core::Rng::new(5);
    while table.outcome().is_none() {
        let legal = table.legal();
        let turn = rng.choose(&legal).expect("a legal turn").clone();
        table.play(&turn).expect("legal");
    }
    table.plies().to_vec()
}

/// The game to play: long, and without rolls, so that each ply is a turn.
pub const SPEC: &str = "domineering:rows=16,cols=16";
