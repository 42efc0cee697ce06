//! Games on a real server: two full screens against each other.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use agon_client::{GameLink, ServerAddress};
use agon_core::{PlaceView, Player, Rng};
use agon_i18n::Catalogue;
use agon_server::{BackgroundServer, Config, ServerLimits};
use agon_wire::ClockSetup;
use crossterm::event::KeyCode;

use super::driver::{TestUser, config};
use super::play::{InputDevice, act};
use crate::online::{self, OnlineRequest};
use crate::session::{OnlineGame, Phase};
use crate::{GameSession, HostedServer, PlayConfig};

/// The longest wait; only a hang takes longer.
const TIMEOUT: Duration = Duration::from_mins(1);

fn server() -> BackgroundServer {
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        workers: 1,
        limits: ServerLimits { claim_after: Duration::ZERO, ..ServerLimits::unlimited() },
        ..Config::default()
    };
    BackgroundServer::start(config).expect("a server")
}

fn address(server: &BackgroundServer) -> ServerAddress {
    ServerAddress::parse(&server.address().to_string()).expect("an address")
}

fn open(server: &BackgroundServer, clock: Option<ClockSetup>) -> OnlineRequest {
    OnlineRequest::Open { server: address(server), shown: Vec::new(), clock, public: false }
}

/// Starts or joins a game, and shows it.
fn at_screen(request: &OnlineRequest, config: PlayConfig) -> TestUser {
    TestUser::with(Some(session(request, &config)), config, (80, 24))
}

fn session(request: &OnlineRequest, config: &PlayConfig) -> GameSession {
    online::start(config, request, Catalogue::of(config.language)).expect("started").session
}

fn link(user: &TestUser) -> GameLink {
    user.session().as_online().map(OnlineGame::invitation).expect("a link")
}

fn named(name: &str) -> PlayConfig {
    PlayConfig { name: name.to_owned(), ..config() }
}

/// Ada opens a game, Bo joins it by the link.
fn two_screens(server: &BackgroundServer, spec: &str, clock: Option<ClockSetup>) -> [TestUser; 2] {
    let ada = at_screen(&open(server, clock), PlayConfig { spec: Some(spec.to_owned()), ..named("Ada") });
    let bo = at_screen(&OnlineRequest::Join(link(&ada)), named("Bo"));
    let mut users = [ada, bo];
    until(&mut users, "both are there", |[ada, _]| {
        let game = ada.session().as_online().expect("online");
        ada.session().phase() != Phase::Open && game.is_opponent_here()
    });
    users
}

/// Lets time pass until a condition holds.
fn until(users: &mut [TestUser], what: &str, holds: impl Fn(&[&TestUser; 2]) -> bool) {
    let end = Instant::now() + TIMEOUT;
    loop {
        for user in &mut *users {
            user.app.tick();
        }
        let [ada, bo] = &*users else { panic!("two users") };
        if holds(&[ada, bo]) {
            return;
        }
        let screens: Vec<String> = users.iter_mut().map(|user| user.look().join("\n")).collect();
        assert!(Instant::now() < end, "waited for: {what}\n{}", screens.join("\n"));
        std::thread::yield_now();
    }
}

fn is_human(user: &TestUser) -> bool {
    matches!(user.session().phase(), Phase::Human(_))
}

fn plies(user: &TestUser) -> usize {
    user.session().table().plies().len()
}

#[test]
fn a_game_is_hosted_from_the_start_screen() {
    let hosted = || {
        let server = server();
        Ok(HostedServer { addresses: vec![address(&server)], running: Box::new(server) })
    };
    let mut ada = TestUser::with(None, PlayConfig { host: Some(hosted), ..named("Ada") }, (80, 24));
    ada.types("12");
    assert!(ada.sees("3  Host a game on this machine"), "{}", ada.look().join("\n"));
    ada.types("3");
    assert!(ada.sees("The server runs on this machine until you leave.") && ada.sees("/g/"));
    let link = link(&ada);
    ada.key(KeyCode::Esc);
    let bo = at_screen(&OnlineRequest::Join(link.clone()), named("Bo"));
    let mut users = [ada, bo];
    until(&mut users, "Ada's turn", |[ada, _]| is_human(ada));
    users[0].types(":e2\n");
    until(&mut users, "Bo's turn", |[_, bo]| is_human(bo));
    // Back in the menu the server has ended.
    users[0].types("my");
    assert!(users[0].sees("choose a game"), "{}", users[0].look().join("\n"));
    assert!(online::start(&config(), &OnlineRequest::Join(link), Catalogue::of(config().language)).is_err());
    // What goes wrong is said where it was chosen.
    let fails = || Err(crate::faults::NOT_HOSTED.with("address", "0.0.0.0:8080").with("reason", "port taken"));
    let mut person = TestUser::with(None, PlayConfig { host: Some(fails), ..config() }, (80, 24));
    person.types("123");
    let said = "No server can be started on 0.0.0.0:8080: another program uses this port";
    assert!(person.sees(said), "{}", person.look().join("\n"));
}

#[test]
fn two_screens_play_every_rule_set_to_its_end() {
    let server = server();
    let mut rng = Rng::new(21);
    for spec in agon_games::rule_sets() {
        let mut users = two_screens(&server, &spec, None);
        let is_over = |user: &TestUser| user.session().phase() == Phase::Over;
        while !users.iter().all(is_over) {
            until(&mut users, "a turn", |users| {
                users.iter().any(|user| is_human(user)) || users.iter().all(|u| is_over(u))
            });
            if let Some(mover) = users.iter_mut().find(|user| is_human(user)) {
                mover.look();
                act(mover, InputDevice::Keys, &mut rng);
            }
        }
        let [ada, bo] = &mut users;
        assert_eq!(ada.session().table().plies(), bo.session().table().plies(), "{spec}");
        for user in [ada, bo] {
            let rows = user.look().join("\n");
            assert!(rows.contains("wins") || rows.contains("draw"), "{spec}\n{rows}");
            let is_verified = rows.contains("recomputed; all match") && rows.contains("The secret matches");
            assert_eq!(is_verified, user.session().has_dice(), "{spec}\n{rows}");
        }
    }
}

#[test]
fn the_other_players_lifted_wall_and_steps_are_seen() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types("w");
    until(&mut users, "the wall", |[_, bo]| !bo.session().as_online().expect("online").lifted().is_empty());
    assert!(users[1].sees("━━━"), "{}", users[1].look().join("\n"));
    users[0].key(KeyCode::Enter);
    until(&mut users, "the turn", |[_, bo]| plies(bo) == 1);
    assert!(!users[1].sees("━━━") && users[1].sees("═══"), "{}", users[1].look().join("\n"));
    assert!(users[1].sees("White (Ada) plays"), "{}", users[1].look().join("\n"));
    assert!(users[1].sees("White Ada") && users[0].sees("Black Bo"));
}

#[test]
fn checkers_are_seen_on_their_way() {
    let server = server();
    let mut users = two_screens(&server, "fevga", None);
    until(&mut users, "the roll", |users| users.iter().any(|user| is_human(user)));
    let mover = users.iter().position(is_human).expect("somebody");
    let step = users[mover].session().steps().next[0].clone();
    users[mover].look();
    users[mover].step_by_keys(&step);
    let board = users[mover].session().board().expect("a board");
    until(&mut users, "the step", |users| users[1 - mover].session().board().as_ref() == Ok(&board));
    assert_eq!(plies(&users[1 - mover]), plies(&users[mover]), "the turn is not played yet");
}

#[test]
fn draws_and_takebacks_need_consent() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types("D");
    until(&mut users, "the offer", |[_, bo]| bo.session().as_online().expect("online").question().is_some());
    assert!(users[1].sees("White (Ada) offers a draw  Y yes"), "{}", users[1].look().join("\n"));
    users[1].types("N");
    until(&mut users, "the answer", |[_, bo]| bo.session().as_online().expect("online").question().is_none());
    until(&mut users, "the answer", |[ada, _]| ada.game().message.text == "Declined");
    users[0].types(":e2\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    users[0].types("u");
    until(&mut users, "the request", |[_, bo]| bo.session().as_online().expect("online").question().is_some());
    assert!(users[1].sees("asks to take back"), "{}", users[1].look().join("\n"));
    users[1].types("Y");
    until(&mut users, "the takeback", |[ada, bo]| plies(ada) + plies(bo) == 0 && is_human(ada));
    users[1].types("D");
    until(&mut users, "the offer", |[ada, _]| ada.session().as_online().expect("online").question().is_some());
    users[0].types("Y");
    until(&mut users, "the end", |users| users.iter().all(|user| user.session().phase() == Phase::Over));
    assert!(users[1].sees("By agreement.") && users[1].sees("A draw"), "{}", users[1].look().join("\n"));
}

#[test]
fn a_chat_is_read_and_written_and_cannot_touch_the_terminal() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types("Chello there\n");
    until(&mut users, "the line", |[_, bo]| bo.game().message.text.contains("hello"));
    assert!(users[1].sees("White (Ada): hello there"));
    users[1].types("C");
    assert!(users[1].sees("White (Ada): hello there") && users[1].sees("Esc: back"));
    users[1].types("and to you\n");
    until(&mut users, "the line", |[ada, _]| ada.session().as_online().expect("online").talk().count() == 2);
    assert!(users[0].sees("Black (Bo): and to you"), "{}", users[0].look().join("\n"));
    // Letters typed there are no moves.
    assert_eq!(plies(&users[0]), 0);
}

#[test]
fn a_rematch_follows_with_sides_swapped() {
    let server = server();
    let mut users = two_screens(&server, "domineering:rows=3,cols=3", None);
    users[0].types(":a1\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    users[1].types(":b3\n");
    until(&mut users, "the turn", |[ada, _]| is_human(ada));
    users[0].types("Ry");
    until(&mut users, "the end", |users| users.iter().all(|user| user.session().phase() == Phase::Over));
    assert!(users[1].sees("Vertical resigned") || users[1].sees("resigned"));
    users[0].types("n");
    until(&mut users, "the wish", |[_, bo]| bo.session().as_online().expect("online").question().is_some());
    assert!(users[1].sees("wants a rematch"), "{}", users[1].look().join("\n"));
    users[1].types("n");
    until(&mut users, "the rematch", |users| users.iter().all(|user| plies(user) == 0));
    until(&mut users, "Bo's turn", |[_, bo]| bo.session().phase() == Phase::Human(Player::P1));
    assert!(users[0].sees("Horizontal Ada"), "{}", users[0].look().join("\n"));
}

#[test]
fn clocks_run_on_both_screens() {
    let server = server();
    let clock = ClockSetup { initial_ms: 300_000, increment_ms: 2000 };
    let mut users = two_screens(&server, "quoridor", Some(clock));
    assert!(users[0].sees("5:00") && users[1].sees("5:00"), "{}", users[0].look().join("\n"));
    users[0].types(":e2\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    users[1].types(":e8\n");
    until(&mut users, "the clock", |[ada, _]| {
        ada.session().time_left(Player::P1).is_some_and(|left| left < Duration::from_mins(5))
    });
}

#[test]
fn leaving_on_purpose_is_asked_and_loses_at_once() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    // A game that has hardly begun is aborted instead.
    users[0].types("q");
    assert!(users[0].sees("Abort this game?"));
    users[0].types("x:e2\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    users[1].types(":e8\n");
    until(&mut users, "the turn", |[ada, _]| is_human(ada));
    users[0].control('c');
    assert!(!users[0].app.is_done() && users[0].sees("leaving loses it at once"), "{}", users[0].look().join("\n"));
    users[0].types("n");
    assert!(!users[0].app.is_done());
    users[0].types("qy");
    assert!(users[0].app.is_done() && users[0].app.farewell().is_none());
    until(&mut users, "the end", |[_, bo]| bo.session().phase() == Phase::Over);
    assert!(users[1].sees("White resigned") && users[1].sees("Black (Bo) wins"), "{}", users[1].look().join("\n"));
}

#[test]
fn an_interrupted_game_is_resumed_with_its_seat() {
    let server = server();
    let folder = tempfile::tempdir().expect("a folder");
    let kept = PlayConfig { seats: Some(folder.path().to_owned()), ..named("Bo") };
    let ada = at_screen(&open(&server, None), PlayConfig { spec: Some("quoridor".to_owned()), ..named("Ada") });
    let invitation = link(&ada);
    let mut bo = at_screen(&OnlineRequest::Join(invitation.clone()), kept.clone());
    // Ctrl+C twice ends the program without giving the game up.
    bo.control('c');
    bo.control('c');
    assert!(bo.app.is_done());
    let farewell = bo.app.farewell().expect("how to return");
    let link = farewell.split_whitespace().last().expect("a link").to_owned();
    assert!(!link.contains('#'), "{link}");
    drop(bo);
    let bo = at_screen(&OnlineRequest::Join(GameLink::parse(&link).expect("a link")), kept);
    let mut users = [ada, bo];
    until(&mut users, "Ada's turn", |[ada, _]| is_human(ada));
    users[0].types(":e2\n");
    until(&mut users, "Bo's turn", |[_, bo]| bo.session().phase() == Phase::Human(Player::P2));
}

#[test]
fn a_game_that_the_other_has_left_is_claimed() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types(":e2\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    users[1].types(":e8\n");
    until(&mut users, "the turn", |[ada, _]| is_human(ada));
    let [ada, bo] = users;
    drop(bo);
    let watcher = at_screen(&OnlineRequest::Join(link(&ada)), named("Eve"));
    let mut users = [ada, watcher];
    until(&mut users, "the question", |[ada, _]| ada.session().as_online().expect("online").question().is_some());
    assert!(users[0].sees("Your opponent has left."), "{}", users[0].look().join("\n"));
    users[0].types("Y");
    until(&mut users, "the end", |users| users.iter().all(|user| user.session().phase() == Phase::Over));
    assert!(users[0].sees("White (Ada) wins"), "{}", users[0].look().join("\n"));
}

#[test]
fn a_spectator_sees_everything_and_changes_nothing() {
    let server = server();
    let [mut ada, bo] = two_screens(&server, "quoridor", None);
    let mut eve = at_screen(&OnlineRequest::Join(link(&ada)), named("Eve"));
    eve.types(":e2\nuRyC");
    assert!(eve.game().message.is_bad);
    eve.key(KeyCode::Esc);
    ada.types(":e2\n");
    let mut users = [eve, bo];
    until(&mut users, "the turn", |users| users.iter().all(|user| plies(user) == 1));
    ada.app.tick();
    users[0].types("q");
    assert!(users[0].app.is_done(), "a spectator may leave");
}

#[test]
fn the_computer_does_not_help_against_people() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types("h");
    assert!(users[0].game().message.is_bad && users[0].game().hint_search.is_none());
    users[0].types("V");
    assert!(users[0].game().review.is_none());
    users[0].types("L");
    assert!(users[0].game().page.is_none(), "another game cannot be loaded meanwhile");
}

#[test]
fn bots_of_the_server_play_too() {
    let server = server();
    let config = PlayConfig {
        spec: Some("quoridor:size=5,walls=0".to_owned()),
        p2: Some("bot:passive".parse().expect("a bot")),
        ..config()
    };
    let mut user = at_screen(&open(&server, None), config);
    user.types(":c2\n");
    user.tick_while(|user| !is_human(user));
    assert_eq!(plies(&user), 2);
    assert!(user.sees("Passive"), "{}", user.look().join("\n"));
}

#[test]
fn the_cursor_returns_to_the_board_with_each_turn() {
    let server = server();
    let mut users = two_screens(&server, "quoridor", None);
    users[0].types(":e2\n");
    until(&mut users, "the turn", |[_, bo]| is_human(bo));
    assert!(matches!(users[1].game().cursor, PlaceView::Cell { row: 0, col: 4 }), "{:?}", users[1].game().cursor);
}
