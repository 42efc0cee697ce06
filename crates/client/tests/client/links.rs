//! Every reason why a link leads nowhere has its own message.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use agon_client::{Arrival, Client, ClientError, GameLink, SeatStore, ServerAddress, faults};
use agon_wire::{CreateRequest, SeatRequest};

use crate::common::{by_invitation, client, server, two_players};

fn enter(link: &str) -> Result<Arrival, ClientError> {
    let link = GameLink::parse(link)?;
    let client = Client::new(link.server.clone(), SeatStore::none())?;
    client.enter(&link, "Bo").map(|(_, arrival)| arrival)
}

fn code(link: &str) -> String {
    enter(link).expect_err(link).code().to_owned()
}

#[test]
fn no_server_no_game_and_no_server_of_ours_are_told_apart() {
    let server = server();
    let here = server.address();
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let id = "k3J0s1pZQm2b7cXw9uYt_A";
    assert_eq!(code(&format!("http://{free}/g/{id}")), faults::NO_SERVER.code);
    assert_eq!(code(&format!("http://no-such-host.invalid/g/{id}")), faults::NO_SERVER.code);
    assert_eq!(code(&format!("http://{here}/g/{id}")), faults::NO_SUCH_GAME.code);
    assert_eq!(code(&format!("http://{here}/g/short")), faults::NO_SUCH_GAME.code);
    assert_eq!(code(&format!("https://{here}/g/{id}")), faults::NO_TLS.code);
    assert_eq!(code(&format!("http://{here}/lobby")), faults::GAME_LINK.code);
    let other = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = other.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in other.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 5\r\n\r\nnope\n");
        }
    });
    assert_eq!(code(&format!("http://{address}/g/{id}")), faults::NOT_AGON.code);
}

#[test]
fn a_reason_is_named() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let refused = enter(&format!("http://{free}/g/ID")).expect_err("nobody");
    assert_eq!(refused.to_string(), format!("http://{free} cannot be reached: connection refused"));
}

#[test]
fn an_invitation_needs_its_key_and_a_full_game_is_watched() {
    let server = server();
    let ada = client(server.address(), SeatStore::none()).create(&by_invitation("quoridor")).expect("created");
    let link = ada.invitation();
    let bare = GameLink { key: None, ..link.clone() };
    assert_eq!(enter(&bare.to_string()), Ok(Arrival::NotInvited));
    let wrong = GameLink { key: Some("A".repeat(22)), ..link.clone() };
    assert_eq!(code(&wrong.to_string()), "bad-invitation");
    let bo = client(server.address(), SeatStore::none()).enter(&link, "Bo").expect("entered");
    assert_eq!(bo.1, Arrival::Joined);
    assert_eq!(enter(&link.to_string()), Ok(Arrival::Full));
}

#[test]
fn the_lobby_lists_open_and_running_games() {
    let server = server();
    let client = client(server.address(), SeatStore::none());
    let seats = [SeatRequest::Human { name: "Ada".to_owned() }, SeatRequest::Open {}];
    let request = CreateRequest { public: true, ..CreateRequest::new("plakoto".to_owned(), None, None, seats) };
    let waiting = client.create(&request).expect("created");
    let _running = two_players(&server, &CreateRequest { public: true, ..by_invitation("quoridor") });
    let lobby = client.lobby().expect("a lobby");
    assert_eq!(lobby.seeks.iter().map(|seek| &seek.id).collect::<Vec<_>>(), [&waiting.invitation().id]);
    assert_eq!(lobby.live.iter().map(|game| game.spec.as_str()).collect::<Vec<_>>(), ["quoridor"]);
    let id = lobby.seeks[0].id.clone();
    assert_eq!(enter(&format!("http://{}/g/{id}", server.address())), Ok(Arrival::Joined));
}

#[test]
fn what_the_server_refuses_has_the_servers_code() {
    let server = server();
    let client = client(server.address(), SeatStore::none());
    let error = client.create(&by_invitation("chess")).err().expect("no such game");
    assert!(matches!(error, ClientError::Refused(_)), "{error:?}");
    assert_eq!(error.code(), "unknown-game");
    assert!(ServerAddress::parse("http://").is_err());
}
