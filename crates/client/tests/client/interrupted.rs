//! Lost connections, servers that restart, programs that end: nothing is lost and nothing is played twice.

use agon_client::{Arrival, GameClient, GameNews, LinkState, SeatStore};
use agon_core::{Player, Rng};
use agon_server::BackgroundServer;

use crate::common::{Network, by_invitation, client, on_disk, play_on, play_to_the_end, server, through, until};

/// Ada is near the server, Bo behind a network that can be cut.
fn far_apart(server: &BackgroundServer, network: &Network, spec: &str) -> [GameClient; 2] {
    let ada = client(server.address(), SeatStore::none()).create(&by_invitation(spec)).expect("created");
    let link = through(network, &ada.invitation());
    let (bo, arrival) = client(network.address, SeatStore::none()).enter(&link, "Bo").expect("entered");
    assert_eq!(arrival, Arrival::Joined);
    let mut both = [ada, bo];
    until(&mut both, "both are there", |[ada, _]| ada.is_my_turn());
    both
}

#[test]
fn a_turn_without_a_connection_is_played_when_it_is_back() {
    let server = server();
    let network = Network::to(server.address());
    let mut games = far_apart(&server, &network, "quoridor");
    games[0].play("e2").expect("legal");
    until(&mut games, "Bo's turn", |[_, bo]| bo.is_my_turn());
    network.cut();
    until(&mut games, "the loss", |[_, bo]| bo.link_state() == LinkState::Lost);
    games[1].play("e8").expect("legal");
    assert_eq!((games[1].is_my_turn(), games[1].sent_turn()), (false, Some("e8")));
    network.mend(server.address());
    let news = until(&mut games, "the turn", |[ada, bo]| ada.is_my_turn() && bo.sent_turn().is_none());
    assert!(news.contains(&GameNews::Link(LinkState::Up)), "{news:?}");
    for game in &games {
        assert_eq!(game.table().plies(), ["e2", "e8"]);
    }
}

#[test]
fn what_happened_meanwhile_is_told_once() {
    let server = server();
    let network = Network::to(server.address());
    let mut games = far_apart(&server, &network, "quoridor");
    network.cut();
    until(&mut games, "the loss", |[_, bo]| bo.link_state() == LinkState::Lost);
    games[0].play("e2").expect("legal");
    games[0].draw();
    until(&mut games, "the offer", |[ada, _]| ada.offers().draw.is_some());
    network.mend(server.address());
    let news = until(&mut games, "all of it", |[_, bo]| bo.offers().draw == Some(Player::P1));
    let events = news.iter().filter(|one| matches!(one, GameNews::Event(_))).count();
    assert_eq!(events, 2, "{news:?}");
}

#[test]
fn a_server_that_restarts_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = BackgroundServer::start(on_disk(folder.path(), ([127, 0, 0, 1], 0).into())).expect("a server");
    let network = Network::to(server.address());
    let mut games = far_apart(&server, &Network::to(network.address), "plakoto");
    let mut rng = Rng::new(8);
    for _ in 0..3 {
        play_on(&mut games, &mut rng);
        let address = server.address();
        drop(server);
        // One that is to move does so while there is no server.
        if let Some(mover) = games.iter().position(GameClient::is_my_turn) {
            let turn = games[mover].table().legal().swap_remove(0);
            games[mover].play(&turn).expect("legal");
        }
        until(&mut games, "the loss", |games| games.iter().all(|game| game.link_state() == LinkState::Lost));
        server = BackgroundServer::start(on_disk(folder.path(), address)).expect("the same server");
        until(&mut games, "the connections", |games| {
            games.iter().all(|game| game.link_state() == LinkState::Up && game.sent_turn().is_none())
        });
    }
    play_to_the_end(&mut games, &mut rng);
    let [ada, bo] = games;
    assert_eq!(ada.table().plies(), bo.table().plies());
    assert!(ada.verify_dice().is_some_and(|verdict| verdict.is_right()));
}

#[test]
fn a_later_run_returns_to_its_seat_and_another_run_takes_the_free_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SeatStore::new(folder.path());
    let server = server();
    // Two programs of one person: each has its own seat.
    let ada = client(server.address(), store.clone()).create(&by_invitation("quoridor")).expect("created");
    let link = ada.invitation();
    let (bo, arrival) = client(server.address(), store.clone()).enter(&link, "Bo").expect("entered");
    assert_eq!((arrival, ada.seat(), bo.seat()), (Arrival::Joined, Some(Player::P1), Some(Player::P2)));
    drop(ada);
    let (mut again, arrival) = client(server.address(), store.clone()).enter(&link, "Ada").expect("entered");
    assert_eq!((arrival, again.seat()), (Arrival::Resumed, Some(Player::P1)));
    again.play("e2").expect("legal");
    let mut games = [again, bo];
    until(&mut games, "the turn", |[_, bo]| bo.is_my_turn());
    // A third program finds both seats in use.
    let (eve, arrival) = client(server.address(), store).enter(&link, "Eve").expect("entered");
    assert_eq!((arrival, eve.seat()), (Arrival::Full, None));
}

#[test]
fn a_kept_seat_of_a_server_that_forgot_it_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SeatStore::new(folder.path());
    let first = server();
    let ada = client(first.address(), store.clone()).create(&by_invitation("quoridor")).expect("created");
    let (link, address) = (ada.invitation(), first.address());
    drop(ada);
    drop(first);
    let second = BackgroundServer::start(agon_server::Config { listen: address, ..crate::common::config() });
    let second = second.expect("another server at the same address");
    let error = client(second.address(), store).enter(&link, "Ada").err().expect("no such game");
    assert_eq!(error.code(), agon_client::faults::NO_SUCH_GAME.code);
}
