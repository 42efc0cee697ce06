//! Whole games, offers, chat, unfinished turns, rematches.

use std::time::Duration;

use agon_client::{Arrival, Client, GameClient, GameNews, SeatStore};
use agon_core::{Player, Rng};
use agon_server::BackgroundServer;
use agon_wire::{ClaimResult, EndReason, EventKind, GameEvent, Offer, SeatRequest};

use crate::common::{by_invitation, client, play_on, play_to_the_end, server, two_players, until};

/// Short games of every rule set.
const SPECS: [&str; 10] = [
    "quoridor:size=5,walls=3",
    "blockade:rows=5,cols=6,walls=2,starts=22-42-25-45",
    "domineering:rows=4,cols=4",
    "portes",
    "plakoto",
    "fevga",
    "backgammon",
    "gulbara",
    "narde",
    "tavli:points=1",
];

fn has_event(news: &[GameNews], kind: EventKind) -> bool {
    news.iter().any(|one| matches!(one, GameNews::Event(GameEvent::Other(event)) if event.kind == kind))
}

#[test]
fn two_clients_play_every_rule_set_to_its_end() {
    let server = server();
    let mut rng = Rng::new(1);
    for spec in SPECS {
        let mut games = two_players(&server, &by_invitation(spec));
        play_to_the_end(&mut games, &mut rng);
        let [ada, bo] = &games;
        assert_eq!(ada.table().plies(), bo.table().plies(), "{spec}");
        let result = ada.state().rest.result.expect("a result");
        assert_eq!(result.winner, ada.table().outcome().expect("over").winner(), "{spec}");
        let has_dice = ada.table().info().has_dice;
        assert_eq!(ada.verify_dice().map(|verdict| verdict.is_right()), has_dice.then_some(true), "{spec}");
    }
}

#[test]
fn a_game_from_a_position_is_followed() {
    let server = server();
    let request =
        agon_wire::CreateRequest { position: Some("/ / e5 e6 / 0 0 / 1".to_owned()), ..by_invitation("quoridor") };
    let games = two_players(&server, &request);
    assert!(games[1].table().is_from_position());
    assert_eq!(games[1].table().position(), games[0].state().position);
}

#[test]
fn a_spectator_follows_and_commands_nothing() {
    let server = server();
    let games = two_players(&server, &by_invitation("domineering:rows=4,cols=4"));
    let eve = client(server.address(), SeatStore::none());
    let (eve, arrival) = eve.enter(&games[0].invitation(), "Eve").expect("entered");
    assert_eq!((arrival, eve.seat(), eve.is_my_turn()), (Arrival::Full, None, false));
    let mut all = { games.into_iter().chain([eve]).collect::<Vec<_>>().try_into().ok().expect("three") };
    let before = |games: &[GameClient; 3]| games.iter().map(|game| game.table().plies().len()).collect::<Vec<_>>();
    let ada = |games: &mut [GameClient; 3]| {
        let turn = games[0].table().legal().swap_remove(0);
        games[0].play(&turn).expect("legal");
    };
    ada(&mut all);
    until(&mut all, "everybody sees the turn", |games| before(games) == [1, 1, 1]);
    all[2].resign();
    let news =
        until(&mut all, "it is refused", |games| games[2].state().presence.watchers == 1 && before(games)[0] == 1);
    drop(news);
    assert!(!all[2].settle(Duration::ZERO) || !all[0].is_over());
}

#[test]
fn offers_are_made_declined_and_accepted() {
    let server = server();
    let mut games = two_players(&server, &by_invitation("quoridor"));
    games[0].draw();
    until(&mut games, "the offer", |games| games.iter().all(|game| game.offers().draw == Some(Player::P1)));
    games[1].decline(Offer::Draw);
    let news = until(&mut games, "no offer", |games| games.iter().all(|game| game.offers().draw.is_none()));
    assert!(has_event(&news, EventKind::DrawDeclined), "{news:?}");
    games[0].play("e2").expect("legal");
    until(&mut games, "the turn", |games| games.iter().all(|game| game.table().plies().len() == 1));
    games[0].takeback();
    until(&mut games, "the request", |[_, bo]| bo.offers().takeback == Some(Player::P1));
    games[1].takeback();
    let news = until(&mut games, "the takeback", |games| games.iter().all(|game| game.table().plies().is_empty()));
    assert!(has_event(&news, EventKind::Takeback), "{news:?}");
    games[1].draw();
    until(&mut games, "the offer", |[ada, _]| ada.offers().draw.is_some());
    games[0].draw();
    until(&mut games, "the end", |games| games.iter().all(GameClient::is_over));
    assert_eq!(games[0].state().rest.result.map(|result| result.reason), Some(EndReason::Agreement));
}

#[test]
fn the_opponents_lifted_wall_and_chat_are_seen() {
    let server = server();
    let mut games = two_players(&server, &by_invitation("quoridor"));
    games[0].show_touch(&[], Some("e3h".to_owned()));
    until(&mut games, "the wall", |[_, bo]| bo.touch().is_some());
    let touch = games[1].touch().expect("a touch");
    assert_eq!((touch.seat, touch.hover.as_ref().map(|step| step.notation.as_str())), (Player::P1, Some("e3h")));
    games[0].play("e3h").expect("legal");
    until(&mut games, "the turn", |[_, bo]| bo.is_my_turn());
    assert_eq!(games[1].touch(), None, "a turn ends what was shown of it");
    // A terminal must not obey what another person writes.
    games[1].chat("\u{1b}[2Jhello");
    let lines = |game: &GameClient| game.talk().map(|line| line.text.clone()).collect::<Vec<_>>();
    until(&mut games, "the line", |[ada, _]| !lines(ada).is_empty());
    assert!(lines(&games[0])[0].ends_with("[2Jhello") && !lines(&games[0])[0].contains('\u{1b}'));
}

#[test]
fn an_illegal_turn_is_refused_before_it_is_sent() {
    let server = server();
    let mut games = two_players(&server, &by_invitation("quoridor"));
    assert!(games[0].play("e9").is_err());
    assert!(games[0].is_my_turn() && games[0].sent_turn().is_none());
}

#[test]
fn a_rematch_changes_sides_and_the_seat_goes_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server();
    let clients: [Client; 2] = [
        client(server.address(), SeatStore::new(folder.path().join("ada"))),
        client(server.address(), SeatStore::new(folder.path().join("bo"))),
    ];
    let ada = clients[0].create(&by_invitation("domineering:rows=3,cols=3")).expect("created");
    let (bo, _) = clients[1].enter(&ada.invitation(), "Bo").expect("entered");
    let mut games = [ada, bo];
    play_on(&mut games, &mut Rng::new(3));
    games[1].resign();
    until(&mut games, "the end", |games| games.iter().all(GameClient::is_over));
    let kept = || std::fs::read_dir(folder.path().join("ada")).expect("a folder").count();
    assert_eq!(kept(), 0, "a finished game cannot be resumed");
    games[0].rematch();
    until(&mut games, "the wish", |[_, bo]| bo.offers().rematch == [Player::P1]);
    games[1].rematch();
    until(&mut games, "the rematch", |games| games.iter().all(|game| game.next().is_some()));
    let mut next = [0, 1].map(|n| clients[n].follow(&mut games[n]).expect("a rematch").expect("opened"));
    assert_eq!(next.each_ref().map(GameClient::seat), [Some(Player::P2), Some(Player::P1)]);
    assert_eq!(kept(), 1);
    play_to_the_end(&mut next, &mut Rng::new(4));
}

#[test]
fn a_game_that_the_opponent_has_left_is_claimed() {
    let server = server();
    let mut games = two_players(&server, &by_invitation("quoridor"));
    play_on(&mut games, &mut Rng::new(5));
    play_on(&mut games, &mut Rng::new(6));
    assert_eq!(games[0].claim_in(), None);
    let [ada, bo] = games;
    drop(bo);
    let mut ada = [ada];
    until(&mut ada, "the opponent is gone", |[ada]| ada.claim_in() == Some(Duration::ZERO));
    ada[0].claim(ClaimResult::Win);
    until(&mut ada, "the end", |[ada]| ada.is_over());
    assert_eq!(ada[0].state().rest.result.and_then(|result| result.winner), Some(Player::P1));
}

#[test]
fn bots_of_the_server_answer() {
    let server = BackgroundServer::start(crate::common::config()).expect("a server");
    let bot = SeatRequest::Bot { level: Some(1), bot: None, depth: None, movetime_ms: None };
    let seats = [SeatRequest::Human { name: String::new() }, bot];
    let request = agon_wire::CreateRequest::new("domineering:rows=4,cols=4".to_owned(), None, None, seats);
    let mut game = [client(server.address(), SeatStore::none()).create(&request).expect("created")];
    while !game[0].is_over() {
        let turn = game[0].table().legal().swap_remove(0);
        game[0].play(&turn).expect("legal");
        until(&mut game, "the answer", |[game]| game.is_my_turn() || game.is_over());
    }
    assert!(game[0].state().rest.result.is_some());
}
