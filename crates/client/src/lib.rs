//! Games on a server, for programs that are no browser: the terminal, and players without a screen.
//!
//! A [`Client`] speaks with one server. It creates games, joins them and opens a [`GameClient`] for each, which
//! follows the game: the server's state, a table with the same plies, and the commands of a player. A connection that
//! is lost is opened again, and no command is lost or executed twice.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use agon_client::{Client, GameLink, SeatStore};
//!
//! let link = GameLink::parse("http://192.168.1.5:8080/g/k3J0s1pZQm2b7cXw9uYt_A")?;
//! let client = Client::new(link.server.clone(), SeatStore::none())?;
//! let (mut game, _) = client.enter(&link, "Ada")?;
//! while !game.is_over() {
//!     if game.is_my_turn() {
//!         let turn = game.table().legal().swap_remove(0);
//!         game.play(&turn)?;
//!     }
//!     game.poll(Duration::from_secs(1));
//! }
//! # Ok::<(), agon_client::ClientError>(())
//! ```
//!
//! In reading order:
//! - `address`: addresses of servers and links to games;
//! - `client`, `http`, `background`: requests to a server, and the thread they run on;
//! - `game`: a game that is followed; `dice`: its dice;
//! - `connection`: the socket that reconnects; `stream`: TCP and TLS;
//! - `seats`: seats kept between runs of the program;
//! - `faults`, `error`: what can go wrong; `random`: random bytes.

mod address;
mod background;
mod client;
mod connection;
mod dice;
mod error;
pub mod faults;
mod game;
mod http;
mod random;
mod seats;
mod stream;

pub use address::{GameLink, ServerAddress};
pub use client::{Arrival, Client};
pub use dice::DiceVerdict;
pub use error::ClientError;
pub use faults::FAULTS;
pub use game::{GameClient, GameNews, LinkState, Touch};
pub use seats::{Seat, SeatStore};
